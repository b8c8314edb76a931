// A run has the same spans at every level, whether its routers sleep or not.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <tuple>

#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

/// Writes down all spans, and that they come as the interface says.
class SpanRecorder : public Observer {
 public:
  using Entry = std::tuple<Cycle, ChannelId, Cycle, std::uint32_t, std::uint32_t, int, ChannelId, int>;

  bool wants_moves() const override { return false; }
  void moved(Cycle, std::span<const FlitMove>) override {}
  bool wants_spans() const override { return true; }
  void span_began(const FlitSpan& span) override {
    in_order &= span.begin >= latest_;
    latest_ = span.begin;
  }
  void span_ended(const FlitSpan& span) override {
    entries.emplace_back(span.begin, span.channel, span.last, span.number, span.first, span.vc, span.from,
                         span.from_vc);
  }
  void started(Cycle, const Worm&) override {}
  void delivered(Cycle, const Worm&) override {}
  void phase_began(Cycle, int, const std::string&) override {}
  void phase_ended(Cycle, int, const std::string&) override {}

  std::vector<Entry> sorted() {
    std::sort(entries.begin(), entries.end());
    return entries;
  }
  std::vector<Entry> entries;
  bool in_order = true;

 private:
  Cycle latest_ = 0;
};

RC_GTEST_PROP(Spans, AreTheSameAtEveryLevelAndAsleep, ()) {
  const std::string shape = *rc::gen::element<std::string>("ring:5", "path:4", "torus:3x4", "torus:2x2x3");
  StoredSchedule schedule = test::random_exchange(Topology::parse(shape), *rc::gen::inRange(1, 4),
                                                  *rc::gen::inRange(1, 4), *rc::gen::arbitrary<unsigned>());
  RunOptions options =
      test::options_for(schedule, *rc::gen::element(Synchronisation::kNone, Synchronisation::kPriority));
  Hardware& hardware = options.hardware;
  hardware.alpha = *rc::gen::inRange(1, hardware.network_ports() + 1);
  hardware.link_delay = *rc::gen::inRange(1, 4);
  hardware.reserve = *rc::gen::inRange(1, 10);
  hardware.shared = *rc::gen::inRange(0, 4);
  options.block_flits = *rc::gen::element(1, 5, 63, 70, 200);
  hardware.switching = *rc::gen::element(Switching::kWormhole, Switching::kWormhole, Switching::kCutThrough,
                                         Switching::kStoreAndForward, Switching::kCircuit);
  if (hardware.buffers_whole_worms()) hardware.reserve += options.block_flits;
  SpanRecorder asleep, awake, pins;
  options.observers = {&asleep};
  simulate(schedule, options);
  options.sleep = false;
  options.observers = {&awake};
  simulate(schedule, options);
  RC_ASSERT(asleep.in_order && awake.in_order);
  RC_ASSERT(asleep.sorted() == awake.sorted());
  if (options.block_flits > 70) return;  // pins take their time
  options.level = Level::kPins;
  options.observers = {&pins};
  simulate(schedule, options);
  RC_ASSERT(pins.in_order);
  RC_ASSERT(asleep.sorted() == pins.sorted());
}

// A streaming worm has the pool of its far buffer full: every credit opens it for another VC's worm, before
// the next flit takes the slot. That worm is put forward in every cycle, loses the link, and a stream that
// comes by its input port must take turns with it. Found by the property above, in one case of some ten
// thousand.
TEST(Spans, AStreamTakesTurnsWithAWormForWhichEveryCreditOpensThePool) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:3x4"), 3, 3, 2376582946U);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.hardware.alpha = 1;
  options.hardware.reserve = 4;
  options.hardware.shared = 2;
  options.block_flits = 70;
  SpanRecorder asleep, awake;
  options.observers = {&asleep};
  simulate(schedule, options);
  options.sleep = false;
  options.observers = {&awake};
  simulate(schedule, options);
  EXPECT_EQ(asleep.sorted(), awake.sorted());
}

}  // namespace
}  // namespace torusim
