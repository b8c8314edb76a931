#pragma once
/// Chunks whose contributions are added on the way.

#include "schedules/check/holdings.h"
#include "schedules/core/contribution_table.h"

namespace torusim {

class ReducedHoldings : public Holdings {
 public:
  explicit ReducedHoldings(const ScheduleInfo& info);

  /// All messages leave with what their senders have at the start of the phase, and arrive in the order of
  /// the schedule. Reports a contribution that would be counted twice, and one that a store would lose.
  void apply(const Phase& phase, const std::function<bool(const Transfer&)>& usable,
             ViolationLog& log) override;
  void report_undelivered(ViolationLog& log) const override;
  std::int64_t repeats() const override { return 0; }

 private:
  const Topology& topology_;
  ContributionTable table_;
  std::vector<ContributionTable::Content> under_way_;  // [transfer] of the phase
};

}  // namespace torusim
