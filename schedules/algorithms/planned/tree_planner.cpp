#include "schedules/algorithms/planned/tree_planner.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>

#include "schedules/algorithms/planned/deadlines.h"
#include "schedules/algorithms/planned/link_matching.h"
#include "schedules/core/mix_bits.h"

namespace torusim::planned {
namespace {

constexpr int kSeeds = 6;          // orders that are tried with the same budgets
constexpr int kSplits = 3;         // further phases for the same blocks before there are more blocks
constexpr int kMostBudgets = 400;  // budgets that are tried for fewer blocks
constexpr int kMostWorse = 40;     // budgets that are worse, before the search begins again
constexpr std::int64_t kMostChosen = 20'000'000;  // chunks that nodes choose from in all these runs
constexpr std::int64_t kNotRun = std::numeric_limits<std::int64_t>::max();

using Bits = std::vector<std::uint64_t>;

bool holds(const Bits& bits, std::size_t chunk) { return (bits[chunk / 64] >> chunk % 64 & 1) != 0; }
void add(Bits& bits, std::size_t chunk) { bits[chunk / 64] |= std::uint64_t{1} << chunk % 64; }

/// The search for one plan. On a network whose nodes are all alike only node 0 is planned, and its neighbours
/// hold what it holds, moved.
class TreeSearch {
 public:
  explicit TreeSearch(const TreeProblem& problem)
      : problem_(problem),
        links_(problem.links),
        deadlines_(problem),
        alike_(links_.invariant() && problem.owners.size() > 1),
        chunks_(problem.owners.size() * problem.pieces) {}

  /// `budgets[phase]`: blocks that a link carries at most.
  std::optional<HopPlan> run(const std::vector<int>& budgets, std::uint64_t seed) {
    phases_ = static_cast<int>(budgets.size());
    lacking_ = kNotRun;
    if (!deadlines_.set(budgets)) return std::nullopt;
    seed_ = seed;
    plan_ = {phases_, alike_, {}};
    plan_.hops.reserve(chunks_ *
                       (alike_ ? 1 : links_.live().size()));  // growing would take thrice the memory
    start();
    std::vector<NodeId> order(alike_ ? 1 : links_.nodes());
    for (phase_ = 0; phase_ < phases_; ++phase_) {
      take_snapshot();
      if (problem_.ports > 0) pair_up();
      std::iota(order.begin(), order.end(), 0);
      std::ranges::sort(order, {}, [&](NodeId n) { return std::pair(random(n, 0), n); });
      for (const NodeId node : order) serve(node, budgets[phase_]);
    }
    lacking_ = 0;
    for (const NodeId node : links_.live()) {
      lacking_ += static_cast<std::int64_t>(chunks_ - counts_[node]);
      if (alike_) break;
    }
    if (lacking_ > 0) return std::nullopt;
    if (!plan_.hops.empty()) plan_.phases = plan_.hops.back().phase + 1;
    plan_.settle(links_);
    return std::move(plan_);
  }

  /// Chunks that nodes lack at the end of the last run.
  std::int64_t lacking() const { return lacking_; }
  /// Chunks that nodes could choose from so far.
  std::int64_t steps() const { return steps_; }

 private:
  struct Candidate {
    std::uint64_t
        rank;  // the holders of the chunk; chunks that have no phase to spare come before all others
    std::uint64_t random;
    std::uint32_t chunk;
    std::uint32_t links;  // places in the list of links of the node
    bool operator>(const Candidate& other) const {
      if (rank != other.rank) return rank > other.rank;
      return random != other.random ? random > other.random : chunk > other.chunk;
    }
  };

  std::uint64_t random(std::uint64_t a, std::uint64_t b) const {
    return mix_bits(mix_bits(seed_ * kMixStep + phase_) + a * kMixStep + mix_bits(b + 1));
  }

  void start() {
    const std::size_t rows = alike_ ? 1 : links_.nodes();
    held_.assign(rows, Bits((chunks_ + 63) / 64));
    counts_.assign(rows, 0);
    holders_.assign(chunks_, 1);
    for (std::size_t o = 0; o < problem_.owners.size(); ++o) {
      const NodeId owner = problem_.owners[o];
      if (alike_ && owner != 0) continue;
      for (int piece = 0; piece < problem_.pieces; ++piece) add(held_[owner], o * problem_.pieces + piece);
      counts_[owner] += problem_.pieces;
    }
  }

  /// What nodes hold when the phase begins.
  void take_snapshot() {
    if (!alike_) {
      before_ = held_;
      return;
    }
    const auto into = links_.into(0);
    before_.assign(into.size(), Bits((chunks_ + 63) / 64));
    for (std::size_t l = 0; l < into.size(); ++l) {
      for (std::size_t chunk = 0; chunk < chunks_; ++chunk) {
        if (!holds(held_[0], chunk)) continue;
        const NodeId owner = links_.topology().translated(owner_of(chunk), into[l].from);
        add(before_[l], owner * std::size_t(problem_.pieces) + chunk % problem_.pieces);
      }
    }
  }
  const Bits& before(NodeId node, std::size_t link) const {
    return alike_ ? before_[link] : before_[links_.into(node)[link].from];
  }
  NodeId owner_of(std::size_t chunk) const {
    return problem_.owners[chunk / static_cast<std::size_t>(problem_.pieces)];
  }

  /// The last phase in which the chunk may reach the node.
  int deadline(std::size_t chunk, NodeId node) const {
    const std::size_t owner = chunk / static_cast<std::size_t>(problem_.pieces);
    return alike_ ? deadlines_.of(0, links_.opposite_node(static_cast<NodeId>(owner)))
                  : deadlines_.of(owner, node);
  }

  /// Picks the links of the phase, with fewer ports than links: as many as have something to carry.
  void pair_up() {
    if (alike_) return pick_links_of_node_0();
    PortMatching matching(links_.nodes(), problem_.ports);
    std::vector<std::tuple<int, std::uint64_t, NodeId, std::size_t>> order;
    for (NodeId node = 0; node < links_.nodes(); ++node) {
      for (std::size_t l = 0; l < links_.into(node).size(); ++l) {
        const int rarest = rarest_news(node, l);
        if (rarest > 0) order.emplace_back(rarest, random(node, l + 1), node, l);
      }
    }
    std::ranges::sort(order);
    for (const auto& [rarest, key, node, l] : order) matching.add(links_.into(node)[l].from, node, l);
    chosen_.assign(links_.nodes(), 0);
    // Nodes that are behind come first.
    std::vector<NodeId> receivers(links_.nodes());
    std::iota(receivers.begin(), receivers.end(), 0);
    std::ranges::sort(receivers, {}, [&](NodeId n) { return std::tuple(counts_[n], random(n, 0), n); });
    matching.solve(receivers);
    for (const auto& [from, to, l] : matching.pairs()) chosen_[to] |= std::uint32_t{1} << l;
  }
  /// All nodes receive from the same directions, so that each also sends in as many.
  void pick_links_of_node_0() {
    std::vector<std::pair<std::uint64_t, std::size_t>> order;
    for (std::size_t l = 0; l < links_.into(0).size(); ++l) {
      if (rarest_news(0, l) > 0) order.emplace_back(random(0, l + 1), l);
    }
    std::ranges::sort(order);
    if (order.size() > static_cast<std::size_t>(problem_.ports)) order.resize(problem_.ports);
    chosen_.assign(1, 0);
    for (const auto& [key, l] : order) chosen_[0] |= std::uint32_t{1} << l;
  }
  /// Holders of the rarest chunk that the link can bring the node; 0: it can bring none.
  int rarest_news(NodeId node, std::size_t link) const {
    const Bits& theirs = before(node, link);
    const Bits& own = held_[alike_ ? 0 : node];
    int rarest = 0;
    for (std::size_t w = 0; w < own.size(); ++w) {
      for (std::uint64_t news = theirs[w] & ~own[w]; news != 0; news &= news - 1) {
        const int holders = holders_[w * 64 + std::countr_zero(news)];
        if (rarest == 0 || holders < rarest) rarest = holders;
      }
    }
    return rarest;
  }

  /// Gives the node as many chunks as its links carry, those first that must come now or that few have.
  void serve(NodeId node, int budget) {
    const auto into = links_.into(node);
    const std::uint32_t open = problem_.ports > 0 ? chosen_[node] : ~std::uint32_t{0};
    Bits& own = held_[node];
    candidates_.clear();
    for (std::size_t w = 0; w < own.size(); ++w) {
      std::uint64_t news = 0;
      for (std::size_t l = 0; l < into.size(); ++l) {
        theirs_[l] = (open >> l & 1) != 0 ? before(node, l)[w] & ~own[w] : 0;
        news |= theirs_[l];
      }
      for (; news != 0; news &= news - 1) {
        const int bit = std::countr_zero(news);
        const auto chunk = static_cast<std::uint32_t>(w * 64 + bit);
        std::uint32_t at = 0;
        for (std::size_t l = 0; l < into.size(); ++l) {
          at |= static_cast<std::uint32_t>(theirs_[l] >> bit & 1) << l;
        }
        const bool late = deadline(chunk, node) <= phase_;
        candidates_.push_back(
            {static_cast<std::uint64_t>(holders_[chunk]) + (late ? 0 : std::uint64_t{1} << 32),
             random(node, chunk), chunk, at});
      }
    }
    steps_ += static_cast<std::int64_t>(candidates_.size());
    std::vector<std::size_t> rooms;
    for (const LiveLink& link : into) rooms.push_back(budget / link.interval);
    LinkMatching matching(std::move(rooms));
    // A heap, since the links are full after few of many candidates.
    std::ranges::make_heap(candidates_, std::greater{});
    while (!candidates_.empty() && !matching.full()) {
      std::ranges::pop_heap(candidates_, std::greater{});
      matching.insert(candidates_.back().chunk, candidates_.back().links);
      candidates_.pop_back();
    }
    for (std::size_t l = 0; l < into.size(); ++l) {
      for (const std::size_t chunk : matching.on(l)) {
        add(own, chunk);
        ++counts_[node];
        ++holders_[chunk];
        plan_.hops.push_back(hop(into[l], chunk));
      }
    }
  }

  Hop hop(const LiveLink& link, std::size_t chunk) const {
    const auto piece = static_cast<NodeId>(chunk % problem_.pieces);
    if (!alike_) return {phase_, link.channel, {owner_of(chunk), piece}};
    // Moved so that the channel leaves node 0.
    const NodeId back = links_.opposite_node(link.channel / links_.ports());
    return {
        phase_, link.channel % links_.ports(), {links_.topology().translated(owner_of(chunk), back), piece}};
  }

  const TreeProblem& problem_;
  const LiveLinks& links_;
  Deadlines deadlines_;
  const bool alike_;
  const std::size_t chunks_;
  int phases_ = 0, phase_ = 0;
  std::int64_t lacking_ = 0, steps_ = 0;
  std::uint64_t seed_ = 0;
  HopPlan plan_;
  std::vector<Bits> held_, before_;       // [node]; before_ of nodes that are alike: [link into node 0]
  std::vector<std::size_t> counts_;       // [node]: chunks that it holds
  std::vector<int> holders_;              // [chunk]
  std::vector<std::uint32_t> chosen_;     // [node]: links that carry something in this phase
  std::array<std::uint64_t, 32> theirs_;  // [link into the node]: 64 chunks that it can bring
  std::vector<Candidate> candidates_;
};

/// A phase in two: what must come late still does. False if no phase has the time of two grains.
bool split(std::vector<int>& budgets, int grain) {
  const auto largest = std::ranges::max_element(budgets);
  const int half = *largest / 2 / grain * grain;
  if (half == 0) return false;
  *largest -= half;
  budgets.insert(largest + 1, half);
  return true;
}

/// Tries the budgets with several seeds, then the same blocks in more phases, then with further phases of one
/// block, of a broadcast like the others. Each of these has time for the slowest link and so brings a node
/// something: in the end there are enough.
HopPlan search(const TreeProblem& problem, const std::vector<int>& budgets, int grain) {
  TreeSearch search(problem);
  std::int64_t lacking = kNotRun, before = kNotRun;  // chunks in the last phases that were tried, and before
  const auto plan_in = [&](std::size_t phases) -> std::optional<HopPlan> {
    std::vector<int> tried = budgets;
    tried.resize(phases, problem.owners.size() == 1 ? budgets.back() : problem.links.slowest());
    lacking = kNotRun;
    for (int splits = 0; splits <= kSplits; ++splits) {
      for (int i = 0; i < kSeeds; ++i) {
        if (auto plan = search.run(tried, problem.seed + i)) return plan;
        lacking = std::min(lacking, search.lacking());
      }
      if (!split(tried, grain)) break;
    }
    return std::nullopt;
  };
  std::size_t phases = budgets.size(), failed = phases - 1;
  auto plan = plan_in(phases);
  while (!plan) {
    // Each phase makes fewer chunks lack, by less and less. So the last fall shows how many are too few.
    const auto last = static_cast<std::int64_t>(phases - failed);
    const bool falls = before != kNotRun && lacking < before;
    const std::size_t more = falls ? lacking * last / (before - lacking) : 1;
    before = lacking;
    failed = phases;
    phases += std::clamp<std::size_t>(more, 1, phases);
    plan = plan_in(phases);
  }
  while (phases - failed > 1) {
    const std::size_t middle = (phases + failed) / 2;
    if (auto fewer = plan_in(middle)) {
      plan = std::move(fewer);
      phases = middle;
    } else {
      failed = middle;
    }
  }
  return std::move(*plan);
}

/// Budgets near others, drawn at random.
class BudgetDraw {
 public:
  explicit BudgetDraw(const TreeProblem& problem) : links_(problem.links), drawn_(problem.seed * kMixStep) {}

  /// Budgets of `blocks` together, in as many phases as the diameter or more.
  std::vector<int> near(std::vector<int> budgets, std::int64_t blocks) {
    std::int64_t above = std::accumulate(budgets.begin(), budgets.end(), -blocks);
    for (std::size_t moves = random(3) + (above <= 0 ? 1 : 0); moves > 0; --moves) move(budgets);
    while (above > 0) {
      const std::size_t phase = random(budgets.size());
      if (budgets[phase] > 1) {
        --budgets[phase], --above;
      } else if (joinable(budgets)) {
        budgets.erase(budgets.begin() + static_cast<std::ptrdiff_t>(phase)), --above;
      } else if (std::ranges::max(budgets) == 1) {
        break;
      }
    }
    return budgets;
  }

 private:
  std::size_t random(std::size_t n) { return mix_bits(drawn_ += kMixStep) % n; }
  bool joinable(const std::vector<int>& budgets) const {
    return static_cast<int>(budgets.size()) > links_.diameter();
  }

  /// Moves time from a phase to another, exchanges two phases, or splits or joins phases.
  void move(std::vector<int>& budgets) {
    const std::size_t from = random(budgets.size()), to = random(budgets.size());
    const auto place = budgets.begin() + static_cast<std::ptrdiff_t>(from);
    switch (random(4)) {
      case 0:
        return std::swap(budgets[from], budgets[to]);
      case 1:
        if (budgets[from] > 1) {
          const int part = 1 + static_cast<int>(random(budgets[from] - 1));
          budgets[from] -= part;
          budgets.insert(place, part);
        } else if (from + 1 < budgets.size() && joinable(budgets)) {
          budgets[from + 1] += budgets[from];
          budgets.erase(place);
        }
        return;
      default: {
        const int amount = 1 + static_cast<int>(random(links_.slowest()));
        if (from == to || budgets[from] <= amount) return;
        budgets[from] -= amount;
        budgets[to] += amount;
      }
    }
  }

  const LiveLinks& links_;
  std::uint64_t drawn_;
};

}  // namespace

HopPlan trees_in(const TreeProblem& problem, const TreeBounds& bounds, int phases, int grain) {
  std::vector<int> budgets;
  if (problem.owners.size() == 1) {
    // The root is the narrow place: every phase carries the same, and pieces follow each other.
    budgets.assign(phases, static_cast<int>(bounds.pipelined(phases)));
  } else {
    budgets = bounds.budgets(grain);
  }
  while (static_cast<int>(budgets.size()) < phases && split(budgets, grain)) {
  }
  return search(problem, budgets, grain);
}

HopPlan with_other_budgets(const TreeProblem& problem, HopPlan best, std::int64_t bound) {
  TreeSearch search(problem);
  BudgetDraw draw(problem);
  std::vector<int> budgets = best.most;
  std::int64_t lacking = kNotRun;
  for (int runs = 0, failures = 0;
       runs < kMostBudgets && search.steps() < kMostChosen && best.blocks() > bound; ++runs) {
    std::vector<int> tried = draw.near(budgets, best.blocks() - 1);
    if (auto plan = search.run(tried, problem.seed + runs % kMostBudgets)) {
      best = std::move(*plan);
      runs = 0;
    } else if (search.lacking() <= lacking) {
      if (search.lacking() < lacking) failures = 0;
      lacking = search.lacking();
      budgets = std::move(tried);
      continue;
    } else if (++failures <= kMostWorse) {
      continue;
    }
    budgets = best.most;
    lacking = kNotRun;
    failures = 0;
  }
  return best;
}

}  // namespace torusim::planned
