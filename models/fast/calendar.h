#pragma once
/// What is on the wires: flits and credits that arrive a fixed, small number of cycles from now.

#include <cstdint>
#include <utility>
#include <vector>

#include "models/fast/state.h"

namespace torusim::fast {

struct Arrival {
  NodeId node;
  std::uint8_t port;  ///< input port of the router, or ejection channel of the node interface
  std::uint8_t vc;
  Flit flit;
};

struct CreditReturn {
  NodeId node;
  std::uint8_t port;  ///< output port of the router, or injection channel of the node interface
  std::uint8_t vc;
};

/// Events of one kind, by the cycle they are due in. A list is emptied by take(), its memory is kept.
template <typename Event>
class Calendar {
 public:
  /// Events are due 1 .. `horizon` cycles after the cycle in which they are added.
  explicit Calendar(int horizon) : due_(horizon + 1) {}

  void add(Cycle due, const Event& event) {
    due_[due % due_.size()].push_back(event);
    ++pending_;
  }
  /// The events of this cycle; valid until the next take().
  const std::vector<Event>& take(Cycle now) {
    taken_.clear();
    std::swap(taken_, due_[now % due_.size()]);
    pending_ -= taken_.size();
    return taken_;
  }
  bool empty() const { return pending_ == 0; }

 private:
  std::vector<std::vector<Event>> due_;
  std::vector<Event> taken_;
  std::size_t pending_ = 0;
};

}  // namespace torusim::fast
