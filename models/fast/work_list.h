#pragma once
/// Which routers have to be looked at in which cycle: a byte for each router in each of the next few cycles,
/// and one for every 4,096 routers that tells whether any of theirs is set.

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
  /// well, and is never visited; not less than the number of routers, and a multiple of eight.
  WorkList(NodeId routers, NodeId nowhere, int horizon)
      : routers_(std::size_t(routers)),
        mask_(std::bit_ceil(std::size_t(horizon) + 1) - 1),
        groups_((std::size_t(nowhere) >> kGroupBits) + 1),
        due_((mask_ + 1) * (groups_ << kGroupBits), 0),
        group_due_((mask_ + 1) * groups_, 0) {}

  Day day(Cycle cycle) {
    const std::size_t first = (std::size_t(cycle) & mask_) * groups_;
    return {due_.data() + (first << kGroupBits), group_due_.data() + first};
  }

  /// Calls `visit(router)` for those due in this cycle, in ascending order, and forgets them.
  template <typename Visit>
  void visit(Cycle now, Visit visit) {
    const Day today = day(now);
    for (std::size_t group = 0; group < groups_; ++group) {
      if (today.groups_[group] == 0) continue;
      today.groups_[group] = 0;
      const std::size_t end = std::min(routers_, (group + 1) << kGroupBits);
      for (std::size_t eight = group << kGroupBits; eight < end; eight += 8) {
        std::uint64_t rest = 0;
        std::memcpy(&rest, today.routers_ + eight, 8);
        if (rest == 0) continue;
        std::memset(today.routers_ + eight, 0, 8);
        for (; rest != 0; rest &= rest - 1) {
          visit(static_cast<NodeId>(eight) + static_cast<NodeId>(std::countr_zero(rest) / 8));
        }
      }
    }
  }

  /// The first cycle after `now` in which a router is due; MessageSource::kNever if none is.
  Cycle next_due(Cycle now) const {
    for (Cycle due = now + 1; due <= now + static_cast<Cycle>(mask_); ++due) {
      const std::uint8_t* groups = group_due_.data() + (std::size_t(due) & mask_) * groups_;
      if (std::memchr(groups, 1, groups_) != nullptr) return due;
    }
    return MessageSource::kNever;
  }

 private:
  static constexpr int kGroupBits = 12;
  const std::size_t routers_, mask_, groups_;
  std::vector<std::uint8_t> due_;        // [cycles][groups][routers of a group]
  std::vector<std::uint8_t> group_due_;  // [cycles][groups]
};

}  // namespace torusim::fast
