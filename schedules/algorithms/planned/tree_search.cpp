#include "schedules/algorithms/planned/tree_search.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <tuple>

#include "schedules/algorithms/planned/link_matching.h"
#include "schedules/core/interruption.h"

namespace torusim::planned {
namespace {

using Bits = std::vector<std::uint64_t>;

bool holds(const Bits& bits, std::size_t chunk) { return (bits[chunk / 64] >> chunk % 64 & 1) != 0; }
void add(Bits& bits, std::size_t chunk) { bits[chunk / 64] |= std::uint64_t{1} << chunk % 64; }

}  // namespace

std::optional<HopPlan> TreeSearch::run(const std::vector<int>& budgets, std::uint64_t seed) {
  phases_ = static_cast<int>(budgets.size());
  lacking_ = kNotRun;
  if (!deadlines_.set(budgets)) return std::nullopt;
  seed_ = seed;
  plan_ = {phases_, alike_, {}};
  plan_.hops.reserve(chunks_ * (alike_ ? 1 : links_.live().size()));  // growing would take thrice the memory
  start();
  std::vector<NodeId> order(alike_ ? 1 : links_.nodes());
  for (phase_ = 0; phase_ < phases_; ++phase_) {
    take_snapshot();
    if (problem_.ports > 0) pair_up();
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](NodeId n) { return std::pair(random(n, 0), n); });
    for (const NodeId node : order) {
      serve(node, budgets[phase_]);
      Interruptible::check();
    }
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

void TreeSearch::start() {
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

void TreeSearch::take_snapshot() {
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

void TreeSearch::pair_up() {
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

void TreeSearch::pick_links_of_node_0() {
  std::vector<std::pair<std::uint64_t, std::size_t>> order;
  for (std::size_t l = 0; l < links_.into(0).size(); ++l) {
    if (rarest_news(0, l) > 0) order.emplace_back(random(0, l + 1), l);
  }
  std::ranges::sort(order);
  if (order.size() > static_cast<std::size_t>(problem_.ports)) order.resize(problem_.ports);
  chosen_.assign(1, 0);
  for (const auto& [key, l] : order) chosen_[0] |= std::uint32_t{1} << l;
}

int TreeSearch::rarest_news(NodeId node, std::size_t link) const {
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

void TreeSearch::serve(NodeId node, int budget) {
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

Hop TreeSearch::hop(const LiveLink& link, std::size_t chunk) const {
  const auto piece = static_cast<NodeId>(chunk % problem_.pieces);
  if (!alike_) return {phase_, link.channel, {owner_of(chunk), piece}};
  // Moved so that the channel leaves node 0.
  const NodeId back = links_.opposite_node(link.channel / links_.ports());
  return {
      phase_, link.channel % links_.ports(), {links_.topology().translated(owner_of(chunk), back), piece}};
}

}  // namespace torusim::planned
