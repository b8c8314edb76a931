#include "models/sources/arrivals.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "schedules/core/error.h"

namespace torusim {

ArrivalKind ArrivalKind::parse(std::string_view text) {
  constexpr std::string_view kBursty = "bursty:";
  ArrivalKind kind;
  if (text == "bernoulli") return kind;
  bool good = text.starts_with(kBursty);
  if (good) {
    kind.bursty = true;
    const std::string_view values = text.substr(kBursty.size());
    const char* const last = values.data() + values.size();
    const auto burst = std::from_chars(values.data(), last, kind.burst);
    good = burst.ec == std::errc() && kind.burst >= 1 && kind.burst <= 1'000'000;
    if (good && burst.ptr != last) {
      good = *burst.ptr == ':';
      const auto peak = std::from_chars(burst.ptr + 1, last, kind.peak);
      good = good && peak.ec == std::errc() && peak.ptr == last && kind.peak > 0 && kind.peak <= 1e6;
    }
  }
  if (!good) {
    throw UsageError(
        "must be bernoulli or bursty:CYCLES[:PEAK] (mean length of a burst, 1..1000000, and flits a cycle in "
        "it), such as bursty:64:0.5");
  }
  return kind;
}

std::string ArrivalKind::text() const {
  if (!bursty) return "bernoulli";
  return peak == 1 ? fmt::format("bursty:{}", burst) : fmt::format("bursty:{}:{}", burst, peak);
}

double ArrivalKind::highest_load(double mean_flits) const {
  if (!bursty) return mean_flits;
  return std::min(peak, mean_flits) * burst / (burst + 1.0);
}

Arrivals::Arrivals(const ArrivalKind& kind, double load, double mean_flits) : bursty_(kind.bursty) {
  const double rate = kind.bursty ? std::min(kind.peak, mean_flits) : load;
  packet_ = Geometric(std::min(1.0, rate / mean_flits));
  if (!bursty_) return;
  share_on_ = std::min(1.0, load / rate);
  const double end = 1.0 / kind.burst;
  end_ = Geometric(end);
  begin_ = Geometric(std::min(1.0, end * share_on_ / (1 - share_on_)));
}

Arrivals::State Arrivals::begin(NodeRandom& random) const {
  if (!bursty_ || random.uniform() >= share_on_) return {};
  return {end_.draw(random) - 1};
}

/// `made` is the cycle of the next packet if the burst does not end before it.
Cycle Arrivals::next_in_bursts(State& state, NodeRandom& random, Cycle after, Cycle made) const {
  while (made > state.on_until) {
    const Cycle off_until = std::max(after, state.on_until) + begin_.draw(random);
    state.on_until = off_until + end_.draw(random);
    made = off_until + packet_.draw(random);  // the process has no memory, so it may begin afresh
  }
  return made;
}

}  // namespace torusim
