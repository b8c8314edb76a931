#include "schedules/algorithms/planned/slot_search.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "schedules/core/interruption.h"
#include "schedules/core/mix_bits.h"

namespace torusim::planned {
namespace {

constexpr int kRounds = 60;   // rounds of negotiation for one block less
constexpr int kFailures = 3;  // of each phase
constexpr std::int64_t kNear = 512;

}  // namespace

SlotSearch::SlotSearch(int phases, std::uint64_t seed, std::int64_t most_steps, std::int64_t many_steps)
    : random_(seed * kMixStep),
      most_steps_(most_steps),
      many_steps_(many_steps),
      first_(phases + 1),
      most_(phases),
      failures_(phases) {}

std::uint64_t SlotSearch::random() { return mix_bits(random_ += kMixStep); }

void SlotSearch::add_slot(int phase, int interval) {
  load_.push_back(0);
  interval_.push_back(interval);
  users_.emplace_back();
  phase_.push_back(phase);
  history_.push_back(0);
  std::fill(first_.begin() + phase + 1, first_.end(), load_.size());
}

void SlotSearch::put(std::uint32_t item, std::size_t slot) {
  load_[slot] += interval_[slot];
  users_[slot].push_back(item);
}

void SlotSearch::take(std::uint32_t item, std::size_t slot) {
  load_[slot] -= interval_[slot];
  auto& users = users_[slot];
  *std::ranges::find(users, item) = users.back();
  users.pop_back();
}

void SlotSearch::lower(std::int64_t bound) {
  for (std::size_t phase = 0; phase < most_.size(); ++phase) {
    most_[phase] = largest(static_cast<int>(phase)).first;
  }
  while (lower_a_phase(bound)) {
  }
}

/// The largest load of a phase, and the number of slots that have it.
std::pair<int, int> SlotSearch::largest(int phase) const {
  int most = 0, slots = 0;
  for (std::size_t at = first_[phase]; at < first_[phase + 1]; ++at) {
    if (load_[at] > most) most = load_[at], slots = 0;
    slots += load_[at] == most;
  }
  return {most, slots};
}

/// Takes a block off the busiest slots of the phase that has the fewest of them. False when the bound is
/// reached or no phase is left to try.
bool SlotSearch::lower_a_phase(std::int64_t bound) {
  const std::int64_t above = std::accumulate(most_.begin(), most_.end(), -bound);
  if (above <= 0 || steps_ > most_steps_) return false;
  if (steps_ > many_steps_ && above * kNear <= bound) return false;
  int best = -1;
  std::tuple<int, int> best_key;
  for (int phase = 0; phase < static_cast<int>(most_.size()); ++phase) {
    if (failures_[phase] == kFailures || most_[phase] <= 1) continue;
    const std::tuple key(failures_[phase], largest(phase).second);
    if (best < 0 || key < best_key) best = phase, best_key = key;
  }
  if (best < 0) return false;
  --most_[best];
  if (negotiate()) return true;
  ++most_[best];
  ++failures_[best];
  return true;
}

/// Moves items off slots that carry more than their phase allows. Such slots cost more in every round. A
/// failed attempt leaves all items where they were.
bool SlotSearch::negotiate() {
  std::ranges::fill(history_, 0);
  begin();
  for (int round = 0; round < kRounds && steps_ <= most_steps_; ++round) {
    over_ = 64 + 32 * round;
    bool any = false;
    for (std::size_t at = 0; at < load_.size(); ++at) {
      const int room = most_[phase_[at]];
      if (load_[at] <= room) continue;
      any = true;
      history_[at] += 16 * (load_[at] - room);
      relieve(at, room);
    }
    if (!any) return true;
  }
  undo();
  return false;
}

/// Moves users of a slot, in a random order, until the slot has room.
void SlotSearch::relieve(std::size_t slot, int room) {
  std::vector<std::uint32_t> users = users_[slot];
  for (std::size_t left = users.size(); left > 0 && load_[slot] > room; --left) {
    std::swap(users[left - 1], users[random() % left]);
    move(users[left - 1], slot);
    Interruptible::check();
  }
}

}  // namespace torusim::planned
