// What is counted for Dimakopoulos, Dimopoulos: Table 2, and what the misprinted lines would do.
#include <fmt/format.h>

#include <array>
#include <set>

#include "schedules/algorithms/registry.h"
#include "schedules/formulas/product_closed_forms.h"
#include "testbench/reproduce/functions.h"

namespace torusim {
namespace {

PortModel ports_of(const std::string& name) {
  return name == "one" ? PortModel::kOnePort : PortModel::kAllPort;
}

/// Where messages of node (1,1) go to on H x H of 3 nodes, by A2's schedule; [row][column], `vu` for (v,u).
int table_two_entry(int row, int column) {
  const auto schedule = make_schedule("te-a2", Topology::parse("mesh:3x3"));
  const Topology& topology = schedule->info().topology;
  std::set<int> to_column;
  for (Phase phase; schedule->next(phase);) {
    for (const Transfer& transfer : phase.transfers) {
      const Block block = transfer.blocks.front(topology);
      const auto at = topology.coordinates(block.destination);
      if (block.source == 0 && at[1] == column - 1) to_column.insert(10 * (at[0] + 1) + at[1] + 1);
    }
  }
  if (column == 1) --row;  // (1,1) has no message for itself
  return row <= static_cast<int>(to_column.size()) ? *std::next(to_column.begin(), row - 1) : 0;
}

/// Messages that never come to their destination.
std::int64_t lost(const Topology& shape, const std::string& line3) {
  const auto schedule = make_schedule("te-a1", shape, {{"line3", line3}});
  const Topology& topology = schedule->info().topology;
  std::int64_t missing = std::int64_t{topology.nodes()} * (topology.nodes() - 1);
  for (Phase phase; schedule->next(phase);) {
    for (const Transfer& transfer : phase.transfers) {
      missing -= transfer.blocks.front(topology).destination == transfer.destination;
    }
  }
  return missing;
}

/// Rounds of A2 on K_n x K_n, where each takes one step, in which every node is brought along B what it sends
/// along A in the next.
int fitting_rounds(int n, const std::string& set8) {
  const auto schedule =
      make_schedule("te-a2", Topology::parse(fmt::format("complete:{0}x{0}", n)), {{"set8", set8}});
  const Topology& topology = schedule->info().topology;
  using Messages = std::set<std::array<NodeId, 3>>;  // node, source, destination
  Messages brought;
  int fitting = 0;
  for (Phase phase; schedule->next(phase);) {
    Messages received, sent;
    for (const Transfer& transfer : phase.transfers) {
      const Block block = transfer.blocks.front(topology);
      const bool along_a = transfer.route[0].dimension == 0;
      (along_a ? sent : received)
          .insert({along_a ? transfer.source : transfer.destination, block.source, block.destination});
    }
    fitting += !brought.empty() && sent == brought;
    brought = std::move(received);
  }
  return fitting;
}

}  // namespace

Functions dimakopoulos_functions() {
  return {
      {"average_distance", function(&average_distance)},
      {"average_status", function(&average_status)},
      {"middle_cut_bound", function(&middle_cut_bound)},
      {"line_exchange_steps", function(+[](const Topology& line, const std::string& ports) {
         return line_exchange_steps(line.dimension(0), ports_of(ports));
       })},
      {"a1_steps", function(+[](const Topology& shape, const std::string& ports) {
         return a1_steps(shape, ports_of(ports));
       })},
      {"a2_steps", function(&a2_steps)},
      {"table_two_entry", function(&table_two_entry)},
      {"lost", function(&lost)},
      {"fitting_rounds", function(&fitting_rounds)},
  };
}

}  // namespace torusim
