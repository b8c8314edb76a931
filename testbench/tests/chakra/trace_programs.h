#pragma once
/// Programs of Chakra traces that a test writes, and their runs.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numeric>

#include "models/run/simulation.h"
#include "schedules/chakra/chakra_program.h"
#include "schedules/check/program_check.h"
#include "schedules/core/program_schedule.h"
#include "schedules/tests/chakra/trace_writer.h"
#include "schedules/tests/refusal.h"

namespace torusim::test {

using Ranks = std::vector<std::vector<NodeMessage>>;  ///< the nodes of every rank

inline ChakraProgram program_on(const Topology& topology, const Ranks& ranks,
                                const ChakraOptions& options = {}, std::vector<NodeId> nodes = {}) {
  std::vector<ChakraTrace> traces;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    traces.push_back(read_chakra_text(trace_of(ranks[rank]), fmt::format("t.{}.et", rank)));
  }
  if (nodes.empty()) {
    nodes.resize(ranks.size());
    std::iota(nodes.begin(), nodes.end(), 0);
  }
  return chakra_program(traces, "t", topology, nodes, options);
}

inline ProgramSchedule placed(ChakraProgram program, const Topology& topology) {
  ProgramSettings settings;
  settings.node_of_rank.resize(static_cast<std::size_t>(program.program.ranks()));
  std::iota(settings.node_of_rank.begin(), settings.node_of_rank.end(), 0);
  return ProgramSchedule(std::move(program.program), topology, std::move(settings));
}

inline RunOptions options_on(const Topology& topology, int alpha = 1) {
  RunOptions options;
  options.sync = Synchronisation::kNone;
  options.hardware.topology = topology;
  options.hardware.alpha = alpha;
  return options;
}

/// Cycles of a run with flits of one byte, a ns a cycle.
inline Cycle cycles_of(const Topology& topology, const Ranks& ranks, const ChakraOptions& options = {}) {
  ProgramSchedule schedule = placed(program_on(topology, ranks, options), topology);
  const RunResult result = simulate(schedule, options_on(topology, schedule.info().ports));
  EXPECT_EQ(result.verdict, Verdict::kVerified);
  EXPECT_EQ(check_program(schedule.program(), 65535).violation_count, 0);
  return result.cycles;
}

inline std::string error_of(const Topology& topology, const Ranks& ranks, const ChakraOptions& options = {}) {
  return refusal([&] { program_on(topology, ranks, options); });
}

/// The same nodes on every rank.
inline Ranks everywhere(int ranks, const std::vector<NodeMessage>& nodes) {
  return Ranks(static_cast<std::size_t>(ranks), nodes);
}

}  // namespace torusim::test
