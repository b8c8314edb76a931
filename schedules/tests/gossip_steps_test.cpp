// How many steps the tables of Meyer, Sibeyn: Oblivious Gossiping on Tori take, against closed forms. The
// exhibits of `torusim reproduce meyer` hold the numbers of its theorems.
#include <gtest/gtest.h>

#include "schedules/algorithms/registry.h"
#include "schedules/core/error.h"
#include "schedules/formulas/gossip_closed_forms.h"
#include "schedules/tests/gossip_helpers.h"

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

}  // namespace
}  // namespace torusim
