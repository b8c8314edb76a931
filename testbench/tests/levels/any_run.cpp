#include "testbench/tests/models/any_run.h"

#include <algorithm>
#include <memory>

#include "models/run/level_choice.h"
#include "schedules/algorithms/registry.h"
#include "schedules/check/deadlock_verdict.h"
#include "schedules/core/cost.h"
#include "schedules/core/lane_choice.h"
#include "schedules/tests/failed_networks.h"
#include "testbench/tests/levels/any_case.h"
#include "testbench/tests/levels/full_text.h"

namespace torusim::test {
namespace {

/// How the messages of a schedule are told apart from those of a plain exchange.
enum class Kind { kExchange, kLengths, kSpoilt, kNamedLanes, kReversed, kAlgorithm };

const char* name_of(Kind kind) {
  constexpr const char* kNames[] = {"exchange",    "any lengths",          "spoilt",
                                    "named lanes", "last dimension first", "algorithm"};
  return kNames[static_cast<int>(kind)];
}

/// Messages of one to some ten blocks, with signals; sums, copies, messages of any lengths.
std::shared_ptr<Schedule> any_algorithm() {
  struct Algorithm {
    std::string name, shape;
    AlgorithmOptions options;
  };
  const AlgorithmOptions all_reduce{{"collective", "all-reduce"}};
  const std::string rows = std::to_string(*rc::gen::inRange(2, 7)),
                    columns = std::to_string(*rc::gen::inRange(2, 7));
  const std::vector<Algorithm> some{
      {"t1", "torus:" + rows + "x" + columns, {}},
      {"ring-gs", "ring:" + std::to_string(3 * *rc::gen::inRange(2, 7)), {}},
      {"t4", "torus:8x8", {}},
      {"broadcast", "torus:3x7", {{"variant", "best"}, {"ports", "4"}}},
      {"all-to-allv", "torus:3x4", {{"matrix", "zipf"}, {"tokens", "3"}, {"bytes", "48"}}},
      {*rc::gen::element<std::string>("ring-reduce", "bucket", "halving", "swing", "tree"), "torus:4x4",
       all_reduce},
      {"trivance", "ring:9", all_reduce}};
  const auto [name, shape, options] =
      some[*rc::gen::weightedElement<std::size_t>({{4, 0}, {4, 1}, {1, 2}, {1, 3}, {1, 4}, {2, 5}, {1, 6}})];
  return make_schedule(name, Topology::parse(shape), options);
}

/// Every node sends to some others: of a large network the few messages that a short run needs.
StoredSchedule some_messages(const Topology& topology, int classes) {
  ScheduleInfo info;
  info.name = "some messages";
  info.topology = topology;
  std::vector<Phase> phases(*rc::gen::inRange<std::size_t>(1, 4));
  const auto stride = *rc::gen::inRange<NodeId>(1, topology.nodes());
  for (std::size_t p = 0; p < phases.size(); ++p) {
    phases[p].name = "P" + std::to_string(p);
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      const NodeId to = (node * NodeId{7} + stride + static_cast<NodeId>(p)) % topology.nodes();
      if (to != node) phases[p].transfers.push_back(transfer(topology, node, to, node % classes));
    }
  }
  return StoredSchedule(info, std::move(phases));
}

/// Messages of one to `most` blocks in place of those of one.
void draw_lengths(StoredSchedule& schedule, int most) {
  ScheduleInfo info = schedule.info();
  info.collective.kind = Collective::Kind::kMessages;
  std::vector<Phase> phases = schedule.phases();
  for (Phase& phase : phases) {
    for (Transfer& transfer : phase.transfers) {
      transfer.blocks = BlockSet(info.topology.dimensions());
      transfer.unnamed = *rc::gen::inRange(0, most + 1);
    }
  }
  schedule = StoredSchedule(info, std::move(phases));
}

/// Some nodes send blocks that they do not hold, which ends the run.
void spoil(StoredSchedule& schedule) {
  const Topology& topology = schedule.info().topology;
  std::vector<Transfer>& transfers = schedule.phases().back().transfers;
  const auto step = *rc::gen::inRange<std::size_t>(1, 50);
  for (std::size_t i = 0; i < transfers.size(); i += step) {
    transfers[i].blocks.clear(topology.dimensions());
    transfers[i].blocks.add(topology, {transfers[i].destination, transfers[i].source});
  }
}

/// Names lanes at random, so worms may deadlock, or balanced, so they may not.
void name_lanes(StoredSchedule& schedule, int lanes, bool balanced) {
  const LaneChooser chooser(schedule.info().topology, lanes);
  std::uint64_t number = *rc::gen::arbitrary<std::uint32_t>();
  for (Phase& phase : schedule.phases()) {
    for (Transfer& transfer : phase.transfers) {
      if (balanced) chooser.balance(transfer.source, ++number, false, transfer.route);
      for (int r = 0; r < transfer.route.size() && !balanced; ++r) {
        transfer.route.set_lane(r, static_cast<int>(++number * 0x9E3779B97F4A7C15u >> 62));
      }
    }
  }
}

struct Carried {
  std::int64_t messages = 0, flit_hops = 0;
};

/// What a whole run carries, without signals.
Carried carried_by(Schedule& schedule, int block_flits) {
  Carried all;
  schedule.rewind();
  for (Phase phase; schedule.next(phase);) {
    for (const Transfer& transfer : phase.transfers) {
      const std::int64_t flits = 1 + transfer.block_count() * block_flits;
      ++all.messages;
      all.flit_hops += flits * transfer.route.hops(schedule.info().topology);
    }
  }
  schedule.rewind();
  return all;
}

/// In blocks.
std::int64_t longest_message(Schedule& schedule) {
  std::int64_t longest = 0;
  for (const PhaseSummary& phase : summarize(schedule)) longest = std::max(longest, phase.max_blocks);
  return longest;
}

Kind any_kind(Shape shape) {
  if (shape == Shape::kFailed) return Kind::kExchange;
  if (shape == Shape::kTwisted) {
    return *rc::gen::weightedElement<Kind>(
        {{10, Kind::kExchange}, {2, Kind::kLengths}, {1, Kind::kSpoilt}, {2, Kind::kNamedLanes}});
  }
  if (shape == Shape::kDenseLarge) return Kind::kExchange;
  if (is_dense(shape)) {
    return *rc::gen::element(Kind::kExchange, Kind::kExchange, Kind::kLengths, Kind::kReversed);
  }
  if (shape == Shape::kLarge)
    return *rc::gen::weightedElement<Kind>({{5, Kind::kExchange}, {1, Kind::kSpoilt}});
  return *rc::gen::weightedElement<Kind>({{5, Kind::kExchange},
                                          {4, Kind::kLengths},
                                          {1, Kind::kSpoilt},
                                          {2, Kind::kNamedLanes},
                                          {2, Kind::kReversed},
                                          {5, Kind::kAlgorithm}});
}

std::shared_ptr<Schedule> any_schedule(Shape shape, Kind kind, int lanes, bool balanced) {
  if (kind == Kind::kAlgorithm) return any_algorithm();
  const Topology topology = any_topology(shape, false);
  int classes = *rc::gen::weightedElement<int>({{3, 1}, {2, 2}, {2, 3}, {1, 4}});
  if (shape == Shape::kProduct && one_in(8)) classes = *rc::gen::inRange(5, 33);
  const int phases = *rc::gen::inRange(1, is_dense(shape) ? 5 : 6);
  const bool few = shape == Shape::kDenseLarge || (shape == Shape::kLarge && *rc::gen::arbitrary<bool>());
  StoredSchedule schedule = few ? some_messages(topology, classes)
                                : random_exchange(topology, phases, classes, *rc::gen::arbitrary<unsigned>());
  if (shape == Shape::kFailed) {
    const Topology failed = with_failed_links(topology, 4);
    RC_PRE(!failed.failures()->links().empty());
    const Reroute how = *rc::gen::element(Reroute::kLayered, Reroute::kSpread);
    return rerouted(std::move(schedule), failed, how, 2);
  }
  if (kind == Kind::kLengths) draw_lengths(schedule, *rc::gen::inRange(1, 10));
  if (kind == Kind::kSpoilt) spoil(schedule);
  if (kind == Kind::kNamedLanes) name_lanes(schedule, lanes, balanced);
  if (kind == Kind::kReversed) std::ranges::for_each(schedule.phases(), take_last_dimension_first);
  return std::make_shared<StoredSchedule>(std::move(schedule));
}

Synchronisation any_sync_for(Schedule& schedule, Shape shape, Kind kind) {
  using S = Synchronisation;
  if (kind == Kind::kNamedLanes) return any_sync();
  if (is_dense(shape)) return *rc::gen::element(S::kNone, S::kBarrier, S::kPriority);
  if (shape == Shape::kFailed) return *rc::gen::element(S::kNone, S::kBarrier, S::kSwitch, S::kSwitch);
  const S most = schedule.info().has_signals ? S::kLocal : S::kSwitch;
  const S sync = *rc::gen::element(S::kNone, S::kNone, S::kBarrier, S::kPriority, S::kSwitch, most, most);
  return 2 * classes_needed(schedule, sync) > Hardware::kMaxVcs ? S::kBarrier : sync;
}

/// Nodes that begin later, or take longer for each of their sends.
void draw_slow_nodes(RunOptions& options) {
  const auto nodes = static_cast<std::size_t>(options.hardware.topology.nodes());
  const auto cycles =
      rc::gen::container<std::vector<Cycle>>(nodes, rc::gen::element<Cycle>(0, 0, 3, 5, 40, 90));
  if (*rc::gen::arbitrary<bool>()) options.slower = *cycles;
  if (options.slower.empty() || *rc::gen::arbitrary<bool>()) options.skew = *cycles;
}

/// Long worms on all ports and small buffers, which deadlock where they can.
void crowd(Schedule& schedule, RunOptions& options) {
  options.sync = Synchronisation::kNone;
  options.hardware.classes = classes_needed(schedule, options.sync);
  options.hardware.phase_gates = false;
  options.hardware.alpha = std::min(options.hardware.network_ports(), 6);
  options.hardware.switching = Switching::kWormhole;
  options.hardware.adaptive = false;
  options.hardware.lanes = 1;
  options.hardware.shared = 0;
  options.hardware.reserve = *rc::gen::inRange(1, 4);
  options.block_flits = *rc::gen::inRange(10, 40);
}

}  // namespace

AnyCase any_run(Shape shape) {
  const Kind kind = any_kind(shape);
  const int lanes = *rc::gen::element(1, 2, 2, 4);
  const bool balanced = !one_in(3);
  const std::shared_ptr<Schedule> schedule = any_schedule(shape, kind, lanes, balanced);
  RunOptions options = options_for(*schedule, any_sync_for(*schedule, shape, kind));
  Hardware& hardware = options.hardware;
  if (schedule->info().rerouting) hardware.route_runs = schedule->info().rerouting->runs;
  options.block_flits =
      *rc::gen::weightedOneOf<int>({{6, rc::gen::inRange(0, 13)},
                                    {4, rc::gen::inRange(5, 50)},
                                    {2, rc::gen::element(63, 70)},
                                    {shape == Shape::kProduct ? 1u : 0u, rc::gen::element(200, 2000)}});
  const std::int64_t longest = longest_message(*schedule);
  if (options.block_flits * longest > 3000) options.block_flits = 5;  // buffers hold 4096
  const bool named = kind == Kind::kNamedLanes;
  draw_hardware(hardware, {.longest = 1 + options.block_flits * longest,
                           .two_lanes = named || shape == Shape::kFailed,
                           .fixed_routes = named || kind == Kind::kAlgorithm,
                           .dense = is_dense(shape)});
  if (shape == Shape::kProduct && kind == Kind::kExchange && one_in(3)) crowd(*schedule, options);
  const bool fits =
      2 * hardware.network_ports() <= Hardware::kMaxPorts && lanes * hardware.classes <= Hardware::kMaxVcs;
  if (named && fits) hardware.lanes = lanes;
  options.startup = *rc::gen::weightedOneOf<Cycle>({{2, rc::gen::just(Cycle{0})},
                                                    {3, rc::gen::inRange<Cycle>(1, 20)},
                                                    {1, rc::gen::inRange<Cycle>(20, 100)}});
  options.barrier = *rc::gen::element<Cycle>(0, 0, 5, 12, 30);
  if (one_in(3)) draw_slow_nodes(options);
  if (is_large(shape)) {
    options.max_cycles = *rc::gen::inRange<Cycle>(200, 700);  // enough for all to meet
  } else if (one_in(8)) {
    options.max_cycles = *rc::gen::inRange<Cycle>(1, 600);
  }

  AnyCase any;
  any.hardware = hardware;
  any.fits_dense = dense_fit(*schedule, options).unsupported_reason.empty();
  any.may_deadlock = may_deadlock(hardware) || (named && !(balanced && fits));
  if (options.sync == Synchronisation::kSwitch) {
    const auto can_deadlock = [&](Synchronisation sync) {
      return judge_deadlock(*schedule, {sync, hardware.lanes}).risk == DeadlockRisk::kCanDeadlock;
    };
    any.may_deadlock &= can_deadlock(Synchronisation::kSwitch);
    // Without synchronisation, messages of all phases can close a circle.
    RC_ASSERT(!can_deadlock(Synchronisation::kSwitch) || can_deadlock(Synchronisation::kNone));
  }
  any.may_stop = options.max_cycles > 0 || kind == Kind::kSpoilt;
  any.max_cycles = options.max_cycles;
  any.classes = classes_of(hardware);
  any.classes.insert({name_of(kind), to_text(options.sync)});
  if (!options.slower.empty() || !options.skew.empty()) any.classes.insert("slow nodes");
  if (options.max_cycles > 0) any.classes.insert("limit");
  any.simulate = [schedule, options, all = carried_by(*schedule, options.block_flits)](const Way& way) {
    const Outcome outcome = simulate_in(way, *schedule, options);
    if (outcome.end == Outcome::End::kWhole && outcome.signals == 0) {
      RC_ASSERT(outcome.messages == all.messages);
      RC_ASSERT(outcome.flit_hops == all.flit_hops);
    }
    return outcome;
  };
  return any;
}

}  // namespace torusim::test
