#pragma once
/// The account of the blocks of a run. The thread that simulates a part of the network books the entries of
/// the part.
///
/// One thread enters sends and receives in order; the entries are booked later in the same cycle, part by
/// part. The result does not depend on the division into parts.

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
    std::uint64_t number;  ///< number of the entry
    const Transfer* transfer;
    int phase;
    Block block;
  };

  /// Starts with one part, the whole network.
  BlockAccount(const Topology& topology, const Collective& collective,
               std::shared_ptr<const TrafficMatrix> matrix = {});
  /// Divides the account into parts that begin at the nodes `firsts`; the first is 0. Must precede the first
  /// entry.
  void divide(std::span<const NodeId> firsts);
  bool divided() const { return parts_.size() > 1; }

  /// Enters a send, or a receive, of a transfer of this phase. One thread calls these functions. The transfer
  /// must exist until the entry has been booked.
  void enter_send(const Transfer& transfer, int phase) {
    part_of(transfer.source).entries.push_back({&transfer, entered_++, phase, true});
  }
  void enter_receive(const Transfer& transfer, int phase) {
    part_of(transfer.destination).entries.push_back({&transfer, entered_++, phase, false});
  }
  /// Number of entries of the part that wait to be booked.
  std::size_t entries(std::size_t part) const { return parts_[part].entries.size(); }
  /// Books the entries of the part. Several threads can book different parts at once.
  void book(std::size_t part);

  // The following functions require that all entries have been booked.
  /// The absence of the earliest entry, if there is one.
  std::optional<Absence> absence() const;
  HeldBlocks::Sums sums() const;
  std::int64_t total() const { return held_.total(); }
  /// The sentences of HeldBlocks::misplaced().
  std::vector<std::string> misplaced(std::size_t at_most) const { return held_.misplaced(at_most, sums()); }

 private:
  struct Entry {
    const Transfer* transfer;
    std::uint64_t number;  // position in the order of entry
    int phase;
    bool sends;
  };
  /// Each part has its own cache lines.
  struct alignas(64) Part {
    std::vector<Entry> entries;
    HeldBlocks::Sums sums;
    std::optional<Absence> absence;  // the first of the part
  };

  Part& part_of(NodeId node);

  HeldBlocks held_;
  std::vector<NodeId> firsts_;
  std::vector<Part> parts_;
  std::uint64_t entered_ = 0;
};

}  // namespace torusim
