#include "schedules/check/reduced_holdings.h"

#include <fmt/format.h>

namespace torusim {

ReducedHoldings::ReducedHoldings(const ScheduleInfo& info)
    : topology_(info.topology), table_(info.topology, info.collective) {}

void ReducedHoldings::apply(const Phase& phase, const std::function<bool(const Transfer&)>& usable,
                            ViolationLog& log) {
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

void ReducedHoldings::report_undelivered(ViolationLog& log) const {
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

}  // namespace torusim
