#pragma once
/// The account of blocks of a run, booked by parts of the network, each by the thread that simulates it.
///
/// Sends and receives are entered in their order; what they take and give is booked later in the same cycle,
/// part by part. What is found does not depend on the parts.

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
  BlockAccount(const Topology& topology, const Collective& collective);
  /// A part from each of these nodes on; the first is 0. To be said before anything is entered.
  void divide(std::span<const NodeId> firsts);
  bool divided() const { return parts_.size() > 1; }

  /// To be called by one thread. The transfer, one of this phase, is to last until it has been booked.
  void enter_send(const Transfer& transfer, int phase) {
    part_of(transfer.source).entries.push_back({&transfer, entered_++, phase, true});
  }
  void enter_receive(const Transfer& transfer, int phase) {
    part_of(transfer.destination).entries.push_back({&transfer, entered_++, phase, false});
  }
  /// Entries of the part that are not booked.
  std::size_t entries(std::size_t part) const { return parts_[part].entries.size(); }
  /// Books them. Of several parts by several threads at once.
  void book(std::size_t part);

  // When everything that was entered has been booked:
  /// The first that was entered, if there is one.
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
