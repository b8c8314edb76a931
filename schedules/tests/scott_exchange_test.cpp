// Scott's a^3/4 phases without contention on an a x a mesh: the printed bound as an equality, block by block.
#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "schedules/algorithms/path_groups.h"
#include "schedules/check/check.h"
#include "schedules/tests/made.h"

namespace torusim {
namespace {

std::string square(int a) { return "mesh:" + std::to_string(a) + "x" + std::to_string(a); }

/// What a phase has used, told by the number of the phase.
struct Used {
  explicit Used(const Topology& topology)
      : sends(topology.nodes()),
        receives(topology.nodes()),
        channels(std::size_t(topology.nodes()) * topology.network_ports()) {}
  std::vector<int> sends, receives, channels;
};

// Every pair of nodes once, in a message of its own, in as many phases as the cut down the middle asks for;
// in none of them is a node or a channel used twice.
TEST(ScottExchange, MeetsTheBoundOnEveryEvenMesh) {
  for (int a = 4; a <= 22; a += 2) {
    const auto schedule = make_schedule("scott", Topology::parse(square(a)));
    const Topology& topology = schedule->info().topology;
    const int nodes = topology.nodes();
    Used used(topology);
    std::vector<bool> sent(std::size_t(nodes) * nodes);
    int phases = 0, messages = 0, twice = 0;
    for (Phase phase; schedule->next(phase);) {
      ++phases;
      const auto use = [&](int& last) { twice += std::exchange(last, phases) == phases; };
      for (const Transfer& transfer : phase.transfers) {
        ASSERT_EQ(transfer.block_count(), 1);
        ASSERT_EQ(transfer.blocks.front(topology), (Block{transfer.source, transfer.destination}));
        const std::size_t pair = std::size_t(transfer.source) * nodes + transfer.destination;
        ++messages;
        twice += sent[pair];
        sent[pair] = true;
        use(used.sends[transfer.source]);
        use(used.receives[transfer.destination]);
        transfer.route.for_each_channel(topology, transfer.source, [&](NodeId node, int port) {
          use(used.channels[std::size_t(node) * topology.network_ports() + port]);
        });
      }
    }
    EXPECT_EQ(phases, a * a * a / 4) << a;
    EXPECT_EQ(schedule->info().phases, phases) << a;
    EXPECT_EQ(messages, nodes * (nodes - 1)) << a;
    EXPECT_EQ(twice, 0) << a;
    EXPECT_EQ(lower_bounds(topology).blocks(), phases) << a;
  }
}

TEST(ScottExchange, IsCorrectForTheChecker) {
  for (const int a : {4, 6, 8, 10, 12}) {
    const auto schedule = make_schedule("scott", Topology::parse(square(a)));
    EXPECT_EQ(test::checked_cost(*schedule), (Cost{a * a * a / 4, a * a * a / 4})) << a;
  }
}

// The groups that phases are taken from: all pairs of the path once, no channel twice, no node twice.
TEST(ScottExchange, GroupsOfThePath) {
  for (const int a : {4, 6, 8, 10, 22, 24, 46}) {
    std::set<std::pair<int, int>> pairs;
    for (const PathGroup& group : path_groups(a)) {
      std::vector<int> joined(a / 2);
      for (const PathPhase& phase : group.phases) {
        std::vector<int> right(a), left(a), sends(a), receives(a);
        for (const int block : phase.blocks) ++joined[block];
        for (const auto& [from, to] : phase.transfers) {
          EXPECT_TRUE(pairs.emplace(from, to).second) << a << ": " << from << " > " << to;
          EXPECT_EQ(++sends[from], 1);
          EXPECT_EQ(++receives[to], 1);
          for (int x = from; x < to; ++x) EXPECT_EQ(++right[x], 1);
          for (int x = from; x > to; --x) EXPECT_EQ(++left[x], 1);
        }
      }
      for (const int times : joined) EXPECT_EQ(times, a / 2 % 2 == 0 ? 1 : 2) << a;
    }
    EXPECT_EQ(static_cast<int>(pairs.size()), a * a) << a;
  }
}

TEST(ScottExchange, SaysWhereItRuns) {
  const auto refusal = [](const std::string& shape) { return test::refused("scott", shape); };
  const std::string rest = "; pex-gen and gen run on any topology";
  EXPECT_EQ(
      refusal("mesh:2x2"),
      "scott on mesh:2x2: it needs a mesh of a x a nodes, a even, from 4 to 256 (on 2 x 2 every node has "
      "three messages to send, so two phases are too few); nearest: mesh:4x4" +
          rest);
  EXPECT_EQ(
      refusal("mesh:7x7"),
      "scott on mesh:7x7: it needs a mesh of a x a nodes, a even, from 4 to 256 (for odd a the bound is "
      "a(a^2-1)/4, here 84, and no construction is known); nearest: mesh:6x6 or mesh:8x8" +
          rest);
  EXPECT_EQ(
      refusal("torus:8x8"),
      "scott on torus:8x8: it needs a mesh of a x a nodes, a even, from 4 to 256; nearest: mesh:8x8" + rest);
  EXPECT_NE(refusal("mesh:258x258").find("nearest: mesh:256x256;"), std::string::npos);
  for (const char* shape : {"mesh:4x6", "path:16", "mesh:2x2x4", "torus:4x4m"})
    EXPECT_NE(refusal(shape).find("nearest: mesh:4x4"), std::string::npos) << shape;
}

}  // namespace
}  // namespace torusim
