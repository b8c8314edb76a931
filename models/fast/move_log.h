#pragma once
/// What observers are told of: the one place where the fast level says that a flit has entered a channel.

#include <vector>

#include "models/contract/observer.h"

namespace torusim::fast {

class MoveLog {
 public:
  explicit MoveLog(bool watched) : watched_(watched) {}

  /// Somebody wants to know. If not, nothing may be added.
  bool watched() const { return watched_; }
  /// Flit `index` of the worm enters `vc` of a channel; `port` as in FlitMove.
  void add(const Worm& worm, std::uint32_t index, NodeId node, int port, int vc) {
    moves_.push_back({&worm, index, node, static_cast<std::uint8_t>(port), static_cast<std::uint8_t>(vc)});
  }
  /// Those of one cycle, until clear().
  std::vector<FlitMove>& moves() { return moves_; }
  void clear() { moves_.clear(); }

 private:
  const bool watched_;
  std::vector<FlitMove> moves_;
};

}  // namespace torusim::fast
