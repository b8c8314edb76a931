#include "schedules/algorithms/planned/station_phases.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "schedules/core/interruption.h"
#include "schedules/core/mix_bits.h"

namespace torusim::planned {
namespace {

constexpr int kClasses = 4;                               // of nodes, by the sum of their coordinates
constexpr int kSets = 1 << kClasses;                      // of stations
constexpr std::int64_t kMostMoves = 5'000;                // of each half
constexpr std::int64_t kMostJoins = 300'000'000;          // words of bits that one annealing joins
constexpr std::int64_t kUnheard = std::int64_t{1} << 32;  // cost of a pair of nodes; loads cost less
constexpr std::int64_t kUnit = 16;                        // cost of a block

/// The annealing: the stations of one phase and direction change, and stay changed unless the cost grows too
/// much. The first half looks for phases through which all hear of all, the second for small loads.
class StationSearch {
 public:
  StationSearch(const LiveLinks& links, int phases, std::uint64_t seed)
      : links_(links),
        topology_(links.topology()),
        phases_(phases),
        random_(mix_bits(seed * kMixStep)),
        words_((links.nodes() + 63) / 64) {
    file_channels();
    for (int port = 0; port < links_.ports(); ++port) {
      for (int set = 0; set < kSets; ++set) {
        auto& row = senders_.emplace_back();
        for (const NodeId node : links_.live()) {
          const StraightMessage message = send(node, port, set);
          if (message.hops > 0) row.emplace_back(message.from, message.to);
        }
      }
    }
    heard_.assign(phases_ + 1, Bits(links_.nodes() * words_));
    for (const NodeId node : links_.live()) {
      heard_[0][node * words_ + node / 64] = std::uint64_t{1} << node % 64;
    }
  }

  std::optional<std::vector<StraightMessage>> run() {
    for (int i = 0; i < phases_ * links_.ports(); ++i) sets_.push_back(static_cast<int>(random() % kSets));
    cost_ = cost_from(0);
    anneal(kUnheard * live() * live() / 64, kUnheard);
    if (cost_ >= kUnheard) return std::nullopt;
    anneal(0, 0);
    sets_ = best_sets_;
    std::vector<StraightMessage> all;
    for (int phase = 0; phase < phases_; ++phase) {
      for (const NodeId node : links_.live()) {
        for (int port = 0; port < links_.ports(); ++port) {
          StraightMessage message = send(node, port, sets_[phase * links_.ports() + port]);
          message.phase = phase;
          if (message.hops > 0) all.push_back(message);
        }
      }
    }
    return all;
  }

 private:
  using Bits = std::vector<std::uint64_t>;

  std::uint64_t random() { return mix_bits(random_ += kMixStep); }
  std::int64_t live() const { return static_cast<std::int64_t>(links_.live().size()); }

  void file_channels() {
    live_.resize(std::size_t(links_.nodes()) * links_.ports());
    for (const NodeId node : links_.live()) {
      for (const LiveLink& link : links_.out_of(node)) live_[link.channel] = true;
    }
    for (NodeId node = 0; node < links_.nodes(); ++node) {
      int sum = 0;
      for (int d = 0; d < topology_.dimensions(); ++d) sum += topology_.coordinate(node, d);
      class_.push_back(sum % kClasses);
    }
  }
  bool station(NodeId node, int set) const { return (set >> class_[node] & 1) != 0; }
  /// The message of a node to the next station; without hops if it sends none.
  StraightMessage send(NodeId sender, int port, int set) const {
    StraightMessage message{0, sender, sender, sender * links_.ports() + port, 0, 1};
    if (!station(sender, set)) return message;
    do {
      const std::int32_t channel = message.to * links_.ports() + port;
      const NodeId next = topology_.neighbor(message.to, port);
      if (!live_[channel] || topology_.distance(sender, next) != message.hops + 1) break;
      message.to = next;
      ++message.hops;
    } while (!station(message.to, set) && !topology_.jumps(topology_.port_dimension(port)));
    message.interval = links_.interval(message.channel, message.hops);
    if (links_.transposed()) std::swap(message.from, message.to);
    return message;
  }

  /// Moves that raise the cost by up to `patience`, less and less, until the cost is below `goal`.
  void anneal(std::int64_t patience, std::int64_t goal) {
    const std::int64_t joins = live() * std::int64_t(words_) * links_.ports() * phases_;
    const std::int64_t moves = std::min(kMostMoves, kMostJoins / joins);
    best_cost_ = cost_;
    best_sets_ = sets_;
    for (std::int64_t left = moves; left > 0 && cost_ >= goal; --left) {
      Interruptible::check();
      const std::size_t at = random() % sets_.size();
      const int before = sets_[at], phase = static_cast<int>(at) / links_.ports();
      sets_[at] = random() % 2 == 0 ? before ^ 1 << random() % kClasses : static_cast<int>(random() % kSets);
      const std::int64_t cost = cost_from(phase);
      if (cost <= cost_ + static_cast<std::int64_t>(random() % (patience / moves * left + 1))) {
        cost_ = cost;
        if (cost < best_cost_) best_cost_ = cost, best_sets_ = sets_;
      } else {
        sets_[at] = before;
        cost_from(phase);
      }
    }
  }

  const std::vector<std::pair<NodeId, NodeId>>& row(int phase, int port) const {
    return senders_[port * kSets + sets_[phase * links_.ports() + port]];
  }
  /// The cost. Phases before `phase` are as they were.
  std::int64_t cost_from(int phase) {
    for (; phase < phases_; ++phase) {
      heard_[phase + 1] = heard_[phase];
      const std::uint64_t* const before = heard_[phase].data();
      std::uint64_t* const after = heard_[phase + 1].data();
      for (int port = 0; port < links_.ports(); ++port) {
        for (const auto& [from, to] : row(phase, port)) {
          for (std::size_t w = 0; w < words_; ++w) after[to * words_ + w] |= before[from * words_ + w];
        }
      }
    }
    std::int64_t missing = live() * live();
    for (const std::uint64_t word : heard_[phases_]) missing -= std::popcount(word);
    return missing > 0 ? missing * kUnheard : load();
  }

  /// An estimate of the blocks, in kUnit: what nodes have not heard of when a phase begins comes by their
  /// messages from then on, as if these were equal.
  std::int64_t load() const {
    std::vector<std::int64_t> in(links_.nodes());
    std::int64_t sum = 0, most = 0;
    for (int phase = phases_; phase-- > 0;) {
      for (int port = 0; port < links_.ports(); ++port) {
        for (const auto& [from, to] : row(phase, port)) ++in[to];
      }
      std::int64_t blocks = 0;
      for (const NodeId node : links_.live()) {
        std::int64_t left = live();
        for (std::size_t w = 0; w < words_; ++w) left -= std::popcount(heard_[phase][node * words_ + w]);
        left = kUnit * left * (phases_ - phase) / std::max<std::int64_t>(in[node], 1);
        blocks = std::max(blocks, left);
      }
      sum += blocks;
      most = std::max(most, blocks + kUnit * phase);
    }
    return sum + 2 * most;
  }

  const LiveLinks& links_;
  const Topology& topology_;
  const int phases_;
  std::uint64_t random_;
  std::vector<bool> live_;                                       // [channel]
  std::vector<int> class_;                                       // [node]
  std::size_t words_;                                            // of the bits of all nodes
  std::vector<std::vector<std::pair<NodeId, NodeId>>> senders_;  // [port][set]: messages, from and to
  std::vector<Bits> heard_;            // [phase][node]: what it has heard of before the phase
  std::vector<int> sets_, best_sets_;  // [phase][port]
  std::int64_t cost_ = 0, best_cost_ = 0;
};

}  // namespace

std::optional<std::vector<StraightMessage>> station_phases(const LiveLinks& links, int phases,
                                                           std::uint64_t seed) {
  return StationSearch(links, phases, seed).run();
}

}  // namespace torusim::planned
