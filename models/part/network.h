#pragma once
/// A torus network as a part of another program: it takes messages at any time and says when they arrive.
///
///     RunOptions options;
///     options.hardware.topology = parse_topology("torus:4x4");
///     Network network(options);
///     network.on_delivered([&](const MessageEvent& m) { .. });  // may send, in the same cycle
///     network.send({.source = 0, .destination = 5, .flits = 17});
///     network.run();
///
/// A message sent for cycle t enters as the schedule driver's does after its startup time: the same messages
/// at the same times give the cycles and the ejection hash of `torusim run`.
///
/// Networks share nothing: there can be several in a process, one thread at a time in each. Nothing prints,
/// and nothing ends the process. What is under way when a network is destroyed is dropped.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/contract/network_model.h"
#include "models/dense/network.h"
#include "models/part/network_state.h"

namespace torusim {

class Network : public NetworkState {
 public:
  /// A network uses hardware, level (fast or dense), sleep, threads, observers and foreign routers of the
  /// options. At the dense level there is one class, messages have at most longest_worm flits (0:
  /// kLongestAtDense), and their routes take dimensions in one order (Hardware::last_dimension_first).
  /// Observers outlive it. Throws InputError where they do not fit together.
  explicit Network(const RunOptions& options);

  static constexpr std::int64_t kLongestAtDense = dense::kMostFlits;

  /// Called several times a second while advance() works; false ends it with kInterrupted, after whole
  /// cycles.
  void on_pause(std::function<bool()> listener) { pause_listener_ = std::move(listener); }

  /// Simulates all cycles before `until`, which is then now(); with `stop`, ends after a cycle with a
  /// delivery. Idle cycles cost nothing. Throws InputError when a flit arrives wrong, and what a listener
  /// throws: after the cycle and after all other listeners.
  Advanced advance(Cycle until, bool stop_at_delivery = false);
  /// Until nothing is under way or can move; now() is then the cycle after the last event.
  Advanced run() { return advance(kForever); }
  /// The next cycle in which something can happen, if nothing is sent before; kForever: nothing can.
  Cycle next_event() const;

  /// Ends the network's life: observers receive all that is missing. It cannot send or advance then.
  void finish();

 private:
  static constexpr int kStepsBetweenPauses = 1024;

  std::vector<ForeignState> foreign_states() const override;
  void after_step();

  std::string reason_at_dense(const Message& message);

  dense::RouteOrder order_;  // of routes at the dense level
  std::unique_ptr<NetworkModel> network_;
  std::function<bool()> pause_listener_;
  int steps_to_pause_ = kStepsBetweenPauses;
  Cycle next_ = 0;  // the next cycle with an event that the door does not begin
  bool advancing_ = false;
  std::string failure_;  // the first, for ever
};

}  // namespace torusim
