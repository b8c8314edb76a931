#include "models/dense/counts.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "models/dense/shapes.h"

namespace torusim::dense {
namespace {

/// Calls visit(i) for the number i of each set bit.
template <typename Plane, typename Visit>
void for_each_bit(const Plane& plane, const Visit& visit) {
  std::array<Bits, sizeof plane / sizeof(Bits)> words;
  std::memcpy(words.data(), &plane, sizeof plane);
  for (std::size_t w = 0; w < words.size(); ++w) {
    for (Bits rest = words[w]; rest != 0; rest &= rest - 1) {
      visit(static_cast<NodeId>(64 * w) + static_cast<NodeId>(__builtin_ctzll(rest)));
    }
  }
}

/// The numbers of a block's routers.
template <int n, typename Plane>
auto numbers(const Plane (&planes)[n]) {
  std::array<std::int32_t, 8 * sizeof(Plane)> result{};
  for (int i = 0; i < n; ++i) {
    for_each_bit(planes[i], [&](NodeId r) { result[static_cast<std::size_t>(r)] += 1 << i; });
  }
  return result;
}

constexpr auto kTotal = [](auto& counter) -> auto& { return counter.total; };
constexpr auto kLatest = [](auto& counter) -> auto& { return counter.latest; };

}  // namespace

template <typename Block>
CountsOfBlocks<Block>::CountsOfBlocks(const Geometry& geometry, ChannelSums& sums)
    : geometry_(geometry), sums_(sums) {
  assert(sums.size() == static_cast<std::size_t>(geometry.topology.nodes()) * T::channels);
  tallies_.resize(static_cast<std::size_t>(geometry.blocks));
}

template <typename Block>
void CountsOfBlocks<Block>::end_cycle(bool moved) {
  ++cycles_;
  assert(cycles_ <= T::most_cycles);
  if (moved) {
    paused_ = 0;
    if (cycles_ >= T::most_cycles / 2) spill();
  } else {
    if (paused_ == 0) before_pause_ = tallies_;
    ++paused_;
  }
}

/// Adds one part of all counters (total or latest) to the sums.
template <typename Block>
template <typename Part>
void CountsOfBlocks<Block>::add(const Part& part) {
  static constexpr std::array kCauses = {StallCause::kAllocation, StallCause::kCredit,
                                         StallCause::kArbitration, StallCause::kPreemption};
  static_assert(T::allocation == 0 && T::credit == 1 && T::arbitration == 2 && T::preemption == 3);
  NodeId first = 0;
  for (const T& tally : tallies_) {
    const auto add_to = [&](int port, const auto& counter, const auto& of_channel) {
      const auto& planes = part(counter);
      for (std::size_t i = 0; i < std::size(planes); ++i) {
        for_each_bit(planes[i], [&](NodeId r) { of_channel(sum(first + r, port)) += 1 << i; });
      }
    };
    const auto flits = [](ChannelSum & sum) -> auto& { return sum.flits; };
    const auto busy = [](ChannelSum & sum) -> auto& { return sum.busy; };
    const auto messages = [](ChannelSum & sum) -> auto& { return sum.messages; };
    for (int port = 0; port < T::channels; ++port) {
      add_to(port, tally.flits[port], flits);
      add_to(port, tally.busy[port], busy);
      if (port == T::injection) break;
      for (std::size_t cause = 0; cause < T::causes; ++cause) {
        add_to(
            port, tally.stalls[port][cause], [&](ChannelSum & sum) -> auto& {
              return sum.stalled_by(kCauses[cause]);
            });
      }
    }
    add_to(T::injection, tally.injection_tails, messages);
    add_to(
        T::injection, tally.injection_stalls,
        [](ChannelSum & sum) -> auto& { return sum.stalled_by(StallCause::kCredit); });
    first += kRoutersOfABlock;
  }
}

template <typename Block>
void CountsOfBlocks<Block>::spill() {
  add(kTotal);
  for (T& tally : tallies_) {
    const auto empty = [](auto& counter) { std::ranges::fill(counter.total, Plane{}); };
    for (auto& of_output : tally.stalls) std::ranges::for_each(of_output, empty);
    std::ranges::for_each(tally.flits, empty);
    std::ranges::for_each(tally.busy, empty);
    empty(tally.injection_tails);
    empty(tally.injection_stalls);
  }
  cycles_ = 0;
}

template <typename Block>
Cycle CountsOfBlocks<Block>::finish(Cycle last, const Bits* planes, const std::uint32_t* first_words) {
  if (paused_ > 0) {
    tallies_ = before_pause_;
  } else {
    add(kLatest);
  }
  add(kTotal);
  for (int block = 0; block < geometry_.blocks; ++block) {
    const NodeId first = block * kRoutersOfABlock;
    finish_levels(tallies_[static_cast<std::size_t>(block)], first);
    finish_worms(last - paused_, planes + first_words[block * Block::router_words], first);
  }
  return last - paused_;
}

template <typename Block>
void CountsOfBlocks<Block>::finish_levels(const T& tally, NodeId first) {
  constexpr int kLocal = Block::Shape::local;
  const Topology& topology = geometry_.topology;
  for (int port = 0; port < Block::Shape::ports; ++port) {
    auto most = numbers(tally.levels[port].highest);
    if (paused_ == 0) {
      const auto latest = numbers(tally.levels[port].latest);
      std::transform(most.begin(), most.end(), latest.begin(), most.begin(),
                     [](auto a, auto b) { return std::max(a, b); });
    }
    for (NodeId r = 0; r < kRoutersOfABlock; ++r) {
      const std::int32_t flits = most[static_cast<std::size_t>(r)];
      if (flits == 0) continue;
      const NodeId from =
          port == kLocal ? first + r : topology.neighbor(first + r, geometry_.network_port(port));
      sum(from, port == kLocal ? T::injection : port ^ 1).peak = flits;
    }
  }
}

/// Ends the sums of channels that worms under way own. A flit that moves in cycle `last` is on a wire in the
/// next cycle, which does not count.
template <typename Block>
void CountsOfBlocks<Block>::finish_worms(Cycle last, const Bits* planes, NodeId first) {
  using Shape = typename Block::Shape;
  using OutputOfBlock = OutputPlanes<Shape, Plane>;
  using InterfaceOfBlock = InterfacePlanes<Shape, Plane>;
  const auto end = [&](int port, std::size_t bytes) {
    std::array<Bits, sizeof(Plane) / sizeof(Bits)> words;
    std::memcpy(words.data(), planes + bytes / sizeof(Bits), sizeof words);
    for_each_bit(words, [&](NodeId r) {
      ChannelSum& sum = this->sum(first + r, port);
      if (sum.owned_since != ChannelSum::kFree) return;  // a worm on another VC owns the channel too
      sum.owned_since = last + 1;
      --sum.busy;
      if (port == T::injection) ++sum.messages;
    });
  };
  for (std::size_t c = 0; c < Shape::classes; ++c) {
    const std::size_t of_class = c * Block::class_bytes();
    for (int port = 0; port < Shape::network_ports; ++port) {
      for (int lane = 0; lane < 2; ++lane) {
        end(port, of_class + Block::output(port, lane) + offsetof(OutputOfBlock, owned));
      }
    }
    end(Shape::local, of_class + Block::ejection_owned_at());
    end(T::injection, of_class + Block::interface_at() + offsetof(InterfaceOfBlock, started));
  }
}

template <typename Block>
std::unique_ptr<Counts> make_counts(const Geometry& geometry, ChannelSums& sums) {
  return std::make_unique<CountsOfBlocks<Block>>(geometry, sums);
}

template std::unique_ptr<Counts> make_counts<Block<Small<1>, Bits>>(const Geometry&, ChannelSums&);
template std::unique_ptr<Counts> make_counts<Block<Small<1>, Bits256>>(const Geometry&, ChannelSums&);
template std::unique_ptr<Counts> make_counts<Block<Small<2>, Bits>>(const Geometry&, ChannelSums&);
template std::unique_ptr<Counts> make_counts<Block<Small<2>, Bits256>>(const Geometry&, ChannelSums&);
template std::unique_ptr<Counts> make_counts<Block<Small<3>, Bits>>(const Geometry&, ChannelSums&);
template std::unique_ptr<Counts> make_counts<Block<Small<3>, Bits256>>(const Geometry&, ChannelSums&);
template std::unique_ptr<Counts> make_counts<Block<Small<4>, Bits>>(const Geometry&, ChannelSums&);
template std::unique_ptr<Counts> make_counts<Block<Small<4>, Bits256>>(const Geometry&, ChannelSums&);
template std::unique_ptr<Counts> make_counts<Block<Large<1>, Bits>>(const Geometry&, ChannelSums&);
template std::unique_ptr<Counts> make_counts<Block<Large<1>, Bits256>>(const Geometry&, ChannelSums&);
template std::unique_ptr<Counts> make_counts<Block<Large<2>, Bits>>(const Geometry&, ChannelSums&);
template std::unique_ptr<Counts> make_counts<Block<Large<2>, Bits256>>(const Geometry&, ChannelSums&);
template std::unique_ptr<Counts> make_counts<Block<Large<3>, Bits>>(const Geometry&, ChannelSums&);
template std::unique_ptr<Counts> make_counts<Block<Large<3>, Bits256>>(const Geometry&, ChannelSums&);
template std::unique_ptr<Counts> make_counts<Block<Large<4>, Bits>>(const Geometry&, ChannelSums&);
template std::unique_ptr<Counts> make_counts<Block<Large<4>, Bits256>>(const Geometry&, ChannelSums&);
template std::unique_ptr<Counts> make_counts<Block<LargeOfClasses<1>, Bits256>>(const Geometry&,
                                                                                ChannelSums&);
template std::unique_ptr<Counts> make_counts<Block<LargeOfClasses<2>, Bits256>>(const Geometry&,
                                                                                ChannelSums&);
template std::unique_ptr<Counts> make_counts<Block<LargeOfClasses<3>, Bits256>>(const Geometry&,
                                                                                ChannelSums&);
template std::unique_ptr<Counts> make_counts<Block<LargeOfClasses<4>, Bits256>>(const Geometry&,
                                                                                ChannelSums&);

}  // namespace torusim::dense
