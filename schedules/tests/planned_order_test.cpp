// Packets that `planned` divides run in the order of their data, where a run can follow all pieces.
#include <gtest/gtest.h>

#include "schedules/algorithms/planned/planned_schedule.h"
#include "schedules/core/topology.h"

namespace torusim {
namespace {

// As many pieces as a packet is divided into by itself, on 128 nodes, and one more.
TEST(PlannedOrder, IsThatOfDataUpToALimit) {
  Collective broadcast{.kind = Collective::Kind::kBroadcast};
  const auto in_order = [&](int pieces, int ports = 4) {
    broadcast.pieces = pieces;
    return planned::in_data_order(Topology::parse("torus:16x8"), broadcast, ports);
  };
  EXPECT_TRUE(in_order(2) && in_order(4096));
  EXPECT_FALSE(in_order(1) || in_order(4097) || in_order(2, 3));
}

}  // namespace
}  // namespace torusim
