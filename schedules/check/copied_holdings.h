#pragma once
/// Blocks of which a copy stays with every node that sends them.

#include "schedules/check/holdings.h"
#include "schedules/core/copy_table.h"

namespace torusim {

class CopiedHoldings : public Holdings {
 public:
  explicit CopiedHoldings(const ScheduleInfo& info);

  /// If the schedule claims single deliveries, each repeated block is reported at once.
  void apply(const Phase& phase, const std::function<bool(const Transfer&)>& usable,
             ViolationLog& log) override;
  /// Also a count of repeats that is not the one the schedule promises.
  void report_undelivered(ViolationLog& log) const override;
  std::int64_t repeats() const override { return repeats_; }

 private:
  const ScheduleInfo& info_;
  CopyTable table_;
  std::int64_t repeats_ = 0;
};

}  // namespace torusim
