#pragma once
/// The consecutive routers that are due in each of the next few cycles: one byte per router and cycle, and
/// one byte per group of 64 routers that is set if a router of the group is due.

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

#include "models/contract/large_array.h"
#include "models/contract/message_source.h"

namespace torusim::fast {

class WorkList {
 public:
  /// The routers due in one cycle.
  class CycleSlot {
   public:
    void add(NodeId router) const {
      const auto place = static_cast<std::uint32_t>(router);
      *at(routers_, place) = 1;
      *at(groups_, place >> kGroupBits) = 1;
    }

    /// Adds the router if `due` is true.
    void add(NodeId router, bool due) const {
      const auto place = static_cast<std::uint32_t>(router);
      *at(routers_, place) |= static_cast<std::uint8_t>(due);
      *at(groups_, place >> kGroupBits) |= static_cast<std::uint8_t>(due);
    }

   private:
    friend class WorkList;
    /// `routers` and `groups`: the bytes of router `first` and of its group; `first` is the first router of a
    /// group.
    CycleSlot(NodeId first, std::uint8_t* routers, std::uint8_t* groups)
        : routers_(reinterpret_cast<std::uintptr_t>(routers) - static_cast<std::uint32_t>(first)),
          groups_(reinterpret_cast<std::uintptr_t>(groups) -
                  (static_cast<std::uint32_t>(first) >> kGroupBits)) {}
    static std::uint8_t* at(std::uintptr_t bytes, std::uint32_t place) {
      return reinterpret_cast<std::uint8_t*>(bytes + place);
    }
    // Addresses that router 0 and its group would have, so that add() needs no subtraction.
    std::uintptr_t routers_, groups_;
  };

  /// A list of routers first .. end - 1 for the current cycle and `horizon` later ones. nowhere() can be
  /// added too, and `ghosts` numbers (a multiple of kWord) from first_ghost() on. visit() skips both.
  WorkList(NodeId first, NodeId end, int horizon, std::size_t ghosts = 0)
      : first_(first >> kGroupBits << kGroupBits),
        mask_(std::bit_ceil(std::size_t(horizon) + 1) - 1),
        groups_(std::size_t(end - first_ + kWord - 1) / kWord * kGroupsOfAWord),
        all_groups_(ghosts == 0 ? groups_ + 1 : in_words(groups_ + 1) + in_words(ghosts >> kGroupBits)),
        due_((mask_ + 1) * (all_groups_ << kGroupBits), 0),
        group_due_((mask_ + 1) * all_groups_, 0) {}

  NodeId nowhere() const { return first_ + static_cast<NodeId>(groups_ << kGroupBits); }
  /// The first ghost, which begins a group.
  NodeId first_ghost() const { return first_ + static_cast<NodeId>(in_words(groups_ + 1) << kGroupBits); }

  CycleSlot day(Cycle cycle) {
    const std::size_t first = (std::size_t(cycle) & mask_) * all_groups_;
    return {first_, due_.data() + (first << kGroupBits), group_due_.data() + first};
  }

  /// Calls `visit(routers)` for the routers due in this cycle, a group at a time in ascending order, and
  /// removes them.
  template <typename Visit>
  void visit(Cycle now, Visit visit) {
    const std::size_t today = (std::size_t(now) & mask_) * all_groups_;
    for (std::size_t eight = 0; eight < groups_; eight += 8) {
      std::uint64_t rest = take_eight(group_due_.data() + today + eight);
      for (; rest != 0; rest &= rest - 1) {
        const std::size_t group = eight + static_cast<std::size_t>(std::countr_zero(rest)) / 8;
        std::array<NodeId, (std::size_t{1} << kGroupBits)> routers;
        std::uint8_t* const bytes = due_.data() + ((today + group) << kGroupBits);
        NodeId* const end =
            take_group(bytes, first_ + static_cast<NodeId>(group << kGroupBits), routers.data());
        visit(std::span<const NodeId>(routers.data(), end));
      }
    }
  }

  /// Calls `visit(first)` with the first ghost of each group that has ghosts due in the cycle, and removes
  /// the groups. The `size` ghosts from `ghost` on are searched; `ghost` begins a word.
  template <typename Visit>
  void take_ghosts(Cycle cycle, NodeId ghost, std::size_t size, Visit visit) {
    const std::size_t first = group(cycle, ghost);
    for (std::size_t eight = 0; eight << kGroupBits < size; eight += 8) {
      for (std::uint64_t rest = take_eight(group_due_.data() + first + eight); rest != 0; rest &= rest - 1) {
        const std::size_t which = eight + static_cast<std::size_t>(std::countr_zero(rest)) / 8;
        visit(ghost + static_cast<NodeId>(which << kGroupBits));
      }
    }
  }

  /// Number of routers due in this cycle, or any number from `enough` on.
  std::size_t count(Cycle now, std::size_t enough) const {
    const std::size_t today = (std::size_t(now) & mask_) * all_groups_;
    std::size_t count = 0;
    for (std::size_t eight = 0; eight < groups_ && count < enough; eight += 8) {
      const std::uint64_t any = eight_at(group_due_.data() + today + eight);
      for (std::uint64_t rest = any; rest != 0; rest &= rest - 1) {
        const std::size_t group = eight + static_cast<std::size_t>(std::countr_zero(rest)) / 8;
        count += count_group(due_.data() + ((today + group) << kGroupBits));
      }
    }
    return count;
  }

  /// The first cycle after `now` in which a router is due; MessageSource::kNever if none is.
  Cycle next_due(Cycle now) const {
    for (Cycle due = now + 1; due <= now + static_cast<Cycle>(mask_); ++due) {
      const std::uint8_t* groups = group_due_.data() + (std::size_t(due) & mask_) * all_groups_;
      if (std::memchr(groups, 1, groups_) != nullptr) return due;
    }
    return MessageSource::kNever;
  }

  static constexpr int kGroupBits = 6;
  static constexpr NodeId kGroup = 1 << kGroupBits;
  static constexpr NodeId kGroupsOfAWord = 8;  // groups whose bytes are read as one word
  static constexpr NodeId kWord = kGroupsOfAWord << kGroupBits;

 private:
  static constexpr std::size_t in_words(std::size_t groups) { return (groups + 7) / 8 * 8; }
  /// Index of the byte of the router's group.
  std::size_t group(Cycle cycle, NodeId router) const {
    return (std::size_t(cycle) & mask_) * all_groups_ +
           (static_cast<std::size_t>(router - first_) >> kGroupBits);
  }

  static std::uint64_t eight_at(const std::uint8_t* bytes) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, bytes, 8);
    return eight;
  }

  static std::uint64_t take_eight(std::uint8_t* bytes) {
    const std::uint64_t eight = eight_at(bytes);
    std::memset(bytes, 0, 8);
    return eight;
  }

  /// Number of due routers of a group. The bytes are 0 or 1, and eight are summed at once.
  static std::size_t count_group(const std::uint8_t* bytes) {
    std::uint64_t sums = 0;
    for (int i = 0; i < (1 << kGroupBits); i += 8) sums += eight_at(bytes + i);
    return (sums * 0x0101010101010101) >> 56;
  }

  /// Writes the numbers of the routers of a group that are due (its first has `number`), and returns the end
  /// of the list. The number of due routers in a word is unpredictable, so branches distinguish only none,
  /// one and several.
  static NodeId* take_group(std::uint8_t* bytes, NodeId number, NodeId* out) {
    const NodeId end = number + (1 << kGroupBits);
    for (; number != end; number += 8, bytes += 8) {
      const std::uint64_t due = take_eight(bytes);
      if (due == 0) continue;
      if ((due & (due - 1)) == 0) {
        *out++ = number + std::countr_zero(due) / 8;
        continue;
      }
      for (int i = 0; i < 8; ++i) {
        *out = number + i;
        out += (due >> (8 * i)) & 1;
      }
    }
    return out;
  }

  const NodeId first_;                            // the first router, which begins a group
  const std::size_t mask_, groups_, all_groups_;  // all_groups_ includes nowhere() and ghosts
  LargeArray<std::uint8_t> due_;                  // [cycles][groups][routers of a group]
  LargeArray<std::uint8_t> group_due_;            // [cycles][groups]
};

}  // namespace torusim::fast
