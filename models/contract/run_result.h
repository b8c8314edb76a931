#pragma once
/// The result of a run.

#include <cstdint>
#include <string>
#include <vector>

#include "models/contract/worm.h"

namespace torusim {

enum class Verdict { kVerified, kFailed, kDeadlock, kLimit, kInterrupted };

struct PhaseTime {
  std::string name;
  Cycle start = -1;  ///< the first node entered the phase
  Cycle end = -1;    ///< the last message was delivered and the last send was done
  std::int64_t messages = 0;
  std::int64_t blocks = 0;
  std::int64_t max_blocks = 0;
  std::int64_t flit_hops = 0;
};

/// A message that waits for a virtual channel of another message. Messages have the numbers of Worm.
struct ChannelWait {
  ChannelRef channel;
  std::uint32_t waiting = 0;
  std::uint32_t holder = 0;
};

struct RunResult {
  Verdict verdict = Verdict::kVerified;
  std::vector<std::string> findings;  ///< failures or waits of messages, one sentence each
  /// The cycle of channels of a deadlock, in which the holder of each channel waits for the next channel.
  /// Empty without such a cycle.
  std::vector<ChannelWait> deadlock_cycle;
  Cycle cycles = 0;            ///< cycle of the last event
  std::int64_t flit_hops = 0;  ///< flits times channels between routers, summed over delivered messages
  std::int64_t messages = 0;
  std::int64_t signals = 0;
  std::int64_t delivered_blocks = 0;
  std::int64_t total_blocks = 0;
  std::int64_t repeated_blocks = 0;  ///< copies delivered to nodes that already held the block
  std::uint64_t ejection_hash = 0;   ///< over (flit, node, cycle) of every ejection, in any order
  std::vector<PhaseTime> phases;
};

const char* to_text(Verdict verdict);

}  // namespace torusim
