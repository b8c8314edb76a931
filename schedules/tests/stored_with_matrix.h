#pragma once
/// Schedules with a traffic matrix that tests change.

#include <memory>

#include "schedules/core/schedule.h"
#include "schedules/core/traffic_matrix.h"

namespace torusim::test {

/// A copy of a schedule, to be changed, with its matrix.
class StoredWithMatrix : public StoredSchedule, public MatrixHolder {
 public:
  explicit StoredWithMatrix(Schedule& schedule)
      : StoredSchedule(copy_of(schedule)), matrix_(matrix_of(schedule)) {}
  std::shared_ptr<const TrafficMatrix> matrix() const override { return matrix_; }

 private:
  std::shared_ptr<const TrafficMatrix> matrix_;
};

}  // namespace torusim::test
