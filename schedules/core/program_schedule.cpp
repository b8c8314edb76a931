#include "schedules/core/program_schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "schedules/core/error.h"

namespace torusim {
namespace {

/// As Worm::kMostFlits, the head not counted.
constexpr std::int64_t kMostFlits = (1 << 30) - 1;

/// The name of a file without its directory and its end, which traces have none of.
std::string stem(const Program& program) {
  const std::string name = program.name.substr(program.name.find_last_of('/') + 1);
  if (program.traces) return name;
  return name.substr(0, name.find_last_of('.'));
}

}  // namespace

ProgramSchedule::ProgramSchedule(Program program, Topology topology, ProgramSettings settings)
    : program_(std::move(program)), settings_(std::move(settings)) {
  info_.name = stem(program_);
  info_.generator = fmt::format("program {}", program_.name);
  info_.collective.kind = Collective::Kind::kMessages;
  info_.topology = std::move(topology);
  info_.ports = std::max(program_.nics, program_.ports);
  info_.sync = Synchronisation::kNone;
  info_.phases = 1;
  info_.rerouting = settings_.rerouting;
  if (static_cast<std::int32_t>(settings_.node_of_rank.size()) != program_.ranks()) {
    throw InputError(fmt::format("{}: {} ranks, but {} have a node", program_.name, program_.ranks(),
                                 settings_.node_of_rank.size()));
  }
  for (OperationId id = 0; id < program_.operations.size(); ++id) {
    const Operation& operation = program_.operations[id];
    if (operation.kind != Operation::Kind::kSend) continue;
    const std::int64_t length = flits(operation);
    if (length > kMostFlits) {
      throw InputError(fmt::format("{}: a message of {} bytes in flits of {}; a worm has at most {} of them",
                                   program_.place(id), operation.size, settings_.flit_bytes, kMostFlits));
    }
    longest_ = std::max(longest_, length);
    info_.collective.blocks += length;
  }
}

std::int64_t ProgramSchedule::cycles(const Operation& computation) const {
  const double exact = static_cast<double>(computation.size) * settings_.cycles_per_unit;
  return static_cast<std::int64_t>(std::ceil(exact - 1e-9 * std::max(1.0, exact)));
}

Route ProgramSchedule::route(const Operation& send) const {
  if (send.way != 0) return program_.ways[send.way].route;
  return dimension_order_route(info_.topology, node_of(send.rank), node_of(send.peer));
}

int ProgramSchedule::highest_class() const {
  int highest = 0;
  for (const Way& way : program_.ways) highest = std::max(highest, way.message_class);
  return highest;
}

bool ProgramSchedule::next(Phase& phase) {
  if (given_) return false;
  given_ = true;
  phase = {};
  phase.name = "program";
  phase.transfers.resize(program_.messages);
  for (const Operation& operation : program_.operations) {
    if (operation.kind != Operation::Kind::kSend) continue;
    Transfer& transfer = phase.transfers[operation.message];
    transfer.source = node_of(operation.rank);
    transfer.destination = node_of(operation.peer);
    transfer.message_class = program_.ways[operation.way].message_class;
    transfer.route = route(operation);
    transfer.blocks = BlockSet(info_.topology.dimensions());
    transfer.unnamed = flits(operation);
  }
  return true;
}

ProgramSchedule program_of(Schedule& schedule, int block_flits, int alpha) {
  const Topology& topology = schedule.info().topology;
  struct Planned {
    Operation operation;
    int phase;
  };
  std::vector<std::vector<Planned>> of_node(static_cast<std::size_t>(topology.nodes()));
  std::vector<Way> ways;
  std::uint32_t messages = 0;
  schedule.rewind();
  int index = 0;
  for (Phase phase; schedule.next(phase); ++index) {
    std::vector<int> received(of_node.size(), 0);
    for (const Transfer& transfer : phase.transfers) {
      Operation send, receive;
      send.kind = Operation::Kind::kSend;
      receive.kind = Operation::Kind::kReceive;
      send.peer = transfer.destination;
      receive.peer = transfer.source;
      send.tag = receive.tag = send.message = messages++;  // each receive takes one message and no other
      send.size = receive.size = transfer.block_count() * block_flits;
      const auto to = static_cast<std::size_t>(transfer.destination);
      ways.push_back({transfer.route, transfer.message_class, received[to]++ % alpha});
      send.way = static_cast<std::uint32_t>(ways.size());
      of_node[static_cast<std::size_t>(transfer.source)].push_back({send, index});
      of_node[to].push_back({receive, index});
    }
  }
  schedule.rewind();

  ProgramBuilder builder(schedule.info().name, topology.nodes());
  for (const Way& way : ways) builder.add_way(way);
  ProgramSettings settings;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    settings.node_of_rank.push_back(node);
    builder.begin_rank(node);
    const auto& planned = of_node[static_cast<std::size_t>(node)];
    std::vector<OperationId> ends;  // of the phase before
    for (std::size_t begin = 0, end = 0; begin < planned.size(); begin = end) {
      OperationId join = 0;
      const bool waits = begin > 0;
      if (waits) {
        join = builder.add({});
        for (const OperationId before : ends) builder.wait(join, before, false);
      }
      ends.clear();
      for (; end < planned.size() && planned[end].phase == planned[begin].phase; ++end) {
        ends.push_back(builder.add(planned[end].operation, true));
        if (waits) builder.wait(ends.back(), join, false);
      }
    }
  }
  builder.program().sends_end_at_tail = true;
  return ProgramSchedule(builder.finish(), topology, std::move(settings));
}

}  // namespace torusim
