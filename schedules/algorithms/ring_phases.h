#pragma once
/// The phases of a complete exchange on one ring, a template that torus algorithms lay onto rows and columns.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/block_set.h"
#include "schedules/core/schedule.h"

namespace torusim {

/// One message; `blocks` is a set over a ring of the template's length.
struct RingMessage {
  int from = 0;
  int hops = 0;  ///< signed
  BlockSet blocks;
};

/// Blocks of the longest message.
inline std::int64_t most_blocks(const std::vector<RingMessage>& messages) {
  std::int64_t result = 0;
  for (const RingMessage& message : messages) result = std::max(result, message.blocks.blocks());
  return result;
}

/// A null message of local synchronisation (Section 7.2); see Signal. It gates the phase whose list it is in.
struct RingSignal {
  int from = 0;
  int hops = 0;  ///< signed, to the node that waits
  Signal::Trigger trigger = Signal::Trigger::kFinished;
  int after = 0;  ///< index of an earlier phase of the template
};

struct RingPhase {
  std::string name;
  std::vector<RingMessage> messages;  ///< in order of `from`
  std::vector<RingSignal> signals;
  /// Local synchronisation needs a barrier before this phase; never set on the first.
  bool barrier_before = false;
};

struct RingExchange {
  int length = 0;
  std::vector<RingPhase> phases;  ///< none of them empty
  bool local = false;             ///< signals, or fewer barriers than phases, order the phases
};

}  // namespace torusim
