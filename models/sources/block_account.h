#pragma once
/// The account of blocks of a run. Each part of the network is booked by the thread that simulates it.
///
/// Sends and receives are entered in their order, and booked later in the same cycle, part by part. The
/// result does not depend on the parts.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "models/sources/held_blocks.h"
#include "schedules/core/schedule.h"

namespace torusim {

class BlockAccount {
 public:
  /// A node sends a block that it does not hold.
  struct Absence {
    std::uint64_t number;  ///< of the entry
    const Transfer* transfer;
    int phase;
    Block block;
  };

  /// One part, which is the whole network.
  BlockAccount(const Topology& topology, const Collective& collective,
               std::shared_ptr<const TrafficMatrix> matrix = {});
  /// Parts that begin at these nodes; the first is 0. Called before the first entry.
  void divide(std::span<const NodeId> firsts);
  bool divided() const { return parts_.size() > 1; }

  /// Called by one thread. The transfer, one of this phase, must exist until it has been booked.
  void enter_send(const Transfer& transfer, int phase) {
    part_of(transfer.source).entries.push_back({&transfer, entered_++, phase, true});
  }
  void enter_receive(const Transfer& transfer, int phase) {
    part_of(transfer.destination).entries.push_back({&transfer, entered_++, phase, false});
  }
  /// Number of entries of the part that are not booked.
  std::size_t entries(std::size_t part) const { return parts_[part].entries.size(); }
  /// Books them. Several threads can do so for several parts at once.
  void book(std::size_t part);

  // After all entries have been booked:
  /// The absence of the earliest entry, if there is one.
  std::optional<Absence> absence() const;
  HeldBlocks::Sums sums() const;
  std::int64_t total() const { return held_.total(); }
  /// As of HeldBlocks.
  std::vector<std::string> misplaced(std::size_t at_most) const { return held_.misplaced(at_most, sums()); }

 private:
  struct Entry {
    const Transfer* transfer;
    std::uint64_t number;  // in the order in which they were entered
    int phase;
    bool sends;
  };
  /// On cache lines of its own.
  struct alignas(64) Part {
    std::vector<Entry> entries;
    HeldBlocks::Sums sums;
    std::optional<Absence> absence;  // the first
  };

  Part& part_of(NodeId node);

  HeldBlocks held_;
  std::vector<NodeId> firsts_;
  std::vector<Part> parts_;
  std::uint64_t entered_ = 0;
};

}  // namespace torusim
