#pragma once
/// The first half of an all-reduce: a reduce-scatter or reduce whose phases can be had in any order, so that
/// the second half is the first one run backwards.

#include "schedules/core/schedule.h"

namespace torusim {

class Gathering {
 public:
  virtual ~Gathering() = default;
  /// Its collective is a reduce-scatter or a reduce.
  virtual const ScheduleInfo& info() const = 0;
  /// Writes the transfers of phase `index` over those of whatever phase is there; all of them add.
  virtual void write(int index, Phase& phase) = 0;
};

}  // namespace torusim
