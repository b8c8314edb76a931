// Two worms at node 1 of a path: what routers that serve the wrong one are told.
#include <gtest/gtest.h>

#include "testbench/tests/monitor/path_of_three.h"

namespace torusim {
namespace {

class PriorityTest : public test::PathOfThree {
 protected:
  PriorityTest() { hardware_.classes = 2; }
  /// Worms 1 and 2, of classes 1 and 0, both in the buffer of the input that node 0 feeds, in cycle 5: worm 1
  /// had to wait there for worm 3.
  void two_in_one_input() {
    add_worm(1, 0, 2, 1, 1);
    add_worm(2, 0, 1, 1, 0);
    add_worm(3, 1, 2, 1, 1);
    flits(1, 0, {1});
    flits(1, 1, {3});
    flits(3, 0, {3});
    flits(3, 1, {5});
    flits(2, 0, {2});
    flits(2, 1, {4});
  }
};

TEST_F(PriorityTest, AnOutputThatServesTheLessUrgent) {
  add_worm(1, 0, 2, 1, 1);
  add_worm(2, 1, 2, 1, 0);
  flits(1, 0, {1});
  flits(1, 1, {3});
  flits(2, 0, {3});
  flits(1, 2, {5});
  EXPECT_EQ(played().violation(),
            "cycle 5: node 1 port +x VC 0, worm 2: ready, but the output sends a less urgent flit");
}

TEST_F(PriorityTest, AnInputThatPutsTheLessUrgentForward) {
  two_in_one_input();
  flits(1, 2, {6});
  EXPECT_EQ(played().violation(),
            "cycle 6: node 1 ejection 0 VC 0, worm 2: ready, but its input port forwards a less urgent flit, "
            "of VC 1");
}

TEST_F(PriorityTest, AnInputThatGivesBoth) {
  two_in_one_input();
  flits(1, 2, {6});
  flits(2, 2, {6});
  EXPECT_EQ(played().violation(),
            "cycle 6: node 1 ejection 0 VC 0, worm 2: a second flit out of one input port in one cycle");
}

TEST_F(PriorityTest, AnInputThatGivesNothing) {
  two_in_one_input();
  flits(2, 2, {7});
  EXPECT_EQ(played().violation(),
            "cycle 6: node 1 ejection 0 VC 0, worm 2: ready, but the output stays idle");
}

TEST_F(PriorityTest, AHeadThatTakesAnOwnedChannel) {
  add_worm(1, 0, 2, 2, 1);
  add_worm(2, 1, 2, 1, 1);
  flits(1, 0, {1, 2});
  flits(1, 1, {3, 4});
  flits(2, 0, {3});
  flits(1, 2, {5});
  flits(2, 1, {6});
  EXPECT_EQ(played().violation(), "cycle 6: node 1 port +x VC 1, worm 2: head on a VC that worm 1 owns");
}

}  // namespace
}  // namespace torusim
