#pragma once
/// Direct exchange, the plain baseline: every pair of nodes, one step each, every block in a message of its
/// own.

#include <string>

#include "schedules/algorithms/algorithm.h"
#include "schedules/core/schedule.h"

namespace torusim {

/// In step j = 1 .. N-1 node s sends its block for node (s + j) mod N there, by dimension-order routing on a
/// shortest path. A node sends and receives one message in a step; messages of a step do share channels. Runs
/// on any topology. Steps are named "J1", "J2", ..
class DirectExchange : public Schedule {
 public:
  DirectExchange(std::string generator, const Topology& topology);

  const ScheduleInfo& info() const override { return info_; }
  bool next(Phase& phase) override;
  void rewind() override { step_ = 0; }

 private:
  ScheduleInfo info_;
  int step_ = 0;
};

std::vector<Algorithm> direct_algorithms();

}  // namespace torusim
