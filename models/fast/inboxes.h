#pragma once
/// Arrivals at consecutive routers in each of the next few cycles.

#include <bit>
#include <cstdint>

#include "models/contract/message_source.h"
#include "models/fast/memory.h"

namespace torusim::fast {

/// Arrivals at a router in one cycle, a word of each set (state.h). Only Delivery (delivery.h) writes it.
struct Inbox {
  std::uint64_t items;
  /// VCs whose stream begins (its first item is also in `items`) or has ended.
  std::uint64_t streams;
};

class Inboxes {
 public:
  /// The inboxes of one cycle: [routers][words].
  class CycleSlot {
   public:
    /// The inbox at index router * words + word.
    Inbox* at(std::size_t place) const {
      return reinterpret_cast<Inbox*>(router_zero_ + place * sizeof(Inbox));
    }

   private:
    friend class Inboxes;
    explicit CycleSlot(std::uintptr_t router_zero) : router_zero_(router_zero) {}
    std::uintptr_t router_zero_;  // address for router 0: at() needs no subtraction
  };

  /// Inboxes of routers first .. end - 1, whose sets have `words` words, for the current cycle and `horizon`
  /// later ones.
  Inboxes(NodeId first, NodeId end, int words, int horizon)
      : words_(static_cast<std::size_t>(words)),
        mask_(std::bit_ceil(std::size_t(horizon) + 1) - 1),
        first_(std::size_t(first) * words_),
        count_(std::size_t(end - first) * words_),
        memory_((mask_ + 1) * count_ * sizeof(Inbox)) {}

  CycleSlot day(Cycle cycle) const {
    const std::size_t begin = (std::size_t(cycle) & mask_) * count_;
    return CycleSlot(reinterpret_cast<std::uintptr_t>(memory_.begin()) + (begin - first_) * sizeof(Inbox));
  }

 private:
  const std::size_t words_, mask_, first_, count_;
  const Memory memory_;
};

}  // namespace torusim::fast
