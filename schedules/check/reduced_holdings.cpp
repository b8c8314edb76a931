// Chunks whose contributions are added on the way.
#include <fmt/format.h>

#include "schedules/check/holdings.h"
#include "schedules/core/contribution_table.h"

namespace torusim {
namespace {

class ReducedHoldings : public Holdings {
 public:
  explicit ReducedHoldings(const ScheduleInfo& info)
      : topology_(info.topology), table_(info.topology, info.collective) {}

  /// All messages leave with what their senders have at the start of the phase, and arrive in the order of
  /// the schedule. Reports a contribution that would be counted twice, and one that a store would lose.
  void apply(const Phase& phase, const std::function<bool(const Transfer&)>& usable,
             ViolationLog& log) override {
    under_way_.clear();
    for (const Transfer& transfer : phase.transfers) {
      auto& content = under_way_.emplace_back();
      if (!usable(transfer)) continue;
      if (const auto absent = table_.missing(transfer.source, transfer.blocks)) {
        log.add(ViolationKind::kNotHeld, transfer.source, "sends", absent, ", of which it holds nothing");
      }
      content = table_.take(transfer.source, transfer.blocks);
    }
    for (std::size_t i = 0; i < phase.transfers.size(); ++i) {
      const Transfer& transfer = phase.transfers[i];
      if (!usable(transfer)) continue;
      const auto wrong = table_.put(transfer.destination, transfer.blocks, under_way_[i], transfer.adds);
      if (!wrong) continue;
      const std::string whose = topology_.node_name(wrong->contribution);
      const std::string from = topology_.node_name(transfer.source);
      if (wrong->twice) {
        log.add(ViolationKind::kRepeated, transfer.destination, "adds", wrong->chunk,
                fmt::format(" from {}: the contribution of {} would count twice", from, whose));
      } else {
        log.add(ViolationKind::kLost, transfer.destination, "stores", wrong->chunk,
                fmt::format(" from {}: the contribution of {} at this node would be lost", from, whose));
      }
    }
  }
  void report_undelivered(ViolationLog& log) const override {
    for (NodeId node = 0; node < topology_.nodes(); ++node) {
      const auto lack = table_.lacking(node);
      if (!lack) continue;
      const std::string others =
          lack->contributions == 1 ? "" : fmt::format(" and {} others", lack->contributions - 1);
      log.add(ViolationKind::kNotDelivered, node,
              fmt::format("lacks contributions to {} of its chunks, first", lack->chunks), lack->chunk,
              fmt::format(": that of {}{}", topology_.node_name(lack->contribution), others));
    }
  }
  std::int64_t repeats() const override { return 0; }

 private:
  const Topology& topology_;
  ContributionTable table_;
  std::vector<ContributionTable::Content> under_way_;  // [transfer] of the phase
};

}  // namespace

std::unique_ptr<Holdings> reduced_blocks(const ScheduleInfo& info) {
  return std::make_unique<ReducedHoldings>(info);
}

}  // namespace torusim
