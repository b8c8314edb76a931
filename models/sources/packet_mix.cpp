#include "models/sources/packet_mix.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "schedules/core/error.h"
#include "schedules/core/read_number.h"

namespace torusim {

PacketMix PacketMix::parse(std::string_view text) {
  const auto refuse = [] {
    throw UsageError(fmt::format(
        "must be lengths of 1..{} flits, such as 8 or 1,5, all or none with a weight: 1:0.8,5:0.2",
        kMostFlits));
  };
  PacketMix mix;
  mix.kinds_.clear();
  std::size_t weights = 0;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const std::string_view item = text.substr(at, comma - at);
    const auto colon = item.find(':');
    Kind kind{0, 1.0};
    if (!read_number(item.substr(0, colon), kind.flits) || kind.flits < 1 || kind.flits > kMostFlits)
      refuse();
    if (colon != std::string_view::npos) {
      ++weights;
      const bool number = read_number(item.substr(colon + 1), kind.weight);
      if (!number || !std::isfinite(kind.weight) || kind.weight <= 0 || kind.weight > 1e6) refuse();
    }
    mix.kinds_.push_back(kind);
    at = comma + 1;
  }
  if (weights != 0 && weights != mix.kinds_.size()) refuse();
  return mix;
}

std::string PacketMix::text() const {
  const bool weighted = std::any_of(kinds_.begin(), kinds_.end(), [](Kind k) { return k.weight != 1; });
  std::string result;
  for (const Kind& kind : kinds_) {
    result += fmt::format("{}{}", result.empty() ? "" : ",", kind.flits);
    if (weighted) result += fmt::format(":{}", kind.weight);
  }
  return result;
}

double PacketMix::mean_flits() const {
  double flits = 0, weights = 0;
  for (const Kind& kind : kinds_) {
    flits += kind.weight * kind.flits;
    weights += kind.weight;
  }
  return flits / weights;
}

int PacketMix::longest() const {
  int flits = 0;
  for (const Kind& kind : kinds_) flits = std::max(flits, kind.flits);
  return flits;
}

int PacketMix::draw(NodeRandom& random) const {
  if (kinds_.size() == 1) return kinds_.front().flits;
  double weights = 0;
  for (const Kind& kind : kinds_) weights += kind.weight;
  double at = random.uniform() * weights;
  for (const Kind& kind : kinds_) {
    if (at < kind.weight) return kind.flits;
    at -= kind.weight;
  }
  return kinds_.back().flits;
}

}  // namespace torusim
