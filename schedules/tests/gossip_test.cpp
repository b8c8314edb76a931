// How many steps the tables of Meyer, Sibeyn: Oblivious Gossiping on Tori take, against closed forms. The
// exhibits of `torusim reproduce meyer` hold the numbers of its theorems.

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>
#include <tuple>

#include "schedules/algorithms/cycles/decomposition.h"
#include "schedules/algorithms/registry.h"
#include "schedules/check/check.h"
#include "schedules/core/error.h"
#include "schedules/formulas/collective_closed_forms.h"
#include "schedules/tests/gossip_helpers.h"
#include "schedules/tests/made.h"

namespace torusim {
namespace {

ForwardTable two_packets(int n1, int n2, Supply supply = Supply::kCorrected, bool one_packet = false) {
  return two_packet_table(torus({n1, n2}), {0, 1}, one_packet, supply);
}
ForwardTable one_packet(int n1, int n2, Supply supply = Supply::kCorrected) {
  return one_packet_table_2d(torus({n1, n2}), 0, 1, supply);
}
ForwardTable one_packet(int n1, int n2, int n3, Supply supply = Supply::kCorrected) {
  return one_packet_table_3d(torus({n1, n2, n3}), supply);
}

// (a) Theorem 1, all even sizes up to 16 x 16: exact, and only the last step brings anything twice, namely
// two packets to every node.
TEST(GossipSteps, TwoPacketsOnEvenTori) {
  for (int n1 = 2; n1 <= 16; n1 += 2) {
    for (int n2 = 2; n2 <= 16; n2 += 2) {
      const auto counted = count_steps(two_packets(n1, n2));
      ASSERT_TRUE(counted) << n1 << "x" << n2;
      EXPECT_EQ(counted->steps, n1 * n2 / 2);
      for (int step = 1; step < counted->steps; ++step) EXPECT_EQ(counted->repeats[step - 1], 0);
      EXPECT_EQ(counted->repeats.back(), 2 * n1 * n2) << n1 << "x" << n2;
    }
  }
}

// Where the closed form is more than a bound.
TEST(GossipSteps, OnePacketIn2DReachesItsBound) {
  for (int n1 = 4; n1 <= 18; n1 += 2) {
    for (int n2 = 3; n2 <= 18; ++n2) {
      const int counted = steps(one_packet(n1, n2)), bound = one_packet_steps_bound(n1, n2);
      EXPECT_LE(counted, bound) << n1 << "x" << n2;
      if (n2 >= 7 || (n1 % 4 == 2 && n1 >= 6)) {
        EXPECT_EQ(counted, bound) << n1 << "x" << n2;
      }
    }
  }
}

// Both sides odd: our own last columns.
TEST(GossipSteps, OnePacketOnOddSides) {
  for (int n1 = 3; n1 <= 21; n1 += 2) {
    for (int n2 = 3; n2 <= n1; n2 += 2) {
      const int counted = steps(one_packet(n1, n2));
      EXPECT_EQ(counted, odd_one_packet_steps(n1, n2)) << n1 << "x" << n2;
      EXPECT_GE(counted, fewest_gossip_steps(torus({n1, n2}))) << n1 << "x" << n2;
      EXPECT_EQ(make_schedule("gossip-one", torus({n2, n1}))->info().phases, counted) << n1 << "x" << n2;
    }
  }
}

/// The table with one entry changed: what left `node` by `out` leaves by another port. Throws InputError
/// where that port is fed already.
ForwardTable with_wrong_entry(const ForwardTable& right, NodeId node, int out, int instead) {
  const Topology& topology = right.topology();
  ForwardTable wrong(topology, right.packets_a_node());
  for (NodeId n = 0; n < topology.nodes(); ++n) {
    for (int o = 0; o < topology.network_ports(); ++o) {
      const PacketNumber own = right.injected(n, o);
      if (own != kNoPacket) wrong.inject(n, o, own % right.packets_a_node());
      const auto in = right.feeder(n, o);
      if (in) wrong.forward(n, *in, n == node && o == out ? instead : o);
    }
  }
  return wrong;
}

struct Changes {
  int conflicts = 0, slower = 0, unnoticed = 0;
};

/// All changes of one entry at every `stride`th node.
Changes change_each(const ForwardTable& right, int stride = 1) {
  Changes result;
  const int expected = steps(right);
  const int ports = right.topology().network_ports();
  for (NodeId node = 0; node < right.topology().nodes(); node += stride) {
    for (int out = 0; out < ports; ++out) {
      for (int turn = 1; turn < ports; ++turn) {
        try {
          const int counted = steps(with_wrong_entry(right, node, out, (out + turn) % ports));
          ++(counted == expected ? result.unnoticed : result.slower);
        } catch (const InputError&) {
          ++result.conflicts;
        }
      }
    }
  }
  return result;
}

// A single wrong entry wants a channel that another feeds, or makes the gossip slower or incomplete.
TEST(GossipSteps, WrongEntriesAreNoticed) {
  int conflicts = 0, slower = 0;
  const auto none_passes = [&](const ForwardTable& right, int stride) {
    const Changes changes = change_each(right, stride);
    EXPECT_EQ(changes.unnoticed, 0) << right.topology().name();
    conflicts += changes.conflicts;
    slower += changes.slower;
  };
  none_passes(two_packets(4, 6), 1);
  none_passes(two_packets(4, 5), 1);
  none_passes(one_packet(6, 6), 1);
  none_passes(one_packet(6, 6, 4), 9);
  EXPECT_EQ(conflicts + slower, 1440);
  EXPECT_GT(slower, 200);
  // On the smallest torus nodes get in time from elsewhere what a neighbour fails to pass them.
  EXPECT_EQ(change_each(one_packet(3, 3, 4)).unnoticed, 108);
  ForwardTable table(torus({4, 4}), 1);
  table.forward(0, 0, 1);
  EXPECT_THROW(table.forward(0, 2, 1), InputError);
}

TEST(GossipTables, PacketsRunOnTheCycleOfTheirNumber) {
  for (const auto& [n1, n2] : {std::pair{4, 6}, {6, 4}, {2, 6}, {8, 8}}) {
    const ForwardTable table = two_packets(n1, n2);
    const Topology& topology = table.topology();
    for (int first = 0; first < topology.network_ports(); ++first) {
      const int packet = table.injected(0, first);
      NodeId at = 0;
      int passed = 0, out = first;
      do {
        EXPECT_EQ(table.injected(at, out), 2 * at + packet) << topology.name() << " node " << at;
        const int in = topology.opposite(out);
        at = topology.neighbor(at, out);
        out = 0;
        while (table.feeder(at, out) != in) ++out;
        ++passed;
      } while (at != 0 && passed < topology.nodes());
      EXPECT_EQ(passed, topology.nodes()) << topology.name();
      EXPECT_EQ(at, 0) << topology.name();
    }
  }
}

// Gossip as schedules: correct block by block, with as many repeats and steps as they say.

CheckReport checked(const std::string& name, const std::string& shape, const AlgorithmOptions& options = {}) {
  const auto schedule = make_schedule(name, Topology::parse(shape), options);
  CheckReport report = test::checked(*schedule);
  EXPECT_EQ(report.repeats, schedule->info().collective.repeats);
  EXPECT_EQ(schedule->info().ports, schedule->info().topology.network_ports());
  schedule->rewind();
  for (Phase phase; schedule->next(phase);) {
    for (const Transfer& transfer : phase.transfers) EXPECT_EQ(transfer.message_class, 0) << phase.name;
  }
  return report;
}

// The redistribution is one step of at most n2 - 2 pieces, then packets are at most n2 + 1 of 2 n2 pieces.
TEST(GossipSchedules, TwoPacketsOnAnOddSide) {
  for (const auto& [shape, n1, n2] : {std::tuple{"torus:6x7", 6, 7},
                                      {"torus:4x3", 4, 3},
                                      {"torus:2x5", 2, 5},
                                      {"torus:7x6", 6, 7},
                                      {"torus:5x4", 4, 5}}) {
    const CheckReport report = checked("gossip-two", shape);
    const int steps = odd_two_packet_steps(n1, n2);
    EXPECT_EQ(report.cost, (Cost{steps + 1, n2 - 2 + steps * (n2 + 1)})) << shape;
    EXPECT_EQ(report.phases[0].name, "redistribution");
  }
  EXPECT_EQ(checked("gossip-two", "torus:6x7", {{"supply", "printed"}}).cost.startups, 27);
  EXPECT_EQ(checked("gossip-two", "torus:6x7", {{"supply", "swapped"}}).cost.startups, 34);
}

// Hamiltonian cycles of any number of dimensions: floor(N/2) steps. On an odd number of nodes nothing comes
// twice; else the last step brings a packet a cycle twice.
TEST(GossipSchedules, HamiltonianCycles) {
  for (const char* shape : {"ring:9", "torus:3x3", "torus:5x7", "torus:3x4", "torus:3x3x3", "torus:4x4x4",
                            "torus:5x4x3", "torus:3x3x3x3", "torus:4x3x4x3"}) {
    const Topology topology = Topology::parse(shape);
    const int nodes = topology.nodes();
    const CheckReport report = checked("gossip-cycles", shape);
    EXPECT_EQ(report.cost, (Cost{nodes / 2, nodes / 2})) << shape;
    EXPECT_EQ(report.repeats, nodes % 2 == 0 ? nodes * topology.dimensions() : 0) << shape;
  }
  for (const char* shape : {"torus:3x3", "torus:5x7", "torus:9x5"}) {
    const int nodes = Topology::parse(shape).nodes();
    EXPECT_EQ(checked("gossip-two", shape).cost, (Cost{nodes / 2, nodes / 2})) << shape;
    const auto theorem_2 = checked("gossip-two", shape, {{"packets", "1"}}).cost.startups;
    EXPECT_LE(theorem_2, nodes / 2) << shape;
    EXPECT_GE(theorem_2, fewest_gossip_steps(Topology::parse(shape))) << shape;
  }
  EXPECT_EQ(checked("gossip-cycles", "torus:4x4x4", {{"packets", "1"}}).cost.startups, 31);
}

/// Calls visit(shape) for every torus of that many nodes at most whose sides begin with these.
void for_each_torus(std::vector<Dimension> sides, int most,
                    const std::function<void(const Topology&)>& visit) {
  if (!sides.empty()) visit(Topology(sides));
  if (sides.size() == Topology::kMaxDimensions) return;
  for (int side = 2; side <= most; ++side) {
    sides.push_back({side, Line::kRing});
    for_each_torus(sides, most / side, visit);
    sides.pop_back();
  }
}

// All 4803 tori of up to 260 nodes, those with sides of 2 and long narrow ones among them.
TEST(GossipSchedules, TranslationInvariantTakesTheFewestStepsOnEveryTorus) {
  int shapes = 0;
  for_each_torus({}, 260, [&](const Topology& topology) {
    ++shapes;
    const int steps = make_schedule("gossip-ti", topology)->info().phases;
    EXPECT_EQ(steps, fewest_gossip_steps(topology)) << topology.name();
    bool side_of_2 = false;
    for (int d = 0; d < topology.dimensions(); ++d) side_of_2 |= topology.side(d) == 2;
    if (!side_of_2) {
      EXPECT_EQ(steps, (topology.nodes() - 1 + topology.network_ports() - 1) / topology.network_ports());
    }
  });
  EXPECT_EQ(shapes, 4803);
  // By hand: the diameter; what comes from beyond the neighbours; a long side.
  for (const auto& [shape, steps] : {std::pair{"torus:2x2", 2},
                                     {"torus:2x2x2", 3},
                                     {"torus:2x8", 5},
                                     {"torus:3x40", 30},
                                     {"torus:2x4x24", 32}}) {
    const CheckReport report = checked("gossip-ti", shape);
    EXPECT_EQ(report.cost.startups, steps) << shape;
    EXPECT_EQ(report.repeats, 0);
  }
}

// Its tree grows in time that hardly grows faster than it: on a ring all but two nodes are of no use any
// more.
TEST(GossipSchedules, LongRingsAreQuick) {
  EXPECT_EQ(make_schedule("gossip-ti", Topology::parse("ring:200001"))->info().phases, 100'000);
}

TEST(GossipSchedules, ImpossibleShapesSayWhatIsPossible) {
  EXPECT_EQ(test::refused("gossip-two", "mesh:4x4"),
            "gossip-two on mesh:4x4: gossip-two needs two wrapped dimensions; gossip-ti runs on any torus");
  EXPECT_EQ(test::refused("gossip-cycles", "torus:2x4x5"),
            "gossip-cycles on torus:2x4x5: gossip-cycles needs wrapped dimensions of sides of at least 3; "
            "nearest: torus:3x4x5");
  EXPECT_NE(test::refused("gossip-cycles", "torus:4x4m").find("nearest: torus:4x4"), std::string::npos);
  EXPECT_NE(test::refused("gossip-two", "torus:4x4", {{"supply", "printed"}}).find("one odd side for supply"),
            std::string::npos);
  EXPECT_NE(test::refused("gossip-two", "torus:4x5", {{"packets", "1"}})
                .find("two even or two odd sides for packets=1"),
            std::string::npos);
  EXPECT_NE(test::refused("gossip-one", "torus:4x4x4").find("n1 divisible by 3"), std::string::npos);
  EXPECT_NE(test::refused("gossip-one", "torus:3x4x4").find("n2 by n1"), std::string::npos);
  EXPECT_NE(test::refused("gossip-one", "torus:5x5", {{"supply", "swapped"}}).find("an even side for supply"),
            std::string::npos);
  EXPECT_NE(test::refused("gossip-ti", "mesh:4x4").find("only wrapped dimensions"), std::string::npos);
}

// Edge-disjoint Hamiltonian cycles of tori: every edge on exactly one of them.

/// "" if the cycles are k Hamiltonian ones that have every edge of the torus once, else what is wrong.
std::string fault(const Topology& topology) {
  const auto cycles = cycle_decomposition(topology);
  const int k = topology.dimensions();
  if (static_cast<int>(cycles.size()) != k) return "number of cycles";
  std::set<std::pair<NodeId, int>> edges;  // lower end, dimension
  for (const auto& cycle : cycles) {
    if (std::set(cycle.begin(), cycle.end()).size() != static_cast<std::size_t>(topology.nodes())) {
      return "not all nodes";
    }
    if (cycle.size() != static_cast<std::size_t>(topology.nodes())) return "a node twice";
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const NodeId a = cycle[i], b = cycle[(i + 1) % cycle.size()];
      int along = -1;
      for (int d = 0; d < k; ++d) {
        if (topology.displaced(a, d, +1) == b && edges.emplace(a, d).second) along = d;
        if (topology.displaced(b, d, +1) == a && edges.emplace(b, d).second) along = d;
      }
      if (along < 0) return "no edge, or one that was used before";
    }
  }
  return "";
}

TEST(CycleDecomposition, EveryShapeOfTwoDimensions) {
  for (int m = 3; m <= 17; ++m) {
    for (int n = 3; n <= 17; ++n) EXPECT_EQ(fault(Topology({{m}, {n}})), "") << m << "x" << n;
  }
}

TEST(CycleDecomposition, ThreeToFiveDimensions) {
  for (int a = 3; a <= 8; ++a) {
    for (int b = 3; b <= 8; ++b) {
      for (int c = 3; c <= 8; ++c) {
        EXPECT_EQ(fault(Topology({{a}, {b}, {c}})), "") << a << "x" << b << "x" << c;
      }
    }
  }
  for (const char* shape : {"torus:3x3x3x3", "torus:4x4x4x4", "torus:5x4x3x6", "torus:4x4x4x4x4",
                            "torus:3x4x3x3x3", "torus:16x16x16", "torus:3x3x40", "torus:40x3x3"}) {
    EXPECT_EQ(fault(Topology::parse(shape)), "") << shape;
  }
}

}  // namespace
}  // namespace torusim
