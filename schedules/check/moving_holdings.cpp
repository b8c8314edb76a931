// Blocks that exist once: a sender loses a block that it sends.
#include <fmt/format.h>

#include <map>
#include <vector>

#include "schedules/check/holdings.h"

namespace torusim {
namespace {

class MovingHoldings : public Holdings {
 public:
  explicit MovingHoldings(const ScheduleInfo& info) : topology_(info.topology), collective_(info.collective) {
    held_.reserve(topology_.nodes());
    for (NodeId node = 0; node < topology_.nodes(); ++node) {
      held_.push_back(initial_blocks(topology_, collective_, node));
    }
  }

  void apply(const Phase& phase, const std::function<bool(const Transfer&)>& usable,
             ViolationLog& log) override {
    // The blocks actually sent by transfers that exceed the holdings
    std::map<const Transfer*, BlockSet> reduced;
    for (const Transfer& transfer : phase.transfers) {
      if (!usable(transfer)) continue;
      const auto absent = held_[transfer.source].remove(topology_, transfer.blocks);
      if (!absent) continue;
      log.add(ViolationKind::kNotHeld, transfer.source, "sends", absent, " that it does not hold");
      reduced[&transfer] = take_present(transfer.source, transfer.blocks);
    }
    std::vector<bool> received(held_.size());
    for (const Transfer& transfer : phase.transfers) {
      if (!usable(transfer)) continue;
      const auto rest = reduced.find(&transfer);
      held_[transfer.destination].add(rest == reduced.end() ? transfer.blocks : rest->second);
      received[transfer.destination] = true;
    }
    for (std::size_t node = 0; node < held_.size(); ++node) {
      if (received[node]) held_[node].coalesce();
    }
  }
  void report_undelivered(ViolationLog& log) const override {
    for (NodeId node = 0; node < topology_.nodes(); ++node) {
      BlockSet wanted = final_blocks(topology_, collective_, node);
      const BlockSet arrived = held_[node].common(wanted);
      wanted.remove(topology_, arrived);
      BlockSet stray = held_[node];
      stray.remove(topology_, arrived);
      if (!wanted.empty()) {
        log.add(ViolationKind::kNotDelivered, node,
                fmt::format("lacks {} of its blocks, first", wanted.blocks()), wanted.front(topology_));
      }
      if (!stray.empty()) {
        log.add(ViolationKind::kNotDelivered, node,
                fmt::format("holds {} blocks for others, first", stray.blocks()), stray.front(topology_));
      }
    }
  }
  std::int64_t repeats() const override { return 0; }

 private:
  /// Removes and returns the blocks of `asked` that the node holds.
  BlockSet take_present(NodeId node, const BlockSet& asked) {
    BlockSet taken(topology_.dimensions());
    for (std::size_t i = 0; i < asked.boxes(); ++i) {
      BlockSet one(topology_.dimensions());
      one.add(asked.box(i));
      const BlockSet present = held_[node].common(one);
      held_[node].remove(topology_, present);
      taken.add(present);
    }
    return taken;
  }

  const Topology& topology_;
  const Collective& collective_;
  std::vector<BlockSet> held_;  // [node]
};

}  // namespace

std::unique_ptr<Holdings> moving_blocks(const ScheduleInfo& info) {
  return std::make_unique<MovingHoldings>(info);
}

}  // namespace torusim
