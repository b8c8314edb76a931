// Callbacks that throw, advance, end, send, replace or destroy, from each callback of the doors of C++ and C.
// Exceptions reach the caller, refused calls have no effect, and the rest of the run is as without them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <utility>

#include "models/part/network.h"
#include "schedules/tests/refusal.h"
#include "testbench/library/torusim.h"
#include "testbench/tests/part/recorded_run.h"

namespace torusim {
namespace {

using test::refusal;

/// In the order of kinds: listeners, between cycles, observers.
enum From { kLeft, kDelivered, kRoom, kPause, kStarted, kMoved, kTaken, kCallbacks };
constexpr bool is_observer(int from) { return from >= kStarted; }

/// A network whose callbacks call `act`, once, from the chosen one.
class Called : public Observer {
 public:
  Called(int from, Level level, int threads) : from_(from) {
    RunOptions options = test::torus("torus:8x8");
    options.level = level;
    options.threads = threads;
    if (level == Level::kFast) options.observers = {this};
    network = std::make_unique<Network>(options);
    network->on_left([this](const MessageEvent&) { call(kLeft); });
    network->on_delivered([this](const MessageEvent&) { call(kDelivered); });
    network->on_room([this](NodeId) { call(kRoom); });
    network->on_pause([this] { return call(kPause); });
    for (NodeId node = 0; node < 64; ++node) {
      for (Cycle round = 0; round < 120; ++round) {
        network->send(
            {.source = node, .destination = (node + 9) % 64, .flits = 5, .earliest = 11 * round + node % 11});
      }
    }
  }
  void moved(Cycle, std::span<const FlitMove>) override { call(kMoved); }
  void started(Cycle, const Worm&) override { call(kStarted); }
  void delivered(Cycle, const Worm&) override { call(kTaken); }

  std::uint64_t hash_of_the_rest() {
    EXPECT_EQ(network->run(), Advanced::kIdle);
    network->finish();
    return network->ejection_hash();
  }

  std::function<void(Network&)> act;
  std::unique_ptr<Network> network;

 private:
  bool call(int from) {
    if (from == from_ && act && network->now() > 50) std::exchange(act, {})(*network);
    return true;
  }
  const int from_;
};

void look_at(int from, Level level, int threads) {
  SCOPED_TRACE(fmt::format("callback {}, {}, {} threads", from, to_text(level), threads));
  const std::uint64_t expected = Called(kCallbacks, level, threads).hash_of_the_rest();
  {
    Called thrower(from, level, threads);
    thrower.act = [](Network&) { throw std::domain_error("of a callback"); };
    for (int times = 0; times < (is_observer(from) ? 3 : 1); ++times) {
      EXPECT_THROW(thrower.network->run(), std::domain_error);
    }
    if (is_observer(from)) {
      thrower.network->finish();
    } else {
      EXPECT_EQ(thrower.hash_of_the_rest(), expected);
    }
  }
  {
    Called thrower(from, level, threads);
    thrower.act = [](Network&) { throw 7; };
    EXPECT_THROW(thrower.network->run(), int);
  }
  Called caller(from, level, threads);
  std::vector<std::string> said;
  caller.act = [&](Network& network) {
    said.push_back(refusal([&] { network.advance(1'000'000); }));
    said.push_back(refusal([&] { network.finish(); }));
    said.push_back(refusal([&] { network.explain_deadlock(); }));
    if (is_observer(from)) said.push_back(refusal([&] { network.send({.source = 0, .destination = 1}); }));
    // The functions that run now are replaced.
    if (from == kPause) network.on_pause([] { return true; });
    if (from == kLeft) network.on_left({});
    if (from == kDelivered) network.on_delivered([](const MessageEvent&) {});
    if (from == kRoom) network.on_room({});
    if (!is_observer(from)) network.stop();
  };
  if (!is_observer(from)) {
    EXPECT_EQ(caller.network->run(), Advanced::kInterrupted);
  }
  EXPECT_FALSE(caller.network->idle());
  EXPECT_EQ(caller.hash_of_the_rest(), expected);
  std::vector<std::string> refusals{"network: advance inside a listener", "network: finish inside a listener",
                                    "accepted"};
  if (is_observer(from)) refusals.emplace_back("network: send inside an observer");
  EXPECT_EQ(said, refusals);
  EXPECT_EQ(refusal([&] { Network(test::torus("ring:4")).stop(); }), "network: stop outside a listener");
}

TEST(Callbacks, OfANetworkInCpp) {
  for (int from = 0; from < kCallbacks; ++from) {
    for (const int threads : {1, 2}) look_at(from, Level::kFast, threads);
    if (!is_observer(from)) look_at(from, Level::kDense, 1);
  }
}

/// What a listener of the C library does, and what torusim_advance() then returns.
struct Act {
  const char* name;
  void (*act)(torusim_network*);
  int outcome;
  const char* error;
};

struct Listening {
  torusim_network* network;
  const Act* act;
  int which;
};

template <int kWhich>
void call(void* user) {
  auto& self = *static_cast<Listening*>(user);
  if (self.which == kWhich && self.act != nullptr) std::exchange(self.act, nullptr)->act(self.network);
}

constexpr Act kActs[] = {
    {"throw", [](torusim_network*) { throw std::domain_error("of a listener"); }, TORUSIM_INTERNAL,
     "of a listener"},
    {"throw a number", [](torusim_network*) { throw 7; }, TORUSIM_INTERNAL,
     "an exception that is not a std::exception"},
    {"destroy", [](torusim_network* network) { torusim_destroy(network); }, TORUSIM_IDLE,
     "network: destroy inside a listener, or while another thread uses it"},
    {"advance", [](torusim_network* network) { torusim_advance(network, TORUSIM_FOREVER, 0); }, TORUSIM_IDLE,
     "network: advance inside a listener"},
    {"finish", [](torusim_network* network) { torusim_finish(network); }, TORUSIM_IDLE,
     "network: finish inside a listener"},
    {"deliveries", [](torusim_network* network) { torusim_deliveries(network, nullptr, 5); }, TORUSIM_IDLE,
     nullptr},
    {"stop", [](torusim_network* network) { torusim_stop(network); }, TORUSIM_INTERRUPTED, nullptr},
    {"replace",
     [](torusim_network* network) {
       torusim_on_delivered(network, nullptr, nullptr);
       torusim_on_left(network, nullptr, nullptr);
       torusim_on_pause(network, nullptr, nullptr);
     },
     TORUSIM_IDLE, nullptr},
};

TEST(Callbacks, OfANetworkInC) {
  for (const Act& act : kActs) {
    for (int which = 0; which < 3; ++which) {
      SCOPED_TRACE(fmt::format("{} in {}", act.name, which));
      torusim_network* const network = torusim_create("-t torus:8x8");
      Listening self{network, &act, which};
      torusim_on_left(
          network, [](void* user, const torusim_event*) { call<0>(user); }, &self);
      torusim_on_delivered(
          network, [](void* user, const torusim_event*) { call<1>(user); }, &self);
      torusim_on_pause(
          network, [](void* user) { return call<2>(user), 0; }, &self);
      torusim_send_simple(network, 9, 0, 5, 0, 0, 0);
      for (int i = 1; i < 2000; ++i) torusim_send_simple(network, i % 7, 63, 5, 3 * i, 0, 0);
      EXPECT_EQ(torusim_advance(network, TORUSIM_FOREVER, 0), act.outcome);
      EXPECT_EQ(self.act, nullptr);
      if (act.error != nullptr) {
        EXPECT_STREQ(torusim_error(), act.error);
      }
      EXPECT_EQ(torusim_advance(network, TORUSIM_FOREVER, 0), TORUSIM_IDLE);
      EXPECT_EQ(torusim_in_flight(network), 0);
      torusim_send_simple(network, 1, 0, 5, 0, 0, 0);
      torusim_destroy(network);  // with a message under way
      torusim_destroy(network);
      EXPECT_EQ(torusim_now(network), TORUSIM_INPUT);
      EXPECT_EQ(torusim_send_simple(network, 1, 0, 5, 0, 0, 0), TORUSIM_INPUT);
      EXPECT_EQ(torusim_advance(network, TORUSIM_FOREVER, 0), TORUSIM_INPUT);
      EXPECT_EQ(torusim_explain_deadlock(network), nullptr);
      EXPECT_STREQ(torusim_error(), "the network has been destroyed");
      EXPECT_EQ(torusim_deliveries(network, nullptr, 5), 0u);
    }
  }
}

}  // namespace
}  // namespace torusim
