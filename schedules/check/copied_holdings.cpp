// Blocks of which a copy stays with every node that sends them.
#include <fmt/format.h>

#include <map>

#include "schedules/check/holdings.h"
#include "schedules/core/copy_table.h"

namespace torusim {
namespace {

class CopiedHoldings : public Holdings {
 public:
  explicit CopiedHoldings(const ScheduleInfo& info) : info_(info), table_(info.topology, info.collective) {}

  /// If the schedule claims single deliveries, each repeated block is reported at once.
  void apply(const Phase& phase, const std::function<bool(const Transfer&)>& usable,
             ViolationLog& log) override {
    // The blocks actually sent by transfers that exceed the holdings
    std::map<const Transfer*, BlockSet> reduced;
    for (const Transfer& transfer : phase.transfers) {
      if (!usable(transfer)) continue;
      const auto absent = table_.missing(transfer.source, transfer.blocks);
      if (!absent) continue;
      log.add(ViolationKind::kNotHeld, transfer.source, "sends", absent, " that it does not hold");
      reduced[&transfer] = table_.present(transfer.source, transfer.blocks);
    }
    for (const Transfer& transfer : phase.transfers) {
      if (!usable(transfer)) continue;
      const auto rest = reduced.find(&transfer);
      const BlockSet& blocks = rest == reduced.end() ? transfer.blocks : rest->second;
      const bool once = info_.collective.repeats == 0;
      const auto again = once ? table_.held(transfer.destination, blocks) : std::nullopt;
      repeats_ += table_.add(transfer.destination, blocks);
      if (again) log.add(ViolationKind::kRepeated, transfer.destination, "gets", again, " again");
    }
  }
  /// Also reports a count of repeats that differs from the schedule's promise.
  void report_undelivered(ViolationLog& log) const override {
    for (NodeId node = 0; node < info_.topology.nodes(); ++node) {
      if (table_.lacking(node) == 0) continue;
      log.add(ViolationKind::kNotDelivered, node,
              fmt::format("lacks {} of its blocks, first", table_.lacking(node)), table_.first_lacking(node));
    }
    if (info_.collective.repeats > 0 && repeats_ != info_.collective.repeats) {
      log.add(ViolationKind::kRepeated, 0,
              fmt::format("{} blocks reached nodes that already held them; the schedule declares {}",
                          repeats_, info_.collective.repeats));
    }
  }
  std::int64_t repeats() const override { return repeats_; }

 private:
  const ScheduleInfo& info_;
  CopyTable table_;
  std::int64_t repeats_ = 0;
};

}  // namespace

std::unique_ptr<Holdings> copied_blocks(const ScheduleInfo& info) {
  return std::make_unique<CopiedHoldings>(info);
}

}  // namespace torusim
