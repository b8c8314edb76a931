// Tables and waits from spans, and the tables that routers and node interfaces count themselves, are those
// that the monitor counts flit by flit, whatever the hardware.
#include "models/watch/span_statistics.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <random>

#include "models/watch/flit_history.h"
#include "models/watch/network_monitor.h"
#include "schedules/algorithms/registry.h"
#include "testbench/tests/models/any_run.h"

namespace torusim {
namespace {

/// Everything that is known of a worm.
std::string text(const WormRecord& w) {
  return fmt::format(
      "worm {}: started {}, injected {}, sent {}, head out {}, tail out {}, stalls {} {} {} {}, {} "
      "preemptions",
      w.number, w.started, w.injected, w.sent, w.head_out, w.tail_out, w.stalls[0], w.stalls[1], w.stalls[2],
      w.stalls[3], w.preemptions);
}

/// Everything that a history knows of worms and their waits, in an order of its own.
std::vector<std::string> lines(const FlitHistory& history) {
  std::vector<std::string> result;
  for (const WormRecord& worm : history.worms()) result.push_back(text(worm));
  for (const Wait& wait : history.waits()) {
    const WormPassage& passage = history.passages()[wait.passage];
    result.push_back(
        fmt::format("wait of {} behind channel {} for {}: {} to {}, cause {}, blocker {}",
                    history.worms()[passage.worm].number, passage.channel, wait.wanted, wait.begin,
                    wait.end(), static_cast<int>(wait.cause()),
                    wait.blocker == kNoIndex ? -1 : std::int64_t{history.worms()[wait.blocker].number}));
  }
  std::sort(result.begin(), result.end());
  return result;
}

/// The first difference between the tables of a run; empty if there is none.
std::string difference(const Hardware& hardware, const NetworkStatistics& monitor,
                       const NetworkStatistics& spans, Cycle cycles) {
  for (ChannelId c = 0; c < monitor.table().size(); ++c) {
    const LinkStatistics a = monitor.link(c, cycles), b = spans.link(c, cycles);
    if (a == b) continue;
    return fmt::format(
        "{}: flits {} {}, busy {} {}, idle {} {}, credit {} {}, allocation {} {}, preemption {} {}, "
        "arbitration {} {}, peak {} {}",
        monitor.table().name(c), a.flits, b.flits, a.busy, b.busy, a.idle, b.idle, a.stalled_credit,
        b.stalled_credit, a.stalled_allocation, b.stalled_allocation, a.stalled_preemption,
        b.stalled_preemption, a.stalled_arbitration, b.stalled_arbitration, a.peak_occupancy,
        b.peak_occupancy);
  }
  for (NodeId n = 0; n < hardware.topology.nodes(); ++n) {
    if (monitor.node(n) != spans.node(n)) return fmt::format("node {}", n);
  }
  return "";
}

/// The same of what is known of worms.
std::string difference(const FlitHistory& flit_by_flit, const FlitHistory& history) {
  // Worms that start in one cycle come in any order.
  const std::vector<std::string> a = lines(flit_by_flit), b = lines(history);
  const auto at = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (at.first == a.end() && at.second == b.end()) return "";
  return (at.first == a.end() ? "nothing" : *at.first) + "; by spans " +
         (at.second == b.end() ? "nothing" : *at.second);
}

/// The same run watched flit by flit, by spans, and counted by the network itself; and, with `pins`, watched
/// at the pins level.
std::string difference_of(Schedule& schedule, RunOptions options, bool pins = false) {
  FlitHistory flit_by_flit(options.hardware), history(options.hardware);
  NetworkMonitor monitor(options.hardware, {}, &flit_by_flit);
  SpanStatistics spans(options.hardware, &history);
  options.observers = {&monitor, &flit_by_flit};
  const RunResult result = simulate(schedule, options);
  if (monitor.violation()) return *monitor.violation();
  options.observers = {&spans, &history};
  const RunResult again = simulate(schedule, options);
  SpanStatistics counted(options.hardware);
  options.observers = {&counted};
  const RunResult unwatched = simulate(schedule, options);
  for (const RunResult& other : {again, unwatched}) {
    if (result.ejection_hash != other.ejection_hash || result.cycles != other.cycles) return "another run";
  }
  flit_by_flit.finish();
  history.finish();
  std::string found = difference(options.hardware, monitor, counted, result.cycles);
  if (!found.empty()) return "counted: " + found;
  if (pins) {
    NetworkMonitor at_pins(options.hardware);
    options.level = Level::kPins;
    options.observers = {&at_pins};
    simulate(schedule, options);
    found = difference(options.hardware, monitor, at_pins, result.cycles);
    if (!found.empty()) return "at the pins: " + found;
  }
  found = difference(options.hardware, monitor, spans, result.cycles);
  return found.empty() ? difference(flit_by_flit, history) : found;
}

RC_GTEST_PROP(SpanStatisticsOnRuns, CountWhatTheMonitorCounts, ()) {
  const std::string shape =
      *rc::gen::element<std::string>("ring:2", "ring:5", "path:4", "torus:3x4", "mesh:3x3", "torus:4x3m",
                                     "torus:2x2x3", "torus:4x4", "torus:4kx3");
  const int classes = *rc::gen::oneOf(rc::gen::inRange(1, 5), rc::gen::inRange(5, 31));  // up to 60 VCs
  StoredSchedule schedule = test::random_exchange(Topology::parse(shape), *rc::gen::inRange(1, 5), classes,
                                                  *rc::gen::arbitrary<unsigned>());
  RunOptions options = test::options_for(schedule, test::any_sync_or_gates());
  Hardware& hardware = options.hardware;
  hardware.alpha = *rc::gen::inRange(1, hardware.network_ports() + 1);
  hardware.lanes = *rc::gen::inRange(1, 3);  // one may deadlock
  hardware.link_delay = *rc::gen::inRange(1, 5);
  hardware.reserve = *rc::gen::inRange(1, 10);
  hardware.shared = *rc::gen::element(0, 0, 1, 3, 6);
  options.block_flits = *rc::gen::element(0, 1, 3, 7, 12, 63, 80);
  hardware.switching =
      *rc::gen::element(Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward,
                        Switching::kCircuit, Switching::kBubble);
  hardware.arbitration = test::any_arbitration();
  if (hardware.buffers_whole_worms()) hardware.reserve += options.block_flits;
  test::suit_bubble(hardware, *rc::gen::inRange(2, 5), 1 + options.block_flits);
  options.startup = *rc::gen::inRange(0, 20);
  options.barrier = *rc::gen::inRange(0, 20);
  options.max_cycles = *rc::gen::element(0, 0, 0, 40, 300);
  // A run that is cut off ends a flit apart at the two levels.
  const bool pins = options.max_cycles == 0 && *rc::gen::arbitrary<bool>();
  RC_ASSERT(difference_of(schedule, options, pins) == "");
}

/// So many that a port of a router has more than a word of them.
TEST(SpanStatisticsOnRuns, OfManyVirtualChannels) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:3x3"), 2, 20, 5);
  for (const int shared : {0, 4}) {
    RunOptions options = test::options_for(schedule, Synchronisation::kNone);
    options.hardware.reserve = 2;
    options.hardware.shared = shared;
    options.block_flits = 9;
    EXPECT_EQ(difference_of(schedule, options), "") << shared;
  }
}

/// Every fourth node sends a message to a random one.
StoredSchedule random_messages(const Topology& topology, unsigned seed) {
  std::mt19937 random(seed);
  Phase phase;
  phase.name = "all";
  for (NodeId from = 0; from < topology.nodes(); from += 4) {
    const auto to = static_cast<NodeId>(random() % static_cast<unsigned>(topology.nodes()));
    if (from != to) phase.transfers.push_back(test::transfer(topology, from, to, 0));
  }
  ScheduleInfo info;
  info.name = "random";
  info.topology = topology;
  return StoredSchedule(info, {phase});
}

/// In a large network observers are told many of a cycle's spans at once.
TEST(SpanStatisticsOnRuns, OfALargeNetwork) {
  StoredSchedule schedule = random_messages(Topology::parse("torus:55x50"), 7);
  for (const int block : {2, 70}) {
    RunOptions options = test::options_for(schedule, Synchronisation::kNone);
    options.block_flits = block;
    EXPECT_EQ(difference_of(schedule, options), "") << block;
  }
}

TEST(SpanStatisticsOnRuns, TheAlgorithmsUnderEverySynchronisation) {
  for (const auto& [name, shape] :
       {std::pair{"ring-gs", "ring:12"}, {"t4", "torus:8x8"}, {"t1", "torus:4x6"}}) {
    const auto schedule = make_schedule(name, Topology::parse(shape));
    for (const auto sync : {Synchronisation::kNone, Synchronisation::kBarrier, Synchronisation::kLocal,
                            Synchronisation::kPriority, Synchronisation::kSwitch}) {
      if (sync == Synchronisation::kLocal && !schedule->info().has_signals) continue;
      for (const int block : {1, 70}) {
        RunOptions options = test::options_for(*schedule, sync);
        options.block_flits = block;
        options.startup = 3;
        EXPECT_EQ(difference_of(*schedule, options), "") << name << " " << to_text(sync) << " " << block;
      }
    }
  }
}

}  // namespace
}  // namespace torusim
