#include "testbench/config/node_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "models/contract/time_limits.h"
#include "models/sources/node_random.h"
#include "schedules/core/error.h"
#include "schedules/core/read_number.h"
#include "schedules/text/node_selection.h"
#include "testbench/config/about.h"
#include "testbench/config/run_config.h"

namespace torusim {
namespace {

struct Group {
  std::string nodes;
  Cycle cycles = 0;
};

std::vector<Group> groups_of(std::string_view text) {
  std::vector<Group> groups;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(';'), text.size());
    const std::string_view item = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t equals = item.rfind('=');
    Group group;
    const bool right = equals != std::string_view::npos && equals > 0 &&
                       read_number(item.substr(equals + 1), group.cycles) && group.cycles >= 1 &&
                       group.cycles <= kLongestStartup;
    if (!right) {
      throw UsageError(fmt::format("'{}': must be {}; CYCLES are 1..{}", item, kSlowNodes, kLongestStartup));
    }
    group.nodes = item.substr(0, equals);
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace

std::vector<NodeId> chosen_nodes(const char* option, const std::string& value, const Topology& topology,
                                 std::uint64_t seed) {
  return about(fmt::format("{}: ", option), [&] { return select_nodes(topology, value, seed); });
}

std::string parse_slow_nodes(const std::string& text) {
  if (text == "none") return text;
  if (groups_of(text).empty()) throw UsageError(fmt::format("must be {}", kSlowNodes));
  return text;
}

std::vector<Cycle> slower_nodes(const RunConfig& config, const Topology& topology) {
  if (config.slow_nodes == "none") return {};
  std::vector<Cycle> slower(static_cast<std::size_t>(topology.nodes()), 0);
  for (const Group& group : groups_of(config.slow_nodes)) {
    const std::vector<NodeId> nodes = chosen_nodes("--slow-node", group.nodes, topology, config.seed);
    if (nodes.empty()) throw UsageError(fmt::format("--slow-node {}: no node is named", group.nodes));
    for (const NodeId node : nodes) {
      Cycle& cycles = slower[static_cast<std::size_t>(node)];
      if (cycles != 0) {
        throw UsageError(
            fmt::format("--slow-node {}: node {} is given twice", group.nodes, topology.node_name(node)));
      }
      cycles = group.cycles;
    }
  }
  return slower;
}

std::vector<Cycle> start_skew(const RunConfig& config, const Topology& topology) {
  if (config.start_skew == 0) return {};
  std::vector<Cycle> skew;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    NodeRandom random(config.seed, static_cast<std::uint64_t>(node));
    skew.push_back(static_cast<Cycle>(random.uniform() * static_cast<double>(config.start_skew + 1)));
  }
  return skew;
}

}  // namespace torusim
