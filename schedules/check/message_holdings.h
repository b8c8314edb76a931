#pragma once
/// Blocks without names, of which every message carries its own: they are counted, pair by pair where the
/// schedule says how many each node has for each other.

#include <memory>
#include <optional>
#include <utility>

#include "schedules/check/holdings.h"
#include "schedules/core/traffic_matrix.h"

namespace torusim {

class MessageHoldings : public Holdings {
 public:
  /// `matrix` may be null.
  MessageHoldings(const ScheduleInfo& info, std::shared_ptr<const TrafficMatrix> matrix) : info_(info) {
    if (matrix) account_.emplace(std::move(matrix));
  }

  /// Reports blocks with names, which belong to another collective, and blocks that no pair of the matrix
  /// has.
  void apply(const Phase& phase, const std::function<bool(const Transfer&)>& usable,
             ViolationLog& log) override;
  /// Reports pairs whose blocks have not come, and a total other than the one of the schedule's info.
  void report_undelivered(ViolationLog& log) const override;
  std::int64_t repeats() const override { return 0; }

 private:
  const ScheduleInfo& info_;
  std::optional<MatrixAccount> account_;
  std::int64_t blocks_ = 0;
};

}  // namespace torusim
