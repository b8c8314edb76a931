#include "testbench/config/load_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "models/contract/time_limits.h"
#include "models/sources/node_random.h"
#include "schedules/chakra/chakra_program.h"
#include "schedules/chakra/group_table.h"
#include "schedules/convert/cm_program.h"
#include "schedules/convert/goal_program.h"
#include "schedules/convert/msccl_chunks.h"
#include "schedules/convert/mscclpp_program.h"
#include "schedules/core/error.h"
#include "schedules/text/line_source.h"
#include "schedules/text/tcs_nodes.h"
#include "testbench/config/about.h"
#include "testbench/config/chooser.h"
#include "testbench/config/named_files.h"
#include "testbench/config/option_builders.h"
#include "testbench/config/units.h"

namespace torusim {
namespace {

constexpr const char* kHostForm = "must be none, or such as o=10,g=5,O=0.1,G=0.02,S=65535";

/// Cycles, or a time if the clock is known.
std::int64_t host_cycles(const std::string& value, double clock) {
  if (clock == 0 && has_unit(value)) {
    throw UsageError(fmt::format("--host: {} needs --clock, such as 1GHz", value));
  }
  return cycles_of(value, clock, kLongestStartup);
}

/// Cycles for each byte.
Decimal cycles_a_byte(const std::string& value, const char* form) {
  constexpr std::int64_t kMost = 1'000'000;
  std::size_t length = 0;
  const auto cycles = read_decimal(value, length);
  if (cycles && length == value.size() && rounded(*cycles, Rounding::kUp) <= kMost) return *cycles;
  throw UsageError(fmt::format("must be {}=CYCLES a byte, at most 1e6", form));
}

/// Neighbours in rank are neighbours in the network: every second line runs backwards.
NodeId snake(const Topology& topology, NodeId rank) {
  Topology::Coordinates place = topology.coordinates(rank);
  NodeId before = 0;  // number of the line, in rank order
  for (int d = 0; d < topology.dimensions(); ++d) {
    const int digit = place[static_cast<std::size_t>(d)];
    const int side = topology.side(d);
    if (before % 2 == 1) place[static_cast<std::size_t>(d)] = side - 1 - digit;
    before = before * side + digit;
  }
  return topology.node(place);
}

std::vector<NodeId> read_map(const std::string& path, const Topology& topology, std::int32_t ranks) {
  std::vector<NodeId> nodes;
  text::LineSource source = text::LineSource::open(path);
  for (std::string_view line; source.next(line);) {
    text::Cursor cursor(source.name(), source.line_number(), line);
    if (cursor.at_end()) continue;
    nodes.push_back(text::parse_node(cursor, topology, {}));
    cursor.expect_end();
  }
  if (static_cast<std::int32_t>(nodes.size()) == ranks) return nodes;
  throw InputError(fmt::format("{}: {} nodes for {} ranks; a line names the node of a rank, rank 0 first",
                               path, nodes.size(), ranks));
}

std::vector<NodeId> placed(const RunConfig& config, const Topology& topology, std::int32_t ranks) {
  if (const std::string file = map_file(config); !file.empty()) return read_map(file, topology, ranks);
  if (ranks > topology.nodes() || (config.map == "auto" && ranks != topology.nodes())) {
    throw InputError(fmt::format(
        "{}: {} ranks, but {} has {} nodes; {}", config.algorithm, ranks, topology.name(), topology.nodes(),
        !config.on.empty() ? "a job takes as many nodes as it has ranks"
        : ranks < topology.nodes()
            ? "--map linear leaves the last nodes without a rank, --map FILE names a node "
              "for each rank"
            : "--map FILE names a node for each rank, and may name one several times"));
  }
  std::vector<NodeId> nodes(static_cast<std::size_t>(topology.nodes()));
  std::iota(nodes.begin(), nodes.end(), 0);
  if (config.map == "snake") {
    for (NodeId& node : nodes) node = snake(topology, node);
  } else if (config.map.starts_with(kRandomMap)) {
    const auto seed = parse_number<std::uint64_t>(config.map.substr(kRandomMap.size()), 0, UINT64_MAX,
                                                  "random: and a seed, such as random:1");
    NodeRandom random(seed, 0);
    for (std::size_t left = nodes.size(); left > 1; --left) {
      std::swap(nodes[left - 1], nodes[random.below(static_cast<std::uint32_t>(left))]);
    }
  }
  nodes.resize(static_cast<std::size_t>(ranks));
  return nodes;
}

/// The size of a chunk: a flit, or by --set bytes=N, the size of the largest buffer of a rank.
ChunkSize chunk_size(const RunConfig& config, int flit_bytes) {
  ChunkSize size{flit_bytes, 0};
  if (const auto slots = config.set.find("slots"); slots != config.set.end()) {
    size.slots = about(fmt::format("--set slots={}: ", slots->second), [&] {
      return parse_number<std::int64_t>(slots->second, 1, 1'000'000, "messages of a channel, from 1 on");
    });
  }
  const auto bytes = config.set.find("bytes");
  if (bytes == config.set.end()) return size;
  constexpr std::int64_t kMost = std::int64_t{1} << 40;
  const char* const kForm = "must be bytes of a buffer, such as 65536 or 64KiB, at most 1 TiB";
  try {
    size.buffer_bytes = bytes_of(bytes->second, kMost);
    if (size.buffer_bytes > 0) return size;
  } catch (const UsageError&) {
  }
  throw UsageError(fmt::format("--set bytes={}: {}", bytes->second, kForm));
}

ProgramFile read_chunks(const RunConfig& config, ProgramSettings& settings) {
  const ChunkSize size = chunk_size(config, settings.flit_bytes);
  ChunkProgram read = names_mscclpp(config.algorithm) ? read_mscclpp_program(config.algorithm, size)
                                                      : read_msccl_program(config.algorithm, size);
  settings.chunks = std::make_shared<const ChunkMoves>(std::move(read.chunks));
  return {std::move(read.program), std::move(read.notes)};
}

/// The program depends on the nodes of its ranks.
ProgramFile read_traces(const RunConfig& config, const Topology& topology, ProgramSettings& settings) {
  const std::vector<std::string> files = chakra_files(config.algorithm);
  settings.node_of_rank = placed(config, topology, static_cast<std::int32_t>(files.size()));
  std::vector<ChakraTrace> traces;
  for (const std::string& file : files) traces.push_back(read_chakra_trace(file));
  ChakraOptions options;
  options.collectives = CollectiveChoice(config.collective);
  options.control = config.ctrl_deps;
  options.alpha = config.alpha.value_or(0);
  options.flit_bytes = settings.flit_bytes;
  options.startup = config.run.startup;
  options.make = [&](const std::string& algorithm, const Topology& shape, const AlgorithmOptions& with) {
    return make_for(config, algorithm, shape, with);
  };
  if (config.groups != RunConfig().groups) options.groups = read_chakra_groups(config.groups);
  constexpr std::size_t kEnd = sizeof ".0.et" - 1;
  const std::string name = files.front().substr(0, files.front().size() - kEnd);
  ChakraProgram read = chakra_program(traces, name, topology, settings.node_of_rank, options);
  return {std::move(read.program), std::move(read.notes)};
}

}  // namespace

HostCosts parse_host(const std::string& text, double clock) {
  HostCosts host;
  if (text == "none") return host;
  std::string seen;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string item = text.substr(begin, end - begin);
    begin = end + 1;
    if (item.size() < 3 || item[1] != '=' || seen.find(item[0]) != std::string::npos)
      throw UsageError(kHostForm);
    seen += item[0];
    const std::string value = item.substr(2);
    switch (item[0]) {
      case 'o':
        host.overhead = host_cycles(value, clock);
        break;
      case 'g':
        host.gap = host_cycles(value, clock);
        break;
      case 'O':
        host.overhead_byte = cycles_a_byte(value, "O");
        break;
      case 'G':
        host.gap_byte = cycles_a_byte(value, "G");
        break;
      case 'S':
        host.rendezvous = parse_number<std::int64_t>(value, 0, INT64_MAX, "S=BYTES");
        break;
      default:
        throw UsageError(kHostForm);
    }
  }
  return host;
}

std::unique_ptr<ProgramSchedule> load_program(const RunConfig& config) {
  const std::string& path = config.algorithm;
  const auto refuse = [&](const std::string& option, const char* why) {
    throw UsageError(fmt::format("--{}: {} is a program, {}", option, path, why));
  };
  const bool chunks = names_chunks(path);
  for (const auto& [option, value] : config.set) {
    if (!chunks) refuse("set " + option, "which has no options");
    if (option == "slots" && names_msccl(path)) continue;
    if (option != "bytes") {
      refuse("set " + option,
             names_msccl(path) ? "whose options are bytes and slots" : "whose only option is bytes");
    }
  }
  if (config.block && *config.block != 1) {
    refuse("block",
           chunks ? "whose chunks have the size that --set bytes=N gives" : "whose messages have sizes");
  }
  if (config.sync && config.sync != Synchronisation::kNone) {
    refuse(fmt::format("sync {}", to_text(*config.sync)), "which has no phases to synchronise");
  }
  if (config.run.barrier > 0) refuse("barrier", "which has no phases to synchronise");
  if (config.run.reduce_delay > 0) refuse("reduce-delay", "whose reductions take no time");
  if (config.hardwired) refuse("hardwired", "which has no static table");
  if (config.rtl_image) refuse("rtl-image", "which the network of rtl/torus does not run");
  if (config.topology.empty()) {
    throw UsageError(fmt::format("{} needs a topology, for example -t torus:4x4", path));
  }
  const Topology topology = Topology::parse(config.topology);
  ProgramSettings settings;
  settings.flit_bytes = config.bytes_of_flit();
  const bool traces = names_chakra(path);
  ProgramFile file = traces           ? read_traces(config, topology, settings)
                     : chunks         ? read_chunks(config, settings)
                     : names_cm(path) ? read_cm_program(path)
                                      : read_goal_program(path);
  if (!traces) settings.node_of_rank = placed(config, topology, file.program.ranks());
  settings.cycles_per_unit = file.program.ns_per_unit;
  if (config.clock > 0)
    settings.cycles_per_unit = settings.cycles_per_unit * Decimal{1, -9} * Decimal::of(config.clock);
  settings.host = parse_host(config.host, config.clock);
  settings.notes = std::move(file.notes);
  return std::make_unique<ProgramSchedule>(std::move(file.program), topology, std::move(settings));
}

}  // namespace torusim
