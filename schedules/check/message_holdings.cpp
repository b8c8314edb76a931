#include "schedules/check/message_holdings.h"

#include <fmt/format.h>

namespace torusim {

void MessageHoldings::apply(const Phase& phase, const std::function<bool(const Transfer&)>& usable,
                            ViolationLog& log) {
  for (const Transfer& transfer : phase.transfers) {
    if (!usable(transfer)) continue;
    blocks_ += transfer.unnamed;
    if (transfer.blocks.empty()) continue;
    log.add(ViolationKind::kNotHeld, transfer.source, "sends", transfer.blocks.front(info_.topology),
            ", but blocks of messages have no names");
  }
}

void MessageHoldings::report_undelivered(ViolationLog& log) const {
  if (blocks_ == info_.collective.blocks) return;
  log.add(ViolationKind::kNotDelivered, 0,
          fmt::format("the messages carry {} blocks, the schedule announces {}", blocks_,
                      info_.collective.blocks));
}

}  // namespace torusim
