#pragma once
/// `exchange`: of the complete exchanges that run on a shape through one port, the one that takes the fewest
/// cycles with blocks of a given size and a given startup time.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "schedules/algorithms/algorithm.h"

namespace torusim {

/// The time of a message in cycles, in phases between barriers: on links of one cycle, with worms.
struct MessageTime {
  std::int64_t block_flits = 1, startup = 0;
  /// A head and four cycles in routers and node interfaces, then two a hop.
  std::int64_t operator()(std::int64_t blocks, std::int64_t hops) const {
    return startup + 4 + 2 * hops + blocks * block_flits;
  }
};

/// An algorithm that is compared, and how long it takes.
struct ExchangeChoice {
  std::string name;
  AlgorithmOptions options;
  std::int64_t cycles = 0;
  /// "ring-direct dilation=2 near=pairs"
  std::string text() const;
};

/// All that run there with no two messages of a phase on one channel, the quickest first. Of those that
/// cannot be the quickest the cycles are a lower bound, and of those with very many messages an upper one.
std::vector<ExchangeChoice> exchange_choices(const Topology& topology, const MessageTime& time);

/// `exchange` on links, or among nodes, that differ: the quickest by `cycles_of`, which finds no schedule
/// quicker than MessageTime does. Throws InputError where none runs.
std::unique_ptr<Schedule> exchange_by(const Topology& topology, const MessageTime& time,
                                      const std::function<std::int64_t(Schedule&)>& cycles_of);

}  // namespace torusim
