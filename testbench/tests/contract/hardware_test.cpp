// What every router takes from the hardware's description, against docs/router.md by hand: both levels and
// the reference router share it, so that their agreement could not show a mistake here.
#include "models/contract/hardware.h"

#include <gtest/gtest.h>

#include "models/contract/zero_load.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

/// Ports 0 and 1 are +x and -x, 2 and 3 +y and -y, 4 and 5 local.
Hardware torus() {
  Hardware hardware;
  hardware.topology = Topology::parse("torus:4x4");
  hardware.alpha = 2;
  hardware.classes = 3;
  return hardware;
}

// The most urgent class wins, whatever the port; with transit first the network inputs go before the local
// ones, but only within a class.
TEST(HardwareTest, LinkUrgencyIsByClassAndThenByTransit) {
  Hardware hardware = torus();
  for (const Arbitration arbitration : {Arbitration::kRoundRobin, Arbitration::kTransitFirst}) {
    hardware.arbitration = arbitration;
    const auto rank = [&](int in, int message_class) {
      return std::pair(message_class, arbitration == Arbitration::kTransitFirst && in >= 4);
    };
    for (int in = 0; in < 6; ++in) {
      for (int c = 0; c < 3; ++c) {
        for (int other = 0; other < 6; ++other) {
          for (int d = 0; d < 3; ++d) {
            EXPECT_EQ(hardware.link_urgency(in, c) < hardware.link_urgency(other, d),
                      rank(in, c) < rank(other, d))
                << to_text(arbitration) << ": port " << in << " class " << c << ", port " << other
                << " class " << d;
          }
        }
      }
    }
  }
}

TEST(HardwareTest, NumbersOfVirtualChannels) {
  Hardware hardware = torus();
  EXPECT_EQ(hardware.vcs(), 6);
  EXPECT_EQ(hardware.ports(), 6);
  EXPECT_EQ(hardware.network_ports(), 4);
  EXPECT_EQ(hardware.vc(2, 1), 5);
  EXPECT_EQ(hardware.vc_class(5), 2);
  EXPECT_EQ(hardware.vc_lane(5), 1);
  EXPECT_EQ(hardware.vc_class(4), 2);
  EXPECT_EQ(hardware.vc_lane(4), 0);
  hardware.lanes = 1;
  EXPECT_EQ(hardware.vcs(), 3);
  EXPECT_EQ(hardware.vc(2, 0), 2);
  EXPECT_EQ(hardware.vc_class(2), 2);
  hardware.reserve = 5;
  hardware.shared = 7;
  EXPECT_EQ(hardware.slots(), 12);
  EXPECT_EQ(Hardware::credit_round_trip(1), 4);
  EXPECT_EQ(Hardware::credit_round_trip(3), 8);
}

// low' = (the output is in another dimension than the input ? 0 : low) | segment's low | dateline[output]
TEST(HardwareTest, TheNextVirtualChannel) {
  struct Row {
    int in, vc, out;
    bool dateline;
    int next;
  };
  const Hardware hardware = torus();
  for (const Row& row : {
           Row{1, 2, 0, false, 2},  // straight on: the lane stays
           {1, 3, 0, false, 3},
           {1, 2, 0, true, 3},  // over the dateline: lane 1 from here
           {1, 3, 0, true, 3},
           {0, 3, 0, false, 3},  // a turn back stays in its dimension
           {1, 3, 2, false, 2},  // a turn: lane 0 again
           {1, 3, 3, true, 3},   // .. but over that dimension's dateline
           {1, 2, 2, true, 3},
           {3, 5, 4, false, 4},  // ejection: local ports belong to no dimension
           {2, 1, 5, false, 0},
           {4, 0, 0, false, 0},  // injected heads start on lane 0
           {5, 4, 3, true, 5},
           {4, 4, 5, false, 4},
       }) {
    EXPECT_EQ(next_vc(hardware, row.in, row.vc, row.out, row.dateline), row.next)
        << "in by " << row.in << " on " << row.vc << ", out by " << row.out;
  }
  Hardware one_lane = hardware;
  one_lane.lanes = 1;
  for (int vc = 0; vc < 3; ++vc) EXPECT_EQ(next_vc(one_lane, 1, vc, 0, true, 3), vc);
}

TEST(HardwareTest, ASegmentNamesTheLane) {
  Hardware hardware = torus();
  EXPECT_EQ(next_vc(hardware, 4, 2, 0, false, 1), 3);  // injected
  EXPECT_EQ(next_vc(hardware, 1, 2, 2, false, 1), 3);  // a turn
  EXPECT_EQ(next_vc(hardware, 1, 3, 2, false, 2), 2);  // with two lanes pairs do not count
  hardware.lanes = 4;
  for (const int named : {0, 1, 2, 3}) {
    EXPECT_EQ(next_vc(hardware, 4, 4, 0, false, named), 4 + named);
    EXPECT_EQ(next_vc(hardware, 4, 4, 0, true, named), 4 + (named | 1));
    EXPECT_EQ(next_vc(hardware, 1, 7, 2, false, named), 4 + named);  // a turn
    // Straight on: lane 1 of a pair stays, but not where the pair changes.
    EXPECT_EQ(next_vc(hardware, 1, 7, 0, false, named), 4 + (named < 2 ? named : 3));
    EXPECT_EQ(next_vc(hardware, 1, 5, 0, false, named), 4 + (named < 2 ? 1 : named));
  }
}

TEST(HardwareTest, AnEmptyNetworkTakesTheClosedForm) {
  Hardware hardware = torus();
  // startup + 4 + h (1 + link_delay) + L - 1, for 5, 3 hops, 8 flits.
  EXPECT_EQ(zero_load_latency(hardware, 5, 3, 8), 5 + 4 + 6 + 7);
  EXPECT_EQ(zero_load_latency(hardware, 0, 0, 1), 4);
  hardware.link_delay = 3;
  hardware.reserve = 8;
  EXPECT_EQ(zero_load_latency(hardware, 5, 3, 8), 5 + 4 + 12 + 7);
  hardware.switching = Switching::kCutThrough;
  EXPECT_EQ(zero_load_latency(hardware, 5, 3, 8), 5 + 4 + 12 + 7);
  hardware.switching = Switching::kStoreAndForward;
  EXPECT_EQ(zero_load_latency(hardware, 5, 3, 8), 5 + 4 + 12 + 7 * 5);
  hardware.switching = Switching::kCircuit;
  EXPECT_EQ(zero_load_latency(hardware, 5, 3, 8), 5 + 2 * (4 + 12) + 3 + 9 + 8 - 2);
  EXPECT_EQ(zero_load_latency(hardware, 5, 3, 1), 5 + 4 + 12);
  // Three slots of a round trip of four: two more groups of three behind the first flit, and one flit.
  hardware = torus();
  hardware.reserve = 2;
  hardware.shared = 1;
  EXPECT_EQ(zero_load_latency(hardware, 5, 3, 8), 5 + 4 + 6 + 2 * 4 + 1);
  hardware.shared = 2;
  EXPECT_EQ(zero_load_latency(hardware, 5, 3, 8), 5 + 4 + 6 + 7);
}

TEST(HardwareTest, OnlyBuffersOfWholeWormsObjectToLongOnes) {
  Hardware hardware = torus();
  hardware.reserve = 5;
  hardware.shared = 3;
  for (const Switching any : {Switching::kWormhole, Switching::kCircuit}) {
    hardware.switching = any;
    EXPECT_EQ(hardware.unsupported_reason(1 << 30), "");
  }
  for (const Switching whole : {Switching::kCutThrough, Switching::kStoreAndForward}) {
    hardware.switching = whole;
    EXPECT_EQ(hardware.unsupported_reason(8), "");
    EXPECT_NE(hardware.unsupported_reason(9), "");
  }
}

TEST(HardwareTest, LimitsAreWhereTheyAreSaidToBe) {
  const auto valid = [](auto change) {
    Hardware hardware = torus();
    change(hardware);
    try {
      hardware.validate();
      return true;
    } catch (const InputError&) {
      return false;
    }
  };
  struct Limit {
    int Hardware::*member;
    int low, high;
  };
  for (const Limit& limit : {Limit{&Hardware::alpha, 1, 4},
                             {&Hardware::lanes, 1, 2},
                             {&Hardware::classes, 1, 32},
                             {&Hardware::reserve, 1, 4096},
                             {&Hardware::shared, 0, 4096},
                             {&Hardware::link_delay, 1, 255}}) {
    const auto with = [&](int value) { return valid([&](Hardware& h) { h.*limit.member = value; }); };
    EXPECT_FALSE(with(limit.low - 1));
    EXPECT_TRUE(with(limit.low));
    EXPECT_TRUE(with(limit.high));
    EXPECT_FALSE(with(limit.high + 1));
  }
  const auto classes_of_one_lane = [&](int classes) {
    return valid([&](Hardware& h) {
      h.lanes = 1;
      h.classes = classes;
    });
  };
  EXPECT_TRUE(classes_of_one_lane(64));
  EXPECT_FALSE(classes_of_one_lane(65));
  // 31 network ports leave room for one local.
  const auto local_ports = [&](int alpha) {
    return valid([&](Hardware& h) {
      h.topology = Topology::parse("complete:32");
      h.alpha = alpha;
    });
  };
  EXPECT_TRUE(local_ports(1));
  EXPECT_FALSE(local_ports(2));
}

}  // namespace
}  // namespace torusim
