#pragma once
/// Costs that a schedule knows without going through its phases, so exchanges on a million nodes are compared
/// at once.

#include <cstdint>
#include <functional>

#include "schedules/core/cost.h"

namespace torusim {

/// A schedule that knows its number of phases and the sum of their largest messages.
class KnownCost {
 public:
  virtual Cost known_cost() const = 0;
  /// The sum over the phases of the hops of their shortest messages, at least.
  virtual std::int64_t known_hops() const { return known_cost().startups; }

 protected:
  ~KnownCost() = default;
};

/// A schedule that knows the time of all phases between barriers. `time` is the time of a message of `blocks`
/// blocks over `hops` hops, and must grow with both.
class KnownTime {
 public:
  using TimeOf = std::function<std::int64_t(std::int64_t blocks, std::int64_t hops)>;
  virtual std::int64_t known_time(const TimeOf& time) const = 0;

 protected:
  ~KnownTime() = default;
};

}  // namespace torusim
