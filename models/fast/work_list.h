#pragma once
/// Which routers have to be looked at in which cycle: a byte for each router in each of the next few cycles,
/// and one for every 64 routers that tells whether any of theirs is set.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "models/message_source.h"

namespace torusim::fast {

class WorkList {
 public:
  /// The routers due in one cycle.
  class Day {
   public:
    void add(NodeId router) const {
      const auto place = static_cast<std::uint32_t>(router);
      routers_[place] = 1;
      groups_[place >> kGroupBits] = 1;
    }

    /// Only if `due`.
    void add(NodeId router, bool due) const {
      const auto place = static_cast<std::uint32_t>(router);
      routers_[place] |= static_cast<std::uint8_t>(due);
      groups_[place >> kGroupBits] |= static_cast<std::uint8_t>(due);
    }

   private:
    friend class WorkList;
    Day(std::uint8_t* routers, std::uint8_t* groups) : routers_(routers), groups_(groups) {}
    std::uint8_t* routers_;
    std::uint8_t* groups_;
  };

  /// Cycles up to `horizon` after the current one can be asked for. `nowhere`: a number that may be added as
  /// well, and is never visited; see nowhere().
  WorkList(NodeId nowhere, int horizon)
      : mask_(std::bit_ceil(std::size_t(horizon) + 1) - 1),
        groups_(std::size_t(nowhere) >> kGroupBits),
        due_((mask_ + 1) * (all_groups() << kGroupBits), 0),
        group_due_((mask_ + 1) * all_groups(), 0) {}

  /// The first number behind those of so many routers at which a word of groups begins.
  static NodeId nowhere(NodeId routers) { return (routers + kWord - 1) / kWord * kWord; }

  Day day(Cycle cycle) {
    const std::size_t first = (std::size_t(cycle) & mask_) * all_groups();
    return {due_.data() + (first << kGroupBits), group_due_.data() + first};
  }

  /// Calls `visit(router)` for those due in this cycle, in ascending order, and forgets them.
  template <typename Visit>
  void visit(Cycle now, Visit visit) {
    const Day today = day(now);
    take(
        today.groups_, groups_, [&](std::size_t group) __attribute__((always_inline)) {
          take(
              today.routers_ + (group << kGroupBits),
              std::size_t{1} << kGroupBits, [&](std::size_t i) __attribute__((always_inline)) {
                visit(static_cast<NodeId>((group << kGroupBits) + i));
              });
        });
  }

  /// The first cycle after `now` in which a router is due; MessageSource::kNever if none is.
  Cycle next_due(Cycle now) const {
    for (Cycle due = now + 1; due <= now + static_cast<Cycle>(mask_); ++due) {
      const std::uint8_t* groups = group_due_.data() + (std::size_t(due) & mask_) * all_groups();
      if (std::memchr(groups, 1, groups_) != nullptr) return due;
    }
    return MessageSource::kNever;
  }

 private:
  static constexpr int kGroupBits = 6;
  static constexpr NodeId kWord =
      8 << kGroupBits;  // routers of eight groups, whose bytes are looked at at once

  /// Those of the routers and that of `nowhere`.
  std::size_t all_groups() const { return groups_ + 1; }

  /// Calls `visit(i)` for the bytes that are set and clears them.
  template <typename Visit>
  [[gnu::always_inline]] static void take(std::uint8_t* bytes, std::size_t size, Visit visit) {
    for (std::size_t eight = 0; eight < size; eight += 8) {
      std::uint64_t rest = 0;
      std::memcpy(&rest, bytes + eight, 8);
      if (rest == 0) continue;
      std::memset(bytes + eight, 0, 8);
      for (; rest != 0; rest &= rest - 1) visit(eight + static_cast<std::size_t>(std::countr_zero(rest)) / 8);
    }
  }

  const std::size_t mask_, groups_;
  std::vector<std::uint8_t> due_;        // [cycles][groups][routers of a group]
  std::vector<std::uint8_t> group_due_;  // [cycles][groups]
};

}  // namespace torusim::fast
