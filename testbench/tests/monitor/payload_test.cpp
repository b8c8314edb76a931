// Payload flits by hand: none moves on before it has come, or out of its node before its circuit is whole.
#include "testbench/tests/monitor/path_of_three.h"

namespace torusim {
namespace {

class PayloadTest : public test::PathOfThree {
 protected:
  std::string violation() const { return played().violation().value_or(""); }
};

TEST_F(PayloadTest, AFlitThatLeavesTheRouterBeforeItCame) {
  add_worm(0, 0, 2, 3, 0);
  flits(0, 0, {1, 2, 6});
  flits(0, 1, {3, 4, 5});
  EXPECT_EQ(violation(),
            "cycle 5: node 0 port +x VC 0, worm 0: flit 2 before it can be in the router's buffer");
}

TEST_F(PayloadTest, AFlitThatComesLateLeavesLate) {
  add_worm(0, 0, 2, 3, 0);
  flits(0, 0, {1, 2, 6});
  for (const int hop : {1, 2, 3}) flits(0, hop, {1 + 2 * hop, 2 + 2 * hop, 6 + 2 * hop});
  played_well();
}

TEST_F(PayloadTest, OfACircuitWaitsUntilTheHeadHasArrived) {
  hardware_.switching = Switching::kCircuit;
  for (const Cycle head_out : {-1, 0, 8}) {
    moves_ = {};
    Worm worm;
    worm.flits = 3;
    worm.destination = 2;
    worm.head_out = head_out;
    worm.route = dimension_order_route(hardware_.topology, 0, 2);
    moves_.add_worm(worm);
    flits(0, 0, {1, 20, 21});
    for (const int hop : {1, 2, 3}) flits(0, hop, {1 + 2 * hop, 20 + 2 * hop, 21 + 2 * hop});
    EXPECT_EQ(violation(), head_out >= 0
                               ? ""
                               : "cycle 20: node 0 injection 0 VC 0, worm 0: payload leaves its node "
                                 "before the head has arrived");
  }
}

}  // namespace
}  // namespace torusim
