#include "schedules/algorithms/all_to_allv/generated_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "schedules/core/amount.h"
#include "schedules/core/error.h"
#include "schedules/core/mix_bits.h"

namespace torusim {
namespace {

constexpr std::int64_t kMostDraws = std::int64_t{1} << 32;

/// Numbers of one stream, the same on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t operator()() { return mix_bits(state_ += kMixStep); }
  /// 0 to below 1.
  double uniform() { return unit_interval((*this)()); }

 private:
  std::uint64_t state_;
};

/// The experts' shares, which add up to 1.
std::vector<double> shares(const GeneratedMatrix& wanted, int experts, NodeId nodes, Random& random) {
  const auto count = static_cast<std::size_t>(experts);
  std::vector<double> result(count, 1.0 / experts);
  if (wanted.popularity == Popularity::kZipf) {
    std::vector<std::size_t> place(count);
    std::iota(place.begin(), place.end(), 0);
    shuffle_alike(place, random);
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += std::pow(static_cast<double>(i + 1), -wanted.skew);
    for (std::size_t i = 0; i < count; ++i) {
      result[place[i]] = std::pow(static_cast<double>(i + 1), -wanted.skew) / sum;
    }
  } else if (wanted.popularity == Popularity::kHot) {
    int hot = 0;  // the first expert of its node
    while (hot < experts && std::int64_t{hot} * nodes / experts != wanted.hot) ++hot;
    if (hot == experts) throw InputError(fmt::format("all-to-allv: node {} has no expert", wanted.hot));
    std::fill(result.begin(), result.end(), experts > 1 ? (1 - wanted.share) / (experts - 1) : 1);
    if (experts > 1) result[static_cast<std::size_t>(hot)] = wanted.share;
  }
  return result;
}

/// Draws k different experts, each in proportion to its share among the experts that are left.
class Gate {
 public:
  explicit Gate(const std::vector<double>& shares) : shares_(shares), up_to_(shares.size()) {
    std::partial_sum(shares.begin(), shares.end(), up_to_.begin());
  }

  /// In ascending order.
  const std::vector<int>& draw(int k, Random& random) {
    chosen_.clear();
    double left = up_to_.back();
    while (static_cast<int>(chosen_.size()) < k) {
      double at = random.uniform() * left;
      for (const int expert : chosen_) {  // past the parts of drawn experts
        const double before = expert > 0 ? up_to_[index(expert - 1)] : 0;
        if (at >= before) at += shares_[index(expert)];
      }
      const auto found = std::upper_bound(up_to_.begin(), up_to_.end(), at);
      const int expert = static_cast<int>(std::min(found, up_to_.end() - 1) - up_to_.begin());
      const int other = taken(index(expert)) ? first_free() : expert;  // taken: by rounding
      chosen_.insert(std::lower_bound(chosen_.begin(), chosen_.end(), other), other);
      left -= shares_[index(other)];
    }
    return chosen_;
  }

 private:
  static std::size_t index(int expert) { return static_cast<std::size_t>(expert); }
  bool taken(std::size_t expert) const {
    return std::find(chosen_.begin(), chosen_.end(), static_cast<int>(expert)) != chosen_.end();
  }
  int first_free() const {
    int expert = 0;
    while (taken(index(expert))) ++expert;
    return expert;
  }

  const std::vector<double>& shares_;
  std::vector<double> up_to_;  // [expert]: sum of its share and earlier shares
  std::vector<int> chosen_;
};

}  // namespace

TrafficMatrix make_matrix(const GeneratedMatrix& wanted, NodeId nodes) {
  const int experts = wanted.experts > 0 ? wanted.experts : nodes;
  if (wanted.tokens > 0 && wanted.choices > experts) {
    throw InputError(fmt::format("all-to-allv: k={}: a token goes to different experts, and there are {}",
                                 wanted.choices, experts));
  }
  if (wanted.tokens * wanted.choices > kMostDraws / nodes) {
    throw InputError(
        fmt::format("all-to-allv: tokens={} of {} nodes, each to k={} experts: at most {} in all",
                    wanted.tokens, nodes, wanted.choices, kMostDraws));
  }
  Random random(wanted.seed);
  const std::vector<double> share = shares(wanted, experts, nodes, random);
  const auto node_of = [&](int expert) {
    return static_cast<std::size_t>(std::int64_t{expert} * nodes / experts);
  };
  Gate gate(share);
  TrafficMatrix matrix(nodes);
  std::vector<std::int64_t> bytes(static_cast<std::size_t>(nodes));
  for (NodeId source = 0; source < nodes; ++source) {
    std::fill(bytes.begin(), bytes.end(), 0);
    for (std::int64_t token = 0; token < wanted.tokens; ++token) {
      for (const int expert : gate.draw(wanted.choices, random)) bytes[node_of(expert)] += wanted.bytes;
    }
    for (int expert = 0; expert < experts && wanted.tokens == 0; ++expert) {
      const double part = share[static_cast<std::size_t>(expert)] * static_cast<double>(experts);
      bytes[node_of(expert)] += std::llround(part * static_cast<double>(wanted.bytes));
    }
    for (NodeId to = 0; to < nodes; ++to) {
      matrix.add(source, to, divided(bytes[static_cast<std::size_t>(to)], wanted.flit_bytes));
    }
  }
  matrix.finish();
  return matrix;
}

}  // namespace torusim
