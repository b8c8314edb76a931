#pragma once
/// The search for small loads that plans share. A slot is a link or a message in a phase, and items such as
/// blocks lie on slots. The time of a phase is that of its most loaded slot.

#include <cstdint>
#include <utility>
#include <vector>

namespace torusim::planned {

class SlotSearch {
 public:
  std::int64_t steps() const { return steps_; }

 protected:
  /// The search ends after `most_steps`; after `many_steps` it ends within a small part of the bound.
  SlotSearch(int phases, std::uint64_t seed, std::int64_t most_steps, std::int64_t many_steps);
  virtual ~SlotSearch() = default;

  /// Takes the item off the slot and puts it where price() is lowest.
  virtual void move(std::uint32_t item, std::size_t slot) = 0;
  /// Moves from now on may be undone.
  virtual void begin() = 0;
  virtual void undo() = 0;

  /// Slots are added phase by phase. A block takes the time `interval` there.
  void add_slot(int phase, int interval);
  /// Takes blocks off the busiest slots until the sum over the phases is the bound, three attempts failed in
  /// every phase, or the steps are used up.
  void lower(std::int64_t bound);

  void put(std::uint32_t item, std::size_t slot);
  void take(std::uint32_t item, std::size_t slot);
  /// Of one more item on the slot, while lower() runs.
  std::int64_t price(std::size_t slot) const {
    const int excess = load_[slot] + interval_[slot] - most_[phase_[slot]];
    return 16 + history_[slot] + (excess > 0 ? over_ * excess : 0);
  }
  std::uint64_t random();

  std::vector<int> load_, interval_;               // [slot]: time of its items, and of one
  std::vector<std::vector<std::uint32_t>> users_;  // [slot]: items
  std::int64_t steps_ = 0;                         // visits of slots, which derived classes count

 private:
  std::pair<int, int> largest(int phase) const;
  bool lower_a_phase(std::int64_t bound);
  bool negotiate();
  void relieve(std::size_t slot, int room);

  std::uint64_t random_;
  std::int64_t most_steps_, many_steps_, over_ = 0;
  std::vector<std::int32_t> phase_;    // [slot]
  std::vector<std::int64_t> history_;  // [slot]
  std::vector<std::size_t> first_;     // [phase], and the end
  std::vector<int> most_, failures_;   // [phase]
};

}  // namespace torusim::planned
