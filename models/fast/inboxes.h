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
  /// Streams that begin (and bring their first item in this cycle), or that have ended.
  std::uint64_t streams;
};

class Inboxes {
 public:
  /// Those of one cycle: [routers][words].
  class CycleSlot {
   public:
    /// Of router 0, word 0, it would be `place` 0.
    Inbox* at(std::size_t place) const {
      return reinterpret_cast<Inbox*>(router_zero_ + place * sizeof(Inbox));
    }

   private:
    friend class Inboxes;
    explicit CycleSlot(std::uintptr_t router_zero) : router_zero_(router_zero) {}
    std::uintptr_t router_zero_;  // where they would be: nothing is subtracted when something is sent
  };

  /// Of routers first .. end - 1, with sets of so many words. Cycles up to `horizon` after the current one
  /// can be asked for.
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
