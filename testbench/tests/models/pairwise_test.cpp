// PEX, PEX-GEN, PEX-GEN-SHIFT and GEN flit by flit: delivered, and what a step really takes where its
// messages share channels. docs/algorithms/papers/thakur-choudhary-fox.md, "What a step takes on this
// router".
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

#include "schedules/core/link_load.h"
#include "testbench/tests/models/published_run.h"

namespace torusim {
namespace {

using Job = test::PublishedRun;

Job pairwise(const char* algorithm, const char* shape, const char* tie = "pos", int block = 20,
             int startup = 5, int link_delay = 1) {
  return {algorithm, shape, {{"tie", tie}}, block, startup, link_delay};
}

RunResult run(Schedule& schedule, const Job& job, Synchronisation sync) {
  return simulate(schedule, job.run_options(schedule, sync));
}

/// Cycles from barrier to barrier of every step.
std::vector<Cycle> step_times(const Job& job) {
  const auto schedule = job.schedule();
  const RunResult result = run(*schedule, job, Synchronisation::kBarrier);
  EXPECT_EQ(result.verdict, Verdict::kVerified) << job;
  std::vector<Cycle> times;
  for (const PhaseTime& phase : result.phases) times.push_back(phase.end - phase.start);
  EXPECT_EQ(std::accumulate(times.begin(), times.end(), Cycle{0}), result.cycles) << job;
  return times;
}

/// docs/router.md, Timing: of a message that never waits.
Cycle alone(const Job& job, int hops) {
  return job.startup + 1 + job.block + 3 + Cycle{hops} * (1 + job.link_delay);
}

int longest_route(const Topology& topology, const Phase& phase) {
  int hops = 0;
  for (const Transfer& transfer : phase.transfers) hops = std::max(hops, transfer.route.hops(topology));
  return hops;
}

// --- delivery

std::vector<Job> jobs() {
  std::vector<Job> result{pairwise("pex", "mesh:4x4"),
                          pairwise("pex", "mesh:8x4"),
                          pairwise("pex", "mesh:2x16"),
                          pairwise("pex", "torus:4x8"),
                          pairwise("pex", "torus:8x8", "parity"),
                          pairwise("pex", "torus:2x4x4m")};
  for (const char* name : {"pex-gen", "pex-gen-shift", "gen"}) {
    for (const char* shape : {"mesh:4x5", "mesh:6x7", "torus:3x5", "mesh:3x2x4", "path:9", "ring:11"}) {
      result.push_back(pairwise(name, shape));
    }
    result.push_back(pairwise(name, "torus:4x6", "parity"));
  }
  return result;
}

// --- time of a step

/// Messages that share a channel, directly or through others, belong together: per message, its group.
std::vector<int> groups(const Topology& topology, const Phase& phase) {
  std::vector<int> parent(phase.transfers.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int i) {
    while (parent[i] != i) i = parent[i];
    return i;
  };
  std::map<std::pair<NodeId, int>, int> users;
  for (int i = 0; i < static_cast<int>(parent.size()); ++i) {
    const Transfer& transfer = phase.transfers[i];
    transfer.route.for_each_channel(topology, transfer.source, [&](NodeId node, int port) {
      parent[root(i)] = root(users.try_emplace({node, port}, i).first->second);
    });
  }
  for (int i = 0; i < static_cast<int>(parent.size()); ++i) parent[i] = root(i);
  return parent;
}

// A channel with f messages passes all their flits, one a cycle. On a mesh, where a class has one virtual
// channel, the one of a group of messages whose head does not wait streams, so a group never takes longer
// than its messages one after another.
TEST(PairwiseSteps, LieBetweenTheBusiestChannelAndTheGroupOneByOne) {
  for (const Job& job : jobs()) {
    const auto schedule = job.schedule();
    const Topology& topology = schedule->info().topology;
    const std::vector<Cycle> times = step_times(job);
    LinkLoads loads(topology);
    std::size_t step = 0;
    for (Phase phase; schedule->next(phase); ++step) {
      loads.count(phase);
      const Cycle time = times.at(step);
      const Cycle busiest = Cycle{loads.max()} * (1 + job.block);
      EXPECT_GE(time, alone(job, longest_route(topology, phase))) << job << ' ' << phase.name;
      EXPECT_GE(time, job.startup + 3 + (1 + job.link_delay) + busiest) << job << ' ' << phase.name;
      if (loads.max() == 1) {
        EXPECT_EQ(time, alone(job, longest_route(topology, phase))) << job << ' ' << phase.name;
      }
      if (!test::acyclic(topology)) continue;
      std::map<int, Cycle> one_by_one;
      const std::vector<int> group = groups(topology, phase);
      for (std::size_t i = 0; i < group.size(); ++i) {
        one_by_one[group[i]] += alone(job, phase.transfers[i].route.hops(topology));
      }
      Cycle most = 0;
      for (const auto& [root, sum] : one_by_one) most = std::max(most, sum);
      EXPECT_LE(time, most) << job << ' ' << phase.name;
    }
  }
}

/// 2^floor(lg m): messages on the busiest channel of a line whose nodes exchange with their number xor m.
int line_load(int m) { return m == 0 ? 0 : 1 << (std::bit_width(static_cast<unsigned>(m)) - 1); }

// PEX on a mesh: messages take turns along the row and then along the column, and while one waits in its
// column it keeps its row. So a step takes as if fx - 1 messages and then fy - 1 were in front of the
// longest, not max(fx, fy) - 1 as in the paper's model. Each of them costs its payload, less what it is
// nearer to its end.
TEST(PairwiseSteps, PexTakesItsSharesOfRowAndColumnOneAfterTheOther) {
  std::vector<Job> cases;
  for (const char* shape : {"mesh:2x2", "mesh:4x4", "mesh:8x8", "mesh:2x16", "mesh:16x4", "mesh:16x8"}) {
    for (int delay = 1; delay <= 3; ++delay) {
      for (const int block : {delay, 7, 64}) cases.push_back(pairwise("pex", shape, "pos", block, 5, delay));
    }
  }
  for (const Job& job : cases) {
    const auto schedule = job.schedule();
    const Topology& topology = schedule->info().topology;
    const int columns = topology.side(1);
    const std::vector<Cycle> times = step_times(job);
    int step = 0;
    for (Phase phase; schedule->next(phase);) {
      ++step;
      const int waits =
          std::max(0, line_load(step % columns) - 1) + std::max(0, line_load(step / columns) - 1);
      EXPECT_EQ(times.at(step - 1),
                alone(job, longest_route(topology, phase)) + Cycle{waits} * (job.block - job.link_delay))
          << job << ' ' << phase.name;
    }
  }
}

// GEN on a line: step j sends n - j messages j hops up and j messages n - j hops down. Each message of more
// than one hop waits for the one in front of it, which waits for its own: all of a direction take turns,
// though no channel has more than min(j, n - j).
TEST(PairwiseSteps, GenOnALineIsATrainInEachDirection) {
  for (const char* shape : {"path:2", "path:3", "path:8", "path:9", "path:16"}) {
    for (int delay = 1; delay <= 3; ++delay) {
      const Job job = pairwise("gen", shape, "pos", 20, 5, delay);
      const int n = Topology::parse(shape).nodes();
      const auto train = [&](int messages, int hops) {
        return alone(job, hops) + (hops > 1 ? messages - 1 : 0) * Cycle{job.block - job.link_delay};
      };
      const std::vector<Cycle> times = step_times(job);
      for (int j = 1; j < n; ++j) {
        EXPECT_EQ(times.at(j - 1), std::max(train(n - j, j), train(j, n - j))) << job << " step " << j;
      }
    }
  }
}

}  // namespace
}  // namespace torusim
