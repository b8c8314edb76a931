#pragma once
/// A gossip or broadcast run backwards: the first half of a reduction, from any schedule that spreads.
///
/// A schedule is a stream, so its phases are kept by the window: sqrt(P) of the P phases, at least 64. Going
/// backwards through all of them makes every phase up to sqrt(P) / 2 times; up to 64 phases are made once.

#include <memory>
#include <vector>

#include "schedules/algorithms/reduction/gathering.h"

namespace torusim {

class ReversedSpread : public Gathering {
 public:
  /// Blocks that come to nodes which hold them already are left out: in reverse they would count twice. Such
  /// a schedule (Collective::repeats > 0) is kept in memory whole.
  explicit ReversedSpread(std::unique_ptr<Schedule> spread);

  const ScheduleInfo& info() const override { return info_; }
  void write(int index, Phase& phase) override;

 private:
  const Phase& spread_phase(int index);

  std::unique_ptr<Schedule> spread_;
  ScheduleInfo info_;
  int window_length_;
  int window_first_ = 0;  // of the phases in the window
  std::vector<Phase> window_;
  int position_ = 0;  // phases that the stream has given
};

}  // namespace torusim
