#pragma once
/// Writes the transfers of a phase fast: it reuses the memory of the phase before, and combines boxes from
/// alternatives without temporary lists.

#include <array>
#include <span>

#include "schedules/core/schedule.h"

namespace torusim {

/// Writes transfers into a phase over the transfers of the phase before, and so reuses their memory.
class TransferWriter {
 public:
  TransferWriter(Phase& phase, int dimensions) : phase_(phase), dimensions_(dimensions) {}
  ~TransferWriter() { phase_.transfers.resize(used_); }

  Transfer& add(NodeId source, NodeId destination, const Route& route) {
    if (used_ == phase_.transfers.size()) phase_.transfers.emplace_back();
    Transfer& transfer = phase_.transfers[used_++];
    transfer.source = source;
    transfer.destination = destination;
    transfer.message_class = 0;
    transfer.route = route;
    transfer.adds = false;
    transfer.blocks.clear(dimensions_);
    transfer.unnamed = 0;
    return transfer;
  }

 private:
  Phase& phase_;
  int dimensions_;
  std::size_t used_ = 0;
};

/// Alternatives for each of the 2k ranges of a box, without owning them; adds all combinations to a set.
class BoxChoices {
 public:
  explicit BoxChoices(int dimensions) : count_(2 * dimensions) {}
  void set(int range, std::span<const Range> alternatives) { choices_[range] = alternatives; }
  void add_to(BlockSet& set) { add_from(0, set); }

 private:
  void add_from(int i, BlockSet& set) {
    if (i == count_) return set.add(BoxView(box_.data(), count_));
    for (const Range& range : choices_[i]) {
      box_[i] = range;
      add_from(i + 1, set);
    }
  }

  int count_;
  std::array<std::span<const Range>, 2 * Topology::kMaxDimensions> choices_;
  std::array<Range, 2 * Topology::kMaxDimensions> box_;
};

}  // namespace torusim
