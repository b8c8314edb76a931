#pragma once
/// Assigns each message of a matrix to a phase, so that a node sends one message and receives one message at
/// a time.

#include <cstdint>
#include <span>
#include <vector>

#include "schedules/core/traffic_matrix.h"

namespace torusim {

enum class MessageOrder {
  kDirect,    ///< by displacement: phase j has the messages from s to s + j, modulo the nodes
  kPex,       ///< by pairs: phase j has the messages from s to s xor j
  kBalanced,  ///< largest first: a message is in the first phase in which both of its nodes are free
  kDisjoint,  ///< as kBalanced, and all channels of its dimension-order route are free too
};

/// The messages of a matrix, phase after phase; phases without messages are left out. The object takes 4
/// bytes a message. Its construction takes 8 bytes a message, 12 for kBalanced and kDisjoint. These two also
/// take a bit per phase for each end of a node, and kDisjoint for each channel.
class OrderedMessages {
 public:
  /// Throws InputError for kDisjoint and more than kMostDisjoint messages.
  OrderedMessages(const TrafficMatrix& matrix, MessageOrder order, const Topology& topology);

  static constexpr std::size_t kMostDisjoint = std::size_t{1} << 22;

  int phases() const { return static_cast<int>(begin_.size()) - 1; }
  /// The j of kDirect and kPex; for the other orders the number of the phase, from 1.
  std::uint32_t name(int phase) const { return names_[static_cast<std::size_t>(phase)]; }
  /// The messages of a phase, as ascending indices of entries of the matrix.
  std::span<const std::uint32_t> messages(int phase) const {
    const auto at = static_cast<std::size_t>(phase);
    return {places_.data() + begin_[at], begin_[at + 1] - begin_[at]};
  }

 private:
  /// Sorts the entries by their phases.
  void sort(const std::vector<std::uint32_t>& phase_of);

  std::vector<std::size_t> begin_;  // [phase], and one more: among places_
  std::vector<std::uint32_t> names_, places_;
};

}  // namespace torusim
