#include <algorithm>
#include <memory>

#include "models/dense/network.h"
#include "models/run/level_choice.h"
#include "models/run/traffic_run.h"
#include "models/sources/open_loop.h"
#include "models/watch/scoreboard.h"
#include "schedules/core/error.h"
#include "schedules/reroute/rerouted_schedule.h"
#include "schedules/tests/failed_networks.h"
#include "testbench/tests/levels/any_case.h"
#include "testbench/tests/models/result_text.h"

namespace torusim::test {
namespace {

bool sends(const PatternOptions& pattern, const Topology& topology) {
  try {
    return Pattern(pattern, topology).senders() > 0;
  } catch (const InputError&) {
    return false;
  }
}

/// Routes and classes round the failed links.
void reroute(TrafficOptions& options) {
  const bool replies = options.traffic.closed.on();
  const Topology& topology = options.hardware.topology;
  const Reroute how = *rc::gen::element(Reroute::kLayered, Reroute::kSpread);
  const Pattern destinations(options.pattern, topology);
  options.pairs = rerouted_pairs(topology, how, 2, [&](const auto& visit) {
    for (NodeId from = 0; from < topology.nodes(); ++from) {
      if (!destinations.sends(from)) continue;
      const auto only = destinations.only_destination(from);
      for (NodeId to = 0; to < topology.nodes(); ++to) {
        if (to == from || (only && to != *only)) continue;
        visit(from, to);
        if (replies) visit(to, from);
      }
    }
  });
  options.hardware.classes = options.pairs->classes() * (replies && one_in(2) ? 2 : 1);
}

void draw_traffic(OpenLoopOptions& traffic, Shape shape) {
  const bool large = is_large(shape);
  traffic.packet = PacketMix::parse(
      large ? *rc::gen::element<std::string>("8", "1", "1,8", "2:0.7,30:0.3")
            : *rc::gen::element<std::string>("8", "1", "1,8", "3,5,7", "1,2,3,8", "20", "64", "1,300"));
  traffic.injection = ArrivalKind::parse(
      *rc::gen::element<std::string>("bernoulli", "bernoulli", "bursty:20", "bursty:64:0.5"));
  const double highest = std::min(1.0, traffic.injection.highest_load(traffic.packet.mean_flits()));
  const double share = large ? *rc::gen::element(0.002, 0.03, 0.2, 0.9) : *rc::gen::inRange(1, 101) / 100.0;
  traffic.load = highest * share;
  if (!large && one_in(3)) traffic.load /= 20;
  traffic.startup = *rc::gen::element<Cycle>(0, 0, 1, 3, 30);
  traffic.warm_up = *rc::gen::element<Cycle>(0, 60, large ? 100 : 200);
  traffic.window = *rc::gen::inRange<Cycle>(30, large ? 120 : 400);
  traffic.drain = *rc::gen::inRange<Cycle>(0, large ? 150 : 400);
  traffic.seed = *rc::gen::arbitrary<std::uint64_t>();
}

/// In a third of the cases, requests and replies in place of packets at a load. All outstanding requests of
/// large networks end after the window, so they are few and short.
void draw_loop(TrafficOptions& options, bool large) {
  if (!one_in(3)) return;
  options.traffic.closed = {large ? *rc::gen::element(1, 2, 8) : *rc::gen::element(1, 2, 8, 40),
                            large ? *rc::gen::element(1, 2) : *rc::gen::element(1, 2, 4, 30),
                            *rc::gen::element<Cycle>(0, 1, 20, 1500)};
  options.hardware.classes = *rc::gen::element(1, 2, 2);
}

/// Routes by other rules, and lanes that they name.
void draw_routing(TrafficOptions& options) {
  const auto routing =
      *rc::gen::element(Routing::kDimensionOrder, Routing::kValiant, Routing::kRomm, Routing::kRandomOrder);
  if (!SourceRouting::unsupported_reason(options.hardware.topology, routing).empty()) return;
  options.traffic.routing = {routing, *rc::gen::element(LaneChoice::kDateline, LaneChoice::kBalanced)};
  if (2 * options.hardware.network_ports() <= Hardware::kMaxPorts)
    options.hardware.lanes = *rc::gen::element(2, 4, 4);
}

Outcome outcome_of(const TrafficResult& result) {
  Outcome outcome;
  if (result.verdict == TrafficVerdict::kDeadlock) outcome.end = Outcome::End::kDeadlock;
  if (result.verdict == TrafficVerdict::kFailed) outcome.end = Outcome::End::kFailed;
  outcome.text = result_text(result);
  outcome.hash = result.ejection_hash;
  outcome.cycles = result.cycles;
  outcome.messages = result.packets;
  outcome.flit_hops = result.flit_hops;
  return outcome;
}

std::uint64_t run_narrow(const TrafficOptions& options, SpanStatistics& sums) {
  const Pattern pattern(options.pattern, options.hardware.topology);
  const std::vector<Observer*> observers = {&sums};
  WormTable worms;
  OpenLoopTraffic traffic(options.hardware, pattern, options.traffic, worms, observers);
  Scoreboard scoreboard(options.hardware.topology);
  const auto network = dense::make_network(options.hardware, options.traffic.longest(), traffic, worms,
                                           scoreboard, &sums, 1, false);
  Cycle last = 0;
  for (Cycle now = 0; !traffic.done();) now = network->step(last = now);
  network->finish(last);
  RC_ASSERT(scoreboard.failure() == "");
  return scoreboard.hash();
}

}  // namespace

AnyCase any_traffic(Shape shape) {
  TrafficOptions options;
  Hardware& hardware = options.hardware;
  hardware.topology = any_topology(shape, true);
  if (shape == Shape::kFailed) {
    hardware.topology = with_failed_links(hardware.topology, 4);
    RC_PRE(!hardware.topology.failures()->links().empty());
  }
  options.pattern.name =
      *rc::gen::element<std::string>("uniform", "uniform", "hotspot", "neighbour", "tornado");
  options.pattern.hotspot = *rc::gen::inRange(0, hardware.topology.nodes());
  if (!sends(options.pattern, hardware.topology)) options.pattern.name = "uniform";
  draw_traffic(options.traffic, shape);
  hardware.classes = *rc::gen::weightedElement<int>({{3, 1}, {2, 2}, {1, 3}, {2, 4}});
  draw_loop(options, is_large(shape));
  if (shape == Shape::kFailed) reroute(options);
  const bool other_routes = shape != Shape::kFailed && !is_dense(shape) && one_in(4);
  draw_hardware(hardware, {.longest = options.traffic.longest(),
                           .two_lanes = other_routes || shape == Shape::kFailed,
                           .fixed_routes = other_routes || shape == Shape::kFailed,
                           .dense = is_dense(shape)});
  if (other_routes) draw_routing(options);
  hardware.route_runs = options.pairs ? options.pairs->rerouting.runs : 2 * hardware.topology.dimensions();
  options.level = Level::kDense;

  AnyCase any;
  any.hardware = hardware;
  any.fits_dense = dense_unsupported_reason(options).empty();
  if (any.fits_dense && hardware.classes == 1 && shape == Shape::kDense)
    any.simulate_narrow = [options](SpanStatistics& sums) { return run_narrow(options, sums); };
  any.may_deadlock = may_deadlock(hardware) || (!options.traffic.routing.plain() && hardware.lanes < 4);
  any.classes = classes_of(hardware);
  any.classes.insert({"traffic", options.pattern.name});
  if (options.traffic.closed.on()) any.classes.insert("closed loop");
  if (!options.traffic.routing.plain()) any.classes.insert("other routes");
  any.simulate = [options](const Way& way) {
    TrafficOptions asked = options;
    static_cast<ForeignPlacement&>(asked) = way.foreign;
    asked.level = way.level;
    asked.sleep = way.sleep;
    asked.threads = way.threads;
    asked.observers = way.observers;
    const TrafficResult result = simulate_traffic(asked);
    // A flit counts with its tail. In a closed loop all nodes can have a worm in each virtual channel whose
    // tail alone is in the window.
    const OpenLoopOptions& traffic = options.traffic;
    const double early =
        traffic.closed.on() ? static_cast<double>(options.hardware.vcs() * traffic.longest()) : 0;
    const auto window = static_cast<double>(traffic.window);
    RC_ASSERT(result.accepted <= options.hardware.alpha * (1 + early / window));
    return outcome_of(result);
  };
  return any;
}

}  // namespace torusim::test
