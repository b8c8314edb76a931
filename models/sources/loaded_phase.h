#pragma once
/// A phase under way: its transfers in the order of their sources, and the remaining work of every
/// node.

#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "models/contract/run_result.h"
#include "schedules/core/schedule.h"

namespace torusim {

class LoadedPhase {
 public:
  /// Throws InputError if a route does not lead from source to destination over existing channels, or a class
  /// is not below `classes`.
  LoadedPhase(Phase phase, int index, std::uint32_t first_message, const Topology& topology, int alpha,
              int classes);

  const Phase& phase() const { return phase_; }
  /// Gives up the phase. The object is unusable afterwards.
  Phase release() { return std::move(phase_); }
  int index() const { return index_; }
  /// Indices into phase().transfers of the node's sends, in the schedule's order.
  std::span<const std::uint32_t> sends_of(NodeId node) const {
    assert(node >= 0 && node + std::size_t{1} < first_of_.size());
    return {by_source_.data() + first_of_[node], first_of_[node + 1] - first_of_[node]};
  }
  /// Number of the transfer's message, counted over the whole schedule.
  std::uint32_t number(std::uint32_t transfer) const { return first_message_ + transfer; }
  /// The ejection channel of the transfer: n mod alpha for the destination's n-th transfer of this phase.
  int ejection_channel(std::uint32_t transfer) const { return ejection_channel_[transfer]; }

  bool has_work(NodeId node) const { return sends_left[node] + receives_left[node] > 0; }

  // Remaining work; the driver counts down.
  std::vector<std::uint32_t> sends_left;     ///< by node: tails not yet sent
  std::vector<std::uint32_t> receives_left;  ///< by node: tails not yet received
  std::vector<std::uint32_t> sends_begun;    ///< by node: sends already started
  std::vector<std::uint32_t> signals_left;   ///< by node: signals that its sends still wait for
  std::int64_t messages_left = 0;            ///< messages of the phase not yet delivered
  std::size_t signals_to_come = 0;  ///< signals of the phase to come, also those that no send waits for
  std::int64_t nodes_inside = 0;    ///< nodes that have not yet finished this phase and all earlier ones
  PhaseTime time;

 private:
  Phase phase_;
  int index_;
  std::uint32_t first_message_;
  std::vector<std::uint32_t> by_source_;
  std::vector<std::uint32_t> first_of_;
  std::vector<std::uint8_t> ejection_channel_;
};

}  // namespace torusim
