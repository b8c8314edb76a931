#pragma once
/// The gates of `--sync switch` (docs/router.md, Gates): an output channel of a router lets worms of a phase
/// pass only when all its worms of earlier phases have passed.
///
/// Messages are numbered in schedule order, so a gate is a limit: heads with a smaller message number may
/// enter. The table of a channel has an entry for each phase with worms on the channel. The hardware loads
/// the table before the run. The model loads a phase when the first node reaches it, because no worm of the
/// phase exists earlier.
///
/// Threads: no other call may overlap with load(). Calls for the channels of different routers are
/// independent.

#include <cstdint>
#include <deque>
#include <limits>
#include <vector>

#include "models/contract/hardware.h"
#include "models/contract/router_wires.h"
#include "schedules/core/schedule.h"

namespace torusim {

class PhaseGates {
 public:
  /// The limit of a channel without a gate.
  static constexpr std::uint32_t kOpen = std::numeric_limits<std::uint32_t>::max();

  explicit PhaseGates(const Hardware& hardware);

  /// Loads the next phase, whose messages are numbered from `first_number` on. Its routes must exist.
  void load(const Phase& phase, std::uint32_t first_number);
  /// Number of phases loaded so far.
  int loaded() const { return loaded_; }

  /// Heads of messages below this number may enter output channel `out` of the router; 0: none.
  std::uint32_t limit(NodeId node, int out) const {
    const Entry* const entry = gate(node, out).current;
    return entry == nullptr ? 0 : entry->limit;
  }
  bool admits(NodeId node, int out, std::uint32_t message) const { return message < limit(node, out); }
  /// The limit after `passed` more tails, at most as many as the current phase has left.
  std::uint32_t limit_after(NodeId node, int out, std::uint32_t passed) const {
    const Entry* const entry = gate(node, out).current;
    if (entry == nullptr || passed < entry->worms_left) return limit(node, out);
    return entry->next == nullptr ? 0 : entry->next->limit;
  }
  /// Puts the gates of a router's outputs on its input wires.
  void drive(NodeId node, RouterWires& inputs) const {
    inputs.gates.resize(ports_);
    for (std::size_t out = 0; out < ports_; ++out) {
      const int port = static_cast<int>(out);
      inputs.gates[out] = {limit(node, port), limit_after(node, port, 1)};
    }
  }
  /// Counts a tail that leaves by the channel. Returns true if the limit changes.
  bool pass(NodeId node, int out) {
    Entry*& entry = gate(node, out).current;
    if (entry == nullptr || --entry->worms_left > 0) return false;
    entry = entry->next;
    return true;
  }

 private:
  /// The worms of a phase on a channel.
  struct Entry {
    std::uint32_t limit;  // number of the first message of the next phase
    std::uint32_t worms_left;
    Entry* next = nullptr;  // next phase of the same channel
  };
  struct Gate {
    Entry* current = nullptr;  // null: all worms so far have passed
    Entry* newest = nullptr;   // the entry loaded last, if `current` is not null
  };
  /// The entries of a phase, which keep their addresses.
  struct Loaded {
    std::deque<Entry> entries;
    std::size_t passed = 0;  // leading entries whose worms are known to have passed
  };

  Gate& gate(NodeId node, int out) { return gates_[static_cast<std::size_t>(node) * ports_ + out]; }
  const Gate& gate(NodeId node, int out) const {
    return gates_[static_cast<std::size_t>(node) * ports_ + out];
  }
  void add_worm(NodeId node, int out, std::uint32_t limit);
  void forget_passed();

  const Hardware hardware_;
  int loaded_ = 0;
  const std::size_t ports_;
  std::vector<Gate> gates_;    // [nodes][ports]
  std::deque<Loaded> phases_;  // phases with worms left to pass
  std::vector<int> arrivals_;  // messages of the phase being loaded, by destination
};

}  // namespace torusim
