// The reference router by hand: one rule of docs/router.md after the other, cycle by cycle on its wires.
#include "models/contract/reference_router.h"

#include <gtest/gtest.h>

#include <string>

namespace torusim {
namespace {

/// Node (0,0) of a torus, where nothing that goes on crosses a dateline: ports 0 to 3 are +x, -x, +y, -y, 4
/// is local.
class ReferenceRouterTest : public testing::Test {
 protected:
  ReferenceRouterTest() {
    hardware_.topology = Topology::parse("torus:4x4");
    hardware_.reserve = 16;
  }
  void reset() {
    router_.emplace(hardware_, 0);
    in_ = RouterWires(hardware_.ports());
    out_ = RouterWires(hardware_.ports());
    now_ = 0;
  }
  /// A flit of worm `number` is on the wires of input `in`; heads leave by `out` for one hop and are then
  /// ejected.
  void put(int in, int vc, std::uint32_t number, std::uint32_t index, std::uint32_t flits, int out) {
    const std::uint64_t route = std::uint64_t(out + 32) | std::uint64_t{4 + 32} << 16;
    const bool head = index == 0;
    in_.put(in,
            Forward{true, head, index + 1 == flits, static_cast<std::uint8_t>(vc),
                    Data{std::uint64_t(head ? flits : index) << 32 | number, head ? route : 1000 + index}});
  }
  void credit(int out, int vc) { in_.put(out, Backward{true, static_cast<std::uint8_t>(vc), false, 0}); }
  /// The next clock edge; says what is on the output wires then: flits as PORT:WORM.INDEX/VC, credits as
  /// -PORT/VC, acks as ^PORT/VC.
  std::string tick() {
    router_->tick(++now_, in_, out_);
    in_.clear();
    std::string text;
    for (int p = 0; p < hardware_.ports(); ++p) {
      const Forward flit = out_.flit(p);
      const Backward back = out_.back(p);
      const auto item = [&](const std::string& what, int vc) {
        text += (text.empty() ? "" : " ") + what + "/" + std::to_string(vc);
      };
      if (flit.valid) {
        const std::uint32_t index = flit.head ? 0 : length_or_index(flit.data);
        item(
            std::to_string(p) + ":" + std::to_string(message_number(flit.data)) + "." + std::to_string(index),
            flit.vc);
      }
      if (back.credit) item("-" + std::to_string(p), back.credit_vc);
      if (back.ack) item("^" + std::to_string(p), back.ack_vc);
    }
    return text;
  }

  Hardware hardware_;
  std::optional<ReferenceRouter> router_;
  RouterWires in_, out_;
  Cycle now_ = 0;
};

TEST_F(ReferenceRouterTest, AFlitTakesACycleAndItsSlotIsCredited) {
  reset();
  EXPECT_TRUE(router_->idle());
  put(1, 0, 7, 0, 3, 0);
  EXPECT_EQ(tick(), "");  // it is in the buffer now
  EXPECT_FALSE(router_->idle());
  put(1, 0, 7, 1, 3, 0);
  EXPECT_EQ(tick(), "0:7.0/0 -1/0");
  EXPECT_EQ(out_.flit(0).data, (Data{std::uint64_t{3} << 32 | 7, 4 + 32}));  // a segment less
  EXPECT_TRUE(out_.flit(0).head);
  EXPECT_FALSE(out_.flit(0).tail);
  put(1, 0, 7, 2, 3, 0);
  EXPECT_EQ(tick(), "0:7.1/0 -1/0");
  EXPECT_EQ(out_.flit(0).data, (Data{std::uint64_t{1} << 32 | 7, 1001}));  // untouched
  EXPECT_EQ(tick(), "0:7.2/0 -1/0");
  EXPECT_TRUE(out_.flit(0).tail);
  EXPECT_FALSE(router_->idle());  // its wires are still to rest
  EXPECT_EQ(tick(), "");
  EXPECT_TRUE(router_->idle());
}

TEST_F(ReferenceRouterTest, InputsOfAClassTakeTurns) {
  reset();
  for (const int in : {1, 2, 3}) put(in, 0, 10 * in, 0, 1, 0);
  EXPECT_EQ(tick(), "");
  for (const int in : {1, 2, 3}) put(in, 0, 10 * in + 1, 0, 1, 0);
  // The first one, then from the one behind the winner on, going round.
  for (const char* expected : {"0:10.0/0 -1/0", "0:20.0/0 -2/0", "0:30.0/0 -3/0", "0:11.0/0 -1/0",
                               "0:21.0/0 -2/0", "0:31.0/0 -3/0", ""}) {
    EXPECT_EQ(tick(), expected);
  }
}

/// Limits are of the cycle in which heads ask; payload passes closed gates.
TEST_F(ReferenceRouterTest, AHeadWaitsForTheGateOfItsOutput) {
  reset();
  in_.gates.resize(hardware_.ports());
  in_.gates[0] = {7, 9};
  in_.gates[2] = {0, 0};
  put(1, 0, 6, 0, 2, 0);
  EXPECT_EQ(tick(), "");
  put(1, 0, 6, 1, 2, 0);
  put(3, 0, 7, 0, 1, 0);
  EXPECT_EQ(tick(), "0:6.0/0 -1/0");
  in_.gates[0] = {0, 0};
  EXPECT_EQ(tick(), "0:6.1/0 -1/0");
  EXPECT_EQ(tick(), "");  // 7 waits
  in_.gates[0] = {7, 9};
  EXPECT_EQ(tick(), "");
  in_.gates[0] = {9, 9};
  EXPECT_EQ(tick(), "0:7.0/0 -3/0");
  put(1, 0, 1, 0, 1, 2);
  EXPECT_EQ(tick(), "");
  EXPECT_EQ(tick(), "");
  in_.gates[2] = {2, 2};
  EXPECT_EQ(tick(), "-1/0 2:1.0/0");
}

TEST_F(ReferenceRouterTest, LanesOfAnInputTakeTurns) {
  hardware_.reserve = 2;
  reset();
  const auto both_outputs_are_credited = [&] {
    for (const int out : {0, 2}) credit(out, 0);
  };
  for (const int out : {0, 0, 2, 2}) {
    put(3, 0, 9, 0, 1, out);
    tick();
  }
  for (const int lane : {0, 0, 1, 1}) {  // all credits are used up: these wait
    put(1, lane, 1 + lane, 0, 1, 2 * lane);
    tick();
  }
  both_outputs_are_credited();
  EXPECT_EQ(tick(), "");
  both_outputs_are_credited();
  EXPECT_EQ(tick(), "0:1.0/0 -1/0");
  EXPECT_EQ(tick(), "-1/1 2:2.0/0");
  EXPECT_EQ(tick(), "0:1.0/0 -1/0");
  EXPECT_EQ(tick(), "-1/1 2:2.0/0");
}

TEST_F(ReferenceRouterTest, TheMoreUrgentGoesFirstAtTheNextFlit) {
  hardware_.classes = 2;
  reset();
  put(1, 2, 1, 0, 3, 0);  // class 1
  tick();
  put(1, 2, 1, 1, 3, 0);
  put(2, 0, 2, 0, 1, 0);  // class 0
  EXPECT_EQ(tick(), "0:1.0/2 -1/2");
  put(1, 2, 1, 2, 3, 0);
  EXPECT_EQ(tick(), "0:2.0/0 -2/0");
  EXPECT_EQ(tick(), "0:1.1/2 -1/2");
  EXPECT_EQ(tick(), "0:1.2/2 -1/2");
}

TEST_F(ReferenceRouterTest, TransitFirstIsOfOneClass) {
  hardware_.arbitration = Arbitration::kTransitFirst;
  hardware_.classes = 2;
  reset();
  put(4, 0, 1, 0, 1, 0);
  for (std::uint32_t i = 0; i < 3; ++i) {
    put(1, 0, 10 + i, 0, 1, 0);
    EXPECT_EQ(tick(), i == 0 ? "" : "0:" + std::to_string(9 + i) + ".0/0 -1/0");
  }
  EXPECT_EQ(tick(), "0:12.0/0 -1/0");
  EXPECT_EQ(tick(), "0:1.0/0 -4/0");  // at last
  put(4, 0, 1, 0, 1, 0);
  put(1, 2, 2, 0, 1, 0);  // less urgent
  tick();
  EXPECT_EQ(tick(), "0:1.0/0 -4/0");
  EXPECT_EQ(tick(), "0:2.0/2 -1/2");
}

TEST_F(ReferenceRouterTest, ACreditForEverySlot) {
  hardware_.reserve = 1;
  hardware_.shared = 1;
  hardware_.classes = 2;
  reset();
  const char* const expected[] = {"", "0:1.0/0 -1/0", "0:1.1/0 -1/0",
                                  ""};  // its own slot, and the shared one
  for (std::uint32_t i = 0; i < 4; ++i) {
    put(1, 0, 1, i, 4, 0);
    EXPECT_EQ(tick(), expected[i]);
  }
  put(2, 2, 2, 0, 2, 0);
  tick();
  put(2, 2, 2, 1, 2, 0);
  EXPECT_EQ(tick(), "0:2.0/2 -2/2");  // another VC still has its own,
  EXPECT_EQ(tick(), "");              // and no more
  credit(0, 0);
  EXPECT_EQ(tick(), "");
  EXPECT_EQ(tick(), "0:1.2/0 -1/0");
  EXPECT_EQ(tick(), "");
  credit(0, 2);
  EXPECT_EQ(tick(), "");
  EXPECT_EQ(tick(), "0:2.1/2 -2/2");
}

TEST_F(ReferenceRouterTest, AnOutputChannelHasOneOwner) {
  reset();
  put(1, 0, 1, 0, 2, 0);
  tick();
  put(2, 0, 2, 0, 1, 0);
  EXPECT_EQ(tick(), "0:1.0/0 -1/0");
  EXPECT_EQ(tick(), "");  // free for a flit, but not for another worm's head
  put(1, 0, 1, 1, 2, 0);
  EXPECT_EQ(tick(), "");
  EXPECT_EQ(tick(), "0:1.1/0 -1/0");
  EXPECT_EQ(tick(), "0:2.0/0 -2/0");
}

TEST_F(ReferenceRouterTest, WholeWorms) {
  hardware_.switching = Switching::kStoreAndForward;
  reset();
  for (std::uint32_t i = 0; i < 3; ++i) {
    put(1, 0, 1, i, 3, 0);
    EXPECT_EQ(tick(), "");  // until all three are in the buffer
  }
  EXPECT_EQ(tick(), "0:1.0/0 -1/0");

  hardware_.switching = Switching::kCutThrough;
  hardware_.reserve = 2;
  hardware_.shared = 1;
  reset();
  put(1, 0, 1, 0, 2, 0);
  tick();
  put(1, 0, 1, 1, 2, 0);
  EXPECT_EQ(tick(), "0:1.0/0 -1/0");  // room for both
  put(1, 0, 2, 0, 2, 0);
  EXPECT_EQ(tick(), "0:1.1/0 -1/0");
  put(1, 0, 2, 1, 2, 0);
  EXPECT_EQ(tick(), "");  // one slot is left, the worm has two flits
  credit(0, 0);
  EXPECT_EQ(tick(), "");
  EXPECT_EQ(tick(), "0:2.0/0 -1/0");
  EXPECT_EQ(tick(), "0:2.1/0 -1/0");
}

TEST_F(ReferenceRouterTest, AcksFollowTheOwnedPathBackwards) {
  hardware_.switching = Switching::kCircuit;
  reset();
  put(1, 1, 1, 0, 2, 0);
  tick();
  EXPECT_EQ(tick(), "0:1.0/1 -1/1");
  in_.put(0, Backward{false, 0, true, 0});  // for a channel that nobody owns
  EXPECT_EQ(tick(), "");
  in_.put(0, Backward{false, 0, true, 1});
  EXPECT_EQ(tick(), "^1/1");
  EXPECT_EQ(tick(), "");
  // Two for one input in a cycle: the lowest VC first.
  put(1, 0, 2, 0, 2, 2);
  tick();
  EXPECT_EQ(tick(), "-1/0 2:2.0/0");
  in_.put(0, Backward{false, 0, true, 1});
  in_.put(2, Backward{false, 0, true, 0});
  EXPECT_EQ(tick(), "^1/0");
  EXPECT_EQ(tick(), "^1/1");
}

}  // namespace
}  // namespace torusim
