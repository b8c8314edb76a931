#pragma once
/// What a schedule knows of itself without going through its phases: an exchange on a million nodes can be
/// compared in a moment.

#include <cstdint>
#include <functional>

#include "schedules/core/cost.h"

namespace torusim {

/// Phases and the sum of their largest messages.
class KnownCost {
 public:
  virtual Cost known_cost() const = 0;

 protected:
  ~KnownCost() = default;
};

/// The time of all phases between barriers, from that of a message of so many blocks over so many hops, which
/// grows with both.
class KnownTime {
 public:
  using TimeOf = std::function<std::int64_t(std::int64_t blocks, std::int64_t hops)>;
  virtual std::int64_t known_time(const TimeOf& time) const = 0;

 protected:
  ~KnownTime() = default;
};

}  // namespace torusim
