#pragma once
/// Complete exchange with all ports at, or close to, the bound that the links set: `all-port`. Found with
/// torusim; docs/all-port.md has the phases, the search that plans them and the totals.
///
/// Phases are named "P1.T01", ..: all nodes send straight, by all ports that the phase gives them
/// (all_port_table.h), equal messages for nodes of a class.

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/all_port/all_port_plan.h"

namespace torusim {

class AllPortExchange : public Schedule {
 public:
  AllPortExchange(std::string generator, const AllPortTable& table);

  const ScheduleInfo& info() const override { return info_; }
  bool next(Phase& phase) override;
  void rewind() override { at_ = 0; }

  const AllPortPlan& plan() const { return plan_; }

 private:
  const AllPortTable& table_;
  AllPortPlan plan_;
  ScheduleInfo info_;
  int at_ = 0;
};

/// all-port.
std::vector<Algorithm> all_port_algorithms();

}  // namespace torusim
