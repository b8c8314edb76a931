#include "schedules/check/message_holdings.h"

#include <fmt/format.h>

namespace torusim {

void MessageHoldings::apply(const Phase& phase, const std::function<bool(const Transfer&)>& usable,
                            ViolationLog& log) {
  for (const Transfer& transfer : phase.transfers) {
    if (!usable(transfer)) continue;
    blocks_ += transfer.unnamed;
    if (account_ && !account_->add(transfer.source, transfer.destination, transfer.unnamed)) {
      log.add(ViolationKind::kNotHeld, transfer.source,
              fmt::format("sends {} blocks to {}, more than it still has for that node", transfer.unnamed,
                          info_.topology.node_name(transfer.destination)));
    }
    if (transfer.blocks.empty()) continue;
    log.add(ViolationKind::kNotHeld, transfer.source, "sends", transfer.blocks.front(info_.topology),
            ", but blocks of messages have no names");
  }
}

void MessageHoldings::report_undelivered(ViolationLog& log) const {
  if (account_) {
    account_->each_lack([&](NodeId source, NodeId destination, std::int64_t come, std::int64_t all) {
      log.add(ViolationKind::kNotDelivered, destination,
              fmt::format("{} of {} blocks have come from {}", come, all, info_.topology.node_name(source)));
      return true;
    });
  }
  if (blocks_ == info_.collective.blocks) return;
  log.add(ViolationKind::kNotDelivered, 0,
          fmt::format("the messages carry {} blocks, the schedule announces {}", blocks_,
                      info_.collective.blocks));
}

}  // namespace torusim
