#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <memory>
#include <sstream>

#include "models/contract/reference_router.h"
#include "models/foreign/rtl_models.h"
#include "models/watch/network_monitor.h"
#include "models/watch/span_statistics.h"
#include "schedules/core/error.h"
#include "testbench/tests/dense/sums.h"
#include "testbench/tests/levels/any_case.h"
#include "testbench/tests/levels/story.h"
#include "testbench/tests/whole.h"

namespace torusim::test {
namespace {

using End = Outcome::End;

/// Limits of runs at the level pins, which takes long to build a network and microseconds for a router's
/// cycle.
constexpr std::int64_t kMostNodesForPins = 64, kMostForPins = 40'000;

/// A Verilated router of many ports and virtual channels takes several microseconds for a cycle.
constexpr std::int64_t kMostForRtl = 3'000;

/// Limits of runs that are watched flit by flit and span by span: flits on channels, cycles of routers.
constexpr std::int64_t kMostWatched = 30'000, kMostRouterCycles = 200'000;

/// Flits on channels of longer runs, which spans and their histories still watch.
constexpr std::int64_t kMostByHistory = 300'000;

/// A router in whose place two threads must not tick two.
class NotThreadSafeRouter : public ReferenceRouter {
 public:
  using ReferenceRouter::ReferenceRouter;
  bool thread_safe() const override { return false; }
};

/// Foreign routers at all nodes, or at two of three.
ForeignPlacement any_placement(const Topology& topology) {
  ForeignPlacement foreign;
  const bool all = *rc::gen::arbitrary<bool>();
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    if (all || node % 3 != 0) foreign.rtl_nodes.push_back(node);
  }
  return foreign;
}

/// Routers of the contract's plain code.
ForeignPlacement any_reference_routers(const Topology& topology) {
  ForeignPlacement foreign = any_placement(topology);
  const bool not_thread_safe = *rc::gen::arbitrary<bool>();
  foreign.foreign_router = [not_thread_safe](const Hardware& at,
                                             NodeId node) -> std::unique_ptr<ForeignRouter> {
    if (not_thread_safe) return std::make_unique<NotThreadSafeRouter>(at, node);
    return std::make_unique<ReferenceRouter>(at, node);
  };
  return foreign;
}

/// Whether this build has a router in SystemVerilog for the hardware.
bool rtl_serves(const Hardware& hardware) {
  if (hardware.adaptive || hardware.lanes > 2) return false;
  try {
    return rtl::find_model(rtl::built_models(), hardware) != nullptr;
  } catch (const InputError&) {
    return false;
  }
}

/// The table of channels of each.
void expect_same_links(const NetworkStatistics& one, const NetworkStatistics& other, Cycle last) {
  for (ChannelId c = 0; c < one.table().size(); ++c)
    RC_ASSERT(line(one.link(c, last)) == line(other.link(c, last)));
}

/// Nothing is lost between the nodes, the channels and what the run reports.
void expect_nothing_lost(const NetworkMonitor& monitor, NodeId nodes, const Outcome& outcome) {
  std::int64_t hops = 0, ejected = 0, injected = 0, received = 0;
  for (ChannelId c = 0; c < monitor.table().size(); ++c) {
    const LinkStatistics link = monitor.link(c, outcome.cycles);
    RC_ASSERT(link.flits <= link.busy);
    if (!monitor.table().injection(c) && !monitor.table().ejection(c)) hops += link.flits;
  }
  for (NodeId node = 0; node < nodes; ++node) {
    injected += monitor.node(node).flits_injected;
    ejected += monitor.node(node).flits_ejected;
    received += monitor.node(node).messages_received;
  }
  if (outcome.signals == 0) RC_ASSERT(hops == outcome.flit_hops);
  RC_ASSERT(injected == ejected);
  RC_ASSERT(received == outcome.messages);
}

/// The first of the entries in which two lists differ, as text; empty if there is none.
template <typename Entry>
std::string difference(const std::vector<Entry>& one, const std::vector<Entry>& other) {
  for (std::size_t i = 0; i < std::max(one.size(), other.size()); ++i) {
    const auto text = [i](const std::vector<Entry>& all) {
      return i < all.size() ? fmt::format("{}", all[i]) : std::string("nothing");
    };
    if (i >= one.size() || i >= other.size() || one[i] != other[i])
      return text(one) + " is not " + text(other);
  }
  return "";
}

std::string text_of(const Way& way) {
  return fmt::format("{}{}, {} threads, {} observers, {} foreign routers", to_text(way.level),
                     way.sleep ? "" : " awake", way.threads, way.observers.size(),
                     way.foreign.rtl_nodes.size());
}

/// One case, and what its first run gave, with which all others are compared.
class Agreement {
 public:
  explicit Agreement(AnyCase& any) : any_(any), hardware_(any.hardware), sums_(any.hardware) {
    RC_LOG() << fmt::format("{}\n", fmt::join(any_.classes, ", "));
    first_ = any_.simulate({});
    RC_ASSERT(first_.end != End::kFailed || any_.may_stop);
    RC_ASSERT(first_.end != End::kStopped || any_.may_stop);
    RC_ASSERT(first_.end != End::kDeadlock || any_.may_deadlock);
    any_.classes.insert(first_.end == End::kWhole      ? "delivered"
                        : first_.end == End::kDeadlock ? "deadlock"
                        : first_.end == End::kStopped  ? "stopped"
                                                       : "failed");
  }

  void expect_all() {
    expect_same({.observers = {&sums_}});
    if (first_.flit_hops <= kMostByHistory) expect_same_asleep();
    if (takes_a_moment()) {
      expect_same_flit_by_flit();
      expect_same_awake();
      expect_same_with_threads();
      if (!deadlocks_at_the_limit()) {
        expect_same_with_reference_routers();
        expect_same_at_pins();
        expect_same_with_rtl();
      }
    } else {
      expect_same({.threads = *rc::gen::element(2, 3, 5, 8)});
    }
    expect_same_at_dense();
  }

 private:
  bool whole() const { return first_.end == End::kWhole; }
  std::int64_t router_cycles() const { return hardware_.topology.nodes() * first_.cycles; }
  /// Pins and foreign routers know of a deadlock only when nothing has moved for the way of a credit; they
  /// may reach the limit before.
  bool deadlocks_at_the_limit() const {
    const Cycle way_of_a_credit = 2 * hardware_.hop_delay() + (hardware_.slow_links ? 200 : 10);
    return first_.end == End::kDeadlock && any_.max_cycles > 0 &&
           first_.cycles + way_of_a_credit > any_.max_cycles;
  }
  bool takes_a_moment() const {
    return first_.flit_hops <= kMostWatched && router_cycles() <= kMostRouterCycles;
  }

  void expect_same(const Way& way) {
    RC_LOG() << text_of(way) << '\n';
    const std::string text = any_.simulate(way).text;
    RC_ASSERT(text == first_.text);
  }

  void expect_same_story(const Way& asked) {
    Story story;
    Way way = asked;
    way.observers.push_back(&story);
    expect_same(way);
    RC_ASSERT(difference(story.sorted(), asleep_.sorted()) == "");
    RC_ASSERT(difference(story.events(), asleep_.events()) == "");
    RC_ASSERT(story.in_order);
  }

  /// Watched span by span. Spans do not tell for which channel a head waits that may choose.
  void expect_same_asleep() {
    FlitHistory history(hardware_);
    SpanStatistics heard(hardware_, &history);
    PhasesOnChannels phases;
    Way way;
    if (!hardware_.adaptive) way.observers = {&heard, &history};
    if (takes_a_moment()) way.observers.push_back(&asleep_);
    if (hardware_.phase_gates) way.observers.push_back(&phases);
    expect_same(way);
    RC_ASSERT(phases.in_order());
    if (hardware_.adaptive) return;
    expect_same_links(sums_, heard, first_.cycles);
    waits_ = sorted_lines(history);
  }

  void expect_same_flit_by_flit() {
    FlitHistory history(hardware_);
    NetworkMonitor monitor(hardware_, {}, &history);
    FlitWitness witness(hardware_);
    expect_same({.observers = {&monitor, &history, &witness}});
    RC_ASSERT(monitor.violation().value_or("") == "");
    RC_ASSERT(witness.on_failed == 0);
    expect_same_links(sums_, monitor, first_.cycles);
    if (!hardware_.adaptive) RC_ASSERT(difference(sorted_lines(history), waits_) == "");
    flits_ = witness.hash;
    if (!whole()) return;
    RC_ASSERT(monitor.quiet());
    RC_ASSERT(witness.all_shortest());
    expect_nothing_lost(monitor, hardware_.topology.nodes(), first_);
  }

  /// Of a run that is cut off, pins and foreign routers have told less of the last cycle.
  void expect_same_monitored(const Way& asked) {
    NetworkMonitor monitor(hardware_);
    Way way = asked;
    way.observers = {&monitor};
    expect_same(way);
    RC_ASSERT(monitor.violation().value_or("") == "");
    const bool told_all = whole() || (way.level == Level::kFast && way.foreign.rtl_nodes.empty());
    if (told_all) expect_same_links(sums_, monitor, first_.cycles);
  }

  void expect_same_awake() {
    FlitWitness witness(hardware_);
    expect_same_story({.sleep = false, .observers = {&witness}});
    RC_ASSERT(witness.hash == flits_);
  }

  void expect_same_with_threads() {
    const int threads = *rc::gen::element(2, 3, 5, 8);
    expect_same({.threads = threads});
    if (*rc::gen::arbitrary<bool>()) return expect_same_story({.threads = threads});
    expect_same_monitored({.threads = threads});
  }

  /// Routers that choose the ways of heads need pins. Of faults in one cycle, these runs name another.
  void expect_same_with_reference_routers() {
    if (first_.end == End::kFailed) return;
    if (hardware_.adaptive && !pins_take_a_moment()) return;
    Way way{.foreign = any_reference_routers(hardware_.topology)};
    if (hardware_.adaptive) way.level = Level::kPins;
    way.threads = hardware_.adaptive ? 1 : *rc::gen::element(1, 1, 3);
    if (*rc::gen::arbitrary<bool>()) return expect_same(way);
    expect_same_monitored(way);
  }

  bool pins_take_a_moment() const {
#ifdef __SANITIZE_THREAD__
    return false;  // it does not know SystemC's coroutines
#endif
    return hardware_.topology.nodes() <= kMostNodesForPins && router_cycles() <= kMostForPins;
  }

  void expect_same_at_pins() {
    if (!pins_take_a_moment() || first_.end == End::kFailed) return;
    any_.classes.insert("pins");
    // Of a run that is cut off, pins tell no span of the flits that left a router in its last cycle.
    if (!whole() || hardware_.adaptive) return expect_same_monitored({.level = Level::kPins});
    SpanStatistics counted(hardware_);
    expect_same_story({.level = Level::kPins, .observers = {&counted}});
    expect_same_links(sums_, counted, first_.cycles);
  }

  /// Routers in SystemVerilog, watched; in lockstep with routers of plain code, too.
  void expect_same_with_rtl() {
    if (router_cycles() > kMostForRtl || first_.end == End::kFailed) return;
    if (!rtl_serves(hardware_)) return;
    any_.classes.insert("RTL");
    if (hardware_.phase_gates) any_.classes.insert("RTL, gates");
    if (hardware_.bubbles()) any_.classes.insert("RTL, bubble");
    if (hardware_.router_delay > 1) any_.classes.insert("RTL, pipelined");
    Way way{.foreign = any_placement(hardware_.topology)};
    way.foreign.lockstep = *rc::gen::arbitrary<bool>();
    if (one_in(3) && pins_take_a_moment()) {
      way.level = Level::kPins;
    } else {
      way.threads = *rc::gen::element(1, 3);
    }
    expect_same_monitored(way);
  }

  void expect_same_at_dense() {
    if (!any_.fits_dense) return;
    any_.classes.insert("dense");
    const int threads = *rc::gen::element(1, 2, 3, 5);
    expect_same({.level = Level::kDense, .threads = threads});
    SpanStatistics counted(hardware_);
    expect_same({.level = Level::kDense, .threads = threads, .observers = {&counted}});
    RC_ASSERT(first_difference(sums_, counted, first_.cycles) == "");
    if (!any_.simulate_narrow) return;
    SpanStatistics narrow(hardware_);
    RC_ASSERT(any_.simulate_narrow(narrow) == first_.hash);
    RC_ASSERT(first_difference(sums_, narrow, first_.cycles) == "");
  }

  AnyCase& any_;
  const Hardware& hardware_;
  Outcome first_;
  SpanStatistics sums_;
  Story asleep_;
  std::vector<std::string> waits_;
  std::uint64_t flits_ = 0;
};

}  // namespace

void expect_agreement(AnyCase& any) { Agreement(any).expect_all(); }

void expect_agreement(const std::function<AnyCase()>& draw, int one_of, const std::string& shares) {
  std::map<std::string, int> times;
  int cases = 0;
  EXPECT_TRUE(rc::check([&] {
    if (!whole() && !one_in(one_of)) return;
    AnyCase any = draw();
    expect_agreement(any);
    ++cases;
    for (const std::string& name : any.classes) ++times[name];
  }));
  for (const auto& [name, count] : times) testing::Test::RecordProperty(name, count);
  if (cases < 100) return;  // few cases, as under sanitizers, say nothing
  std::istringstream all(shares);
  int least = 0;
  for (std::string name; all >> least && std::getline(all >> std::ws, name, ';');) {
    if (name.starts_with("RTL") && rtl::built_models().empty()) continue;
    EXPECT_GE(100 * times[name], least * cases) << name;
  }
}

}  // namespace torusim::test
