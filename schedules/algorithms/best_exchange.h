#pragma once
/// `exchange`: the complete exchange that takes the fewest cycles on a shape through one port, for a given
/// size of blocks and startup time.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "schedules/algorithms/algorithm.h"

namespace torusim {

/// The time of a message in cycles, in phases between barriers, for worms on links of one cycle.
struct MessageTime {
  std::int64_t block_flits = 1, startup = 0;
  /// A message takes four cycles for its head, routers and node interfaces, and two cycles a hop.
  std::int64_t operator()(std::int64_t blocks, std::int64_t hops) const {
    return startup + 4 + 2 * hops + blocks * block_flits;
  }
};

/// An algorithm that is compared, and its time.
struct ExchangeChoice {
  std::string name;
  AlgorithmOptions options;
  std::int64_t cycles = 0;
  /// "ring-direct dilation=2 near=pairs"
  std::string text() const;
};

/// All exchanges that run on the topology with no two messages of a phase on one channel, the quickest first.
/// `cycles` is a lower bound for exchanges that cannot be the quickest, and an upper bound for exchanges with
/// very many messages.
std::vector<ExchangeChoice> exchange_choices(const Topology& topology, const MessageTime& time);

/// `exchange` on uneven links or nodes: the quickest exchange by `cycles_of`. This time must not be below
/// that of MessageTime. Throws InputError if no exchange runs on the topology.
std::unique_ptr<Schedule> exchange_by(const Topology& topology, const MessageTime& time,
                                      const std::function<std::int64_t(Schedule&)>& cycles_of);

}  // namespace torusim
