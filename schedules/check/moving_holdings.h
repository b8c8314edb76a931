#pragma once
/// Blocks that exist once: a sender loses a block that it sends.

#include <vector>

#include "schedules/check/holdings.h"

namespace torusim {

class MovingHoldings : public Holdings {
 public:
  explicit MovingHoldings(const ScheduleInfo& info);

  void apply(const Phase& phase, const std::function<bool(const Transfer&)>& usable,
             ViolationLog& log) override;
  void report_undelivered(ViolationLog& log) const override;
  std::int64_t repeats() const override { return 0; }

 private:
  /// Removes and returns the blocks of `asked` that the node holds.
  BlockSet take_present(NodeId node, const BlockSet& asked);

  const Topology& topology_;
  const Collective& collective_;
  std::vector<BlockSet> held_;  // [node]
};

}  // namespace torusim
