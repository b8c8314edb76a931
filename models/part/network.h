#pragma once
/// A torus network as a part of another program: the network accepts messages at any time and reports their
/// deliveries.
///
///     RunOptions options;
///     options.hardware.topology = parse_topology("torus:4x4");
///     Network network(options);
///     network.on_delivered([&](const MessageEvent& m) { .. });  // may send, in the same cycle
///     network.send({.source = 0, .destination = 5, .flits = 17});
///     network.run();
///
/// A message sent for cycle t enters like a message of the schedule driver whose startup time ends in cycle
/// t. The same messages at the same times give the cycles and the ejection hash of `torusim run`.
///
/// Networks share nothing: a process can have several networks, with one calling thread at a time in each. A
/// network never prints, and never ends the process. Its destruction drops the messages in flight.

#include <exception>
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
  /// options. hardware.reserve is 4 if it is not set, a credit round trip of links of one cycle; 0 asks for
  /// the reserve of `torusim run`. Bubble flow control has two packet slots, or as many messages of
  /// longest_worm flits as fit. At the dense level there is one class, messages have at most longest_worm
  /// flits (0: kLongestAtDense), and routes take dimensions in one order (Hardware::last_dimension_first).
  /// The observers must outlive the network. Throws InputError where the options do not fit together.
  explicit Network(const RunOptions& options);

  static constexpr std::int64_t kLongestAtDense = dense::kMostFlits;

  /// Sets a listener that advance() calls several times a second, between cycles. If the listener returns
  /// false, advance() returns kInterrupted.
  void on_pause(std::function<bool()> listener) { pause_listener_ = std::move(listener); }

  /// Simulates all cycles before `until`, which is then now(). With `stop_at_delivery`, ends after a cycle
  /// with a delivery. Idle cycles cost nothing. Throws InputError when a flit arrives wrong, and the
  /// exception of an observer; later calls throw it again. An exception of a listener leaves advance() after
  /// the cycle and all other listeners.
  Advanced advance(Cycle until, bool stop_at_delivery = false);
  /// Advances until no message is in flight or can move; now() is then the cycle after the last event.
  Advanced run() { return advance(kForever); }
  /// Called by a listener: ends advance() after this cycle, with kInterrupted.
  void stop();
  /// The next cycle with a possible event, if no message is sent before it; kForever: none.
  Cycle next_event() const;

  /// Ends the simulation: observers receive all missing events. Later calls of send() and advance() throw.
  void finish();

 private:
  static constexpr int kStepsBetweenPauses = 1024;

  std::vector<ForeignState> foreign_states() const override;
  void locate_worms() const override { network_->locate_worms(); }
  void step();

  std::string reason_at_dense(const Message& message);

  dense::RouteOrder order_;  // order of dimensions of routes at the dense level
  std::unique_ptr<NetworkModel> network_;
  Replaceable<bool()> pause_listener_;
  int steps_to_pause_ = kStepsBetweenPauses;
  Cycle next_ = 0;  // the next cycle with an event in the network itself
  bool advancing_ = false, stopping_ = false;
  std::exception_ptr failure_;  // the first failure of a step; it is permanent
};

}  // namespace torusim
