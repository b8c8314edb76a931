#pragma once
/// Blocks without names, of which every message carries its own: nothing can be missing, so they are counted.

#include "schedules/check/holdings.h"

namespace torusim {

class MessageHoldings : public Holdings {
 public:
  explicit MessageHoldings(const ScheduleInfo& info) : info_(info) {}

  /// Blocks with names are reported: they belong to another collective.
  void apply(const Phase& phase, const std::function<bool(const Transfer&)>& usable,
             ViolationLog& log) override;
  /// Reports a total other than the one of the schedule's info.
  void report_undelivered(ViolationLog& log) const override;
  std::int64_t repeats() const override { return 0; }

 private:
  const ScheduleInfo& info_;
  std::int64_t blocks_ = 0;
};

}  // namespace torusim
