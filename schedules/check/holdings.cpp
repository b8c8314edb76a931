#include "schedules/check/holdings.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "schedules/core/contribution_table.h"
#include "schedules/core/copy_table.h"
#include "schedules/core/traffic_matrix.h"

namespace torusim {
namespace {

/// Blocks that exist once: a sender loses a block that it sends.
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

/// Blocks of which a copy stays with every node that sends them.
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

/// Blocks without names, of which every message carries its own: they are counted, pair by pair where the
/// schedule says how many each node has for each other.
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

/// Chunks whose contributions are added on the way.
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

std::unique_ptr<Holdings> make_holdings(const Schedule& schedule) {
  const ScheduleInfo& info = schedule.info();
  if (!info.collective.named()) return std::make_unique<MessageHoldings>(info, matrix_of(schedule));
  if (info.collective.reduces()) return std::make_unique<ReducedHoldings>(info);
  if (info.collective.copies()) return std::make_unique<CopiedHoldings>(info);
  return std::make_unique<MovingHoldings>(info);
}

}  // namespace torusim
