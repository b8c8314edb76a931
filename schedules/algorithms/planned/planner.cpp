#include "schedules/algorithms/planned/planner.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "schedules/algorithms/broadcast/broadcast_options.h"
#include "schedules/algorithms/planned/exchange_planner.h"
#include "schedules/algorithms/planned/plan_time.h"
#include "schedules/algorithms/planned/planned_schedule.h"
#include "schedules/algorithms/planned/tree_planner.h"
#include "schedules/core/error.h"
#include "schedules/core/read_number.h"

namespace torusim {
namespace {

using planned::BlockBounds, planned::HopPlan, planned::kPlanned, planned::LiveLinks, planned::PlannedPart,
    planned::TreeBounds, planned::TreeProblem;

/// Reads the options of one schedule and plans it.
class Planner {
 public:
  Planner(const Topology& topology, const AlgorithmOptions& options)
      : topology_(topology),
        options_(options),
        seed_(number_of<std::uint64_t>(kPlanned, options, "seed", 0, std::numeric_limits<int>::max())),
        startup_(number_of<std::int64_t>(kPlanned, options, "startup", 0, 1'000'000'000)),
        block_(number_of<std::int64_t>(kPlanned, options, "block", 0, 1'000'000'000)) {
    times_ = planned::LinkTimes::parse(options.at("intervals"), options.at("hops"), topology);
    collective_.kind = *collective_kind(options.at("collective"));
    if (options.at("ports") != "all") {
      ports_ = number_of(kPlanned, options, "ports", 1, topology.network_ports());
      if (ports_ == topology.network_ports()) ports_ = 0;
    }
    if (collective_.has_root()) collective_.root = read_root(kPlanned, options.at("root"), topology);
    if (!collective_.has_root() && options.at("root") != "0") {
      throw UsageError(fmt::format("{}: root={}: collective={} has no root", kPlanned, options.at("root"),
                                   options.at("collective")));
    }
    packet_ = number_of(kPlanned, options, "packet", std::int64_t{0}, std::int64_t{1} << 53);
    take_pieces(options.at("pieces") == "auto"
                    ? 1
                    : number_of(kPlanned, options, "pieces", 1, collective_.most_pieces(topology.nodes())));
    check_names(topology, collective_);
  }

  std::unique_ptr<AlgorithmSchedule> schedule() {
    using Kind = Collective::Kind;
    std::vector<PlannedPart> parts;
    if (collective_.kind == Kind::kCompleteExchange) {
      parts.push_back({exchange()});
    } else if (collective_.one_packet()) {
      parts.push_back(divided_packet());
    } else {
      if (collective_.reduces()) parts.push_back(trees(true));
      if (!collective_.reduces() || collective_.kind == Kind::kAllReduce) parts.push_back(trees(false));
    }
    return planned::planned_schedule(topology_, collective_, ports(), std::move(parts), bounds_);
  }

 private:
  bool in_data_order() const {
    return options_.at("sync") == "data" && planned::in_data_order(topology_, collective_, ports());
  }
  int ports() const { return ports_ > 0 ? ports_ : topology_.network_ports(); }
  template <typename... Plan>
  std::int64_t time(const LiveLinks& links, const Plan&... plan) const {
    return planned::PlanTime{startup_, block_, in_data_order()}.of(links, plan...);
  }
  /// Visits `use(links)` without the slowest links, and without those of the longest hops, as long as the
  /// others join all nodes: a link that is too slow for the time of a phase may be of more harm than use.
  template <typename Use>
  void without_slow_links(const LiveLinks& all, const Use& use) const {
    using Times = planned::LinkTimes;
    for (const int slowest : all.intervals()) {
      if (slowest >= all.slowest()) break;
      if (const LiveLinks fast(topology_, all.transposed(), times_, slowest); fast.whole()) use(fast);
    }
    int left = kMostHops;
    const std::set<int> hops = all.hops();
    for (auto longest = hops.rbegin(); longest != hops.rend(); ++longest) {
      if (*longest >= all.longest_hop()) continue;
      const LiveLinks near(topology_, all.transposed(), times_, Times::kMostInterval, *longest);
      if (left-- == 0 || !near.whole()) break;
      use(near);
    }
  }

  /// Phases that the user asks for; 0: none.
  int asked(int least, int most) const {
    const std::string& text = options_.at("phases");
    if (text == "auto" || text == "few" || text == "even") return 0;
    std::int64_t phases = 0;
    if (!read_number(text, phases)) {
      throw UsageError(
          fmt::format("{}: phases={}: must be auto, few, even or a number of phases", kPlanned, text));
    }
    if (phases < least || phases > most) {
      throw UsageError(fmt::format("{}: phases={}: {} on {} takes {}", kPlanned, phases,
                                   to_text(collective_.kind), topology_.name(),
                                   least == most ? fmt::format("{} phase{}", least, least == 1 ? "" : "s")
                                                 : fmt::format("from {} to {} phases", least, most)));
    }
    return static_cast<int>(phases);
  }

  PlannedPart trees(bool backwards) {
    const LiveLinks all(topology_, backwards, times_);
    return {trees_on(all, TreeBounds(problem_on(all))), backwards};
  }
  HopPlan trees_on(const LiveLinks& all, const TreeBounds& least) {
    BlockBounds bounds{least.blocks(), least.blocks()};
    HopPlan best = best_trees(all, least, bounds);
    bounds_.of_links += bounds.of_links;
    bounds_.of_phases += bounds.of_phases;
    return best;
  }

  void take_pieces(std::int64_t pieces) {
    collective_.pieces = static_cast<int>(pieces);
    if (packet_ > 0) block_ = (packet_ - 1) / pieces + 1;
  }

  /// The plan of fewest cycles of the only packet. Automatic pieces are powers of two; those that the bounds
  /// favour are planned, until no other can be faster.
  PlannedPart divided_packet() {
    const bool backwards = collective_.reduces();
    if (options_.at("pieces") != "auto" || packet_ < 2) return trees(backwards);
    const LiveLinks links(topology_, backwards, times_);
    TreeBounds least(problem_on(links));
    const std::int64_t nodes = topology_.nodes();
    const std::int64_t most = std::min({nodes * nodes, kMostDivided / nodes, packet_});
    std::vector<std::pair<std::int64_t, std::int64_t>> divisions;  // least cycles, pieces
    for (std::int64_t pieces = 1; pieces <= most; pieces *= 2) {
      take_pieces(pieces);
      least.set_pieces(pieces);
      const int phases = phases_of_packet(links, least);
      divisions.emplace_back(time(links, phases, phases * least.pipelined(phases)), pieces);
    }
    std::ranges::sort(divisions);
    HopPlan best;
    BlockBounds bounds;
    std::int64_t cycles = std::numeric_limits<std::int64_t>::max(), taken = 1;
    for (const auto& [possible, pieces] : divisions) {
      if (possible >= cycles) break;
      take_pieces(pieces);
      least.set_pieces(pieces);
      bounds_ = {};
      HopPlan plan = trees_on(links, least);
      if (time(links, plan) >= cycles) continue;
      cycles = time(links, plan);
      best = std::move(plan);
      bounds = bounds_;
      taken = pieces;
    }
    take_pieces(taken);
    bounds_ = bounds;
    return {std::move(best), backwards};
  }

  /// Phases that the option names; 0: those of the fewest cycles. Through few ports a phase of several blocks
  /// leaves ports idle.
  int named_phases(int few, int even) const {
    const std::string& phases = options_.at("phases");
    if (phases == "even" || (phases == "auto" && ports_ > 0)) return even;
    return phases == "few" ? few : 0;
  }
  /// Phases of a broadcast, if no number is given: the fewest cycles by the bounds.
  int phases_of_packet(const LiveLinks& links, const TreeBounds& bounds) const {
    const int few = links.diameter(), even = std::max(few, bounds.even_phases());
    if (const int named = named_phases(few, even); named > 0) return named;
    const auto cycles = [&](int phases) { return time(links, phases, phases * bounds.pipelined(phases)); };
    int best = few;
    for (int n = few; n <= even; ++n) {
      if (cycles(n) < cycles(best)) best = n;
    }
    return best;
  }

  /// Takes the plan for links of usual hops if it is the faster one: searches end elsewhere there, and one
  /// node may stand for all. The cycles of the faster one.
  std::int64_t take_faster(const LiveLinks& links, HopPlan alike, HopPlan& best) const {
    alike.settle(links);
    if (time(links, alike) < time(links, best)) best = std::move(alike);
    return time(links, best);
  }

  /// Raises the bounds where the plan is above them.
  HopPlan best_trees(const LiveLinks& all, const TreeBounds& least, BlockBounds& bounds) const {
    HopPlan best = trees_over(all, least);
    if (options_.at("phases").find_first_of("0123456789") != std::string::npos) return best;
    std::int64_t cycles = time(all, best);
    if (all.hops() != std::set{planned::LinkTimes::kUsualHop}) {
      HopPlan plan = trees_over({topology_, all.transposed(), {times_.intervals}}, least);
      cycles = take_faster(all, std::move(plan), best);
    }
    without_slow_links(all, [&](const LiveLinks& links) {
      const TreeBounds fewest(problem_on(links));
      if (time(links, 1, fewest.blocks()) >= cycles) return;
      HopPlan plan = trees_over(links, fewest);
      if (time(links, plan) >= cycles) return;
      cycles = time(links, plan);
      best = std::move(plan);
    });
    if (collective_.one_packet() || best.blocks() <= bounds.of_links) return best;
    if (all.nodes() <= kMostBounded)
      bounds = planned::bounds_by_flows(problem_on(all), bounds.of_links, best);
    if (ports_ > 0 || options_.at("phases") != "auto" || !best.reach.empty()) return best;
    HopPlan other = planned::with_other_budgets(problem_on(all), best, bounds.of_phases);
    return time(all, other) < cycles ? other : best;
  }

  TreeProblem problem_on(const LiveLinks& links) const {
    TreeProblem problem{links, {}, collective_.pieces, ports_, seed_};
    if (collective_.one_packet()) {
      problem.owners = {collective_.root};
    } else {
      problem.owners = links.live();
    }
    return problem;
  }

  HopPlan trees_over(const LiveLinks& links, const TreeBounds& bounds) const {
    const TreeProblem problem = problem_on(links);
    const int few = links.diameter(), even = std::max(few, bounds.even_phases());
    const auto plan_in = [&](int wanted) {
      return planned::trees_in(problem, bounds, wanted, links.slowest());
    };
    const bool stations = may_have_stations(problem);
    if (const int wanted = asked(stations ? std::min(few, kFewest) : few, even); wanted > 0) {
      return wanted < few ? through_stations(problem, bounds, wanted) : plan_in(wanted);
    }
    if (collective_.one_packet()) return plan_in(phases_of_packet(links, bounds));
    if (const int named = named_phases(few, even); named > 0) return plan_in(named);
    HopPlan plan = plan_in(few);
    if (links.slowest() > 1) {
      HopPlan finer = planned::trees_in(problem, bounds, few, 1);
      if (time(links, finer) < time(links, plan)) plan = std::move(finer);
    }
    if (time(links, even, even * links.slowest()) < time(links, plan)) {
      HopPlan other = plan_in(even);
      if (time(links, other) < time(links, plan)) plan = std::move(other);
    }
    if (stations && links.nodes() <= kMostTried && collective_.pieces == 1)
      try_stations(problem, bounds, plan);
    return plan;
  }

  /// Messages of several hops leave through all ports.
  bool may_have_stations(const TreeProblem& problem) const {
    const auto nodes = static_cast<std::int64_t>(problem.links.live().size());
    return ports_ == 0 && !collective_.one_packet() && nodes * nodes * problem.pieces <= kMostDeliveries;
  }
  HopPlan through_stations(const TreeProblem& problem, const TreeBounds& bounds, int phases) const {
    if (auto plan = planned::trees_through_stations(problem, bounds, phases)) return std::move(*plan);
    throw InputError(fmt::format("{} on {}: no {} found in {} phases; more phases or another seed may do",
                                 kPlanned, topology_.name(), to_text(collective_.kind), phases));
  }
  /// Replaces the plan by one of fewer phases, if such a plan takes fewer cycles. Phases are tried from one
  /// more than the logarithm on, as long as cycles fall.
  void try_stations(const TreeProblem& problem, const TreeBounds& bounds, HopPlan& plan) const {
    const LiveLinks& links = problem.links;
    int phases = 1;
    for (std::int64_t heard = 1; heard < static_cast<std::int64_t>(links.live().size()); ++phases) {
      heard *= links.ports() + 1;
    }
    for (; phases < links.diameter(); ++phases) {
      // Such plans have a quarter more blocks than the bound, or more. A tenth of the time is worth the
      // search.
      if (time(links, phases, bounds.blocks() * 5 / 4, 2) * 10 > time(links, plan) * 9) return;
      auto other = planned::trees_through_stations(problem, bounds, phases);
      if (!other) continue;
      if (time(links, *other) >= time(links, plan)) return;
      plan = std::move(*other);
    }
  }

  HopPlan exchange() {
    if (ports_ > 0) {
      throw UsageError(
          fmt::format("{}: ports={}: a planned exchange sends through all ports; exchange, ring-product and "
                      "relayed take one",
                      kPlanned, ports_));
    }
    if (collective_.pieces > 1) {
      throw UsageError(
          fmt::format("{}: pieces={}: a complete exchange has no pieces", kPlanned, collective_.pieces));
    }
    const LiveLinks links(topology_, false, times_);
    if (!links.invariant() && links.nodes() > kMostExchanging) {
      throw InputError(fmt::format(
          "{} on {}: complete exchanges are planned for up to {} nodes, on intact tori for up to {}; "
          "direct-even with --reroute spread runs on any",
          kPlanned, topology_.name(), NodeId{kMostExchanging}, NodeId{LiveLinks::kMostNodes}));
    }
    const std::int64_t bound = planned::exchange_bound(links);
    bounds_ = {bound, bound};
    const int wanted = asked(links.diameter(), links.diameter() + kMostMore);
    HopPlan best = exchange_over(links, wanted, bound);
    std::int64_t cycles = time(links, best);
    if (links.longest_hop() == links.shortest_hop() || options_.at("phases") != "auto") return best;
    cycles = take_faster(links, exchange_over({topology_, false, {times_.intervals}}, 0, bound), best);
    without_slow_links(links, [&](const LiveLinks& near) {
      const std::int64_t least = planned::exchange_bound(near);
      if (time(near, near.diameter(), least) >= cycles) return;
      HopPlan plan = exchange_over(near, 0, least);
      if (time(near, plan) >= cycles) return;
      cycles = time(near, plan);
      best = std::move(plan);
    });
    return best;
  }

  /// `wanted`: phases; 0: the fewest, or some more.
  HopPlan exchange_over(const LiveLinks& links, int wanted, std::int64_t bound) const {
    const int few = wanted > 0 ? wanted : links.diameter();
    HopPlan best = planned::plan_exchange(links, few, bound, seed_);
    if ((best.blocks() - bound) * kNear <= bound) return best;
    // Ways round slow and failed links are longer, so further phases may save blocks.
    const int more = few + kFurther;
    if (options_.at("phases") != "auto" || time(links, more, bound) >= time(links, best)) return best;
    HopPlan other = planned::plan_exchange(links, more, bound, seed_);
    return time(links, other) < time(links, best) ? other : best;
  }

  static constexpr int kMostHops = 4;  // lengths of hops without which a plan is tried
  static constexpr int kFewest = 2;
  static constexpr std::int64_t kMostDeliveries = 1 << 18;  // of a gossip through stations
  static constexpr std::int64_t kMostDivided = 1 << 19;     // deliveries of an automatic number of pieces
  static constexpr NodeId kMostTried = 128;                 // nodes, where no number of phases is given
  static constexpr NodeId kMostBounded = 256;               // nodes of an all-gather that is bounded by flows
  static constexpr NodeId kMostExchanging = 600;
  static constexpr int kMostMore = 1000;
  static constexpr std::int64_t kNear = 100;  // an exchange above the bound by a part of 1 / kNear is good
  static constexpr int kFurther = 2;          // phases that an exchange above the bound tries

  const Topology& topology_;
  const AlgorithmOptions& options_;
  std::uint64_t seed_;
  std::int64_t startup_, block_, packet_ = 0;
  planned::LinkTimes times_;
  Collective collective_;
  int ports_ = 0;  // 0: all
  BlockBounds bounds_;
};

}  // namespace

std::unique_ptr<AlgorithmSchedule> planned::plan(const Topology& topology, const AlgorithmOptions& options) {
  return Planner(topology, options).schedule();
}

}  // namespace torusim
