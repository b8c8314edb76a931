// Blocks without names, of which every message carries its own: they are counted, pair by pair where the
// schedule says how many each node has for each other.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include "schedules/check/holdings.h"
#include "schedules/core/traffic_matrix.h"

namespace torusim {
namespace {

class MessageHoldings : public Holdings {
 public:
  /// `matrix` may be null.
  MessageHoldings(const ScheduleInfo& info, std::shared_ptr<const TrafficMatrix> matrix) : info_(info) {
    if (matrix) account_.emplace(std::move(matrix));
  }

  /// Reports blocks with names, which belong to another collective, and blocks that no pair of the matrix
  /// has.
  void apply(const Phase& phase, const std::function<bool(const Transfer&)>& usable,
             ViolationLog& log) override {
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
  /// Reports pairs whose blocks have not arrived, and a total that differs from the schedule's info.
  void report_undelivered(ViolationLog& log) const override {
    if (account_) {
      account_->each_lack([&](NodeId source, NodeId destination, std::int64_t come, std::int64_t all) {
        log.add(
            ViolationKind::kNotDelivered, destination,
            fmt::format("{} of {} blocks have come from {}", come, all, info_.topology.node_name(source)));
        return true;
      });
    }
    if (blocks_ == info_.collective.blocks) return;
    log.add(ViolationKind::kNotDelivered, 0,
            fmt::format("the messages carry {} blocks, the schedule announces {}", blocks_,
                        info_.collective.blocks));
  }
  std::int64_t repeats() const override { return 0; }

 private:
  const ScheduleInfo& info_;
  std::optional<MatrixAccount> account_;
  std::int64_t blocks_ = 0;
};

}  // namespace

std::unique_ptr<Holdings> counted_messages(const ScheduleInfo& info,
                                           std::shared_ptr<const TrafficMatrix> matrix) {
  return std::make_unique<MessageHoldings>(info, std::move(matrix));
}

}  // namespace torusim
