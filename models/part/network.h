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

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "models/contract/run_options.h"
#include "models/part/message_door.h"
#include "models/watch/scoreboard.h"

namespace torusim {

class FastRun;

/// What an advance() came to.
enum class Advanced {
  kReached,      ///< the cycle
  kDelivered,    ///< a cycle with a delivery, where it should stop there
  kIdle,         ///< nothing is under way
  kDeadlock,     ///< what is under way can never move again
  kInterrupted,  ///< the listener of pauses said so
};

class Network {
 public:
  static constexpr Cycle kForever = MessageSource::kNever;
  /// The limit of messages that wait at a node.
  static constexpr std::int64_t kNoLimit = INT64_MAX;

  /// Of the options it uses hardware, sleep, threads, observers, and what is said of foreign routers; the
  /// level is the fast one. Observers outlive it. Throws InputError where they do not fit together.
  explicit Network(const RunOptions& options);
  ~Network();
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  const Hardware& hardware() const { return options_.hardware; }

  /// Throws InputError where the message cannot be sent, at a node with max_waiting() messages among them.
  MessageId send(const Message& message);
  /// The same, but nothing if the node has max_waiting() messages.
  std::optional<MessageId> try_send(const Message& message);
  /// Messages that wait at a node for their earliest cycle or an injection channel.
  std::int64_t waiting(NodeId node) const { return door_.waiting(node); }
  void set_max_waiting(std::int64_t messages) { max_waiting_ = messages; }

  /// Listeners: called in the cycle that is being simulated, in the order of message_door.h, and they may
  /// send. An exception of theirs is thrown on by advance(), after the cycle and after all other listeners.
  void on_delivered(MessageDoor::Listener listener);
  /// In the cycle after the tail left its source.
  void on_left(MessageDoor::Listener listener) { door_.on_left = std::move(listener); }
  /// In the cycle after a message began its way at a node that then has room for another one.
  void on_room(std::function<void(NodeId)> listener);

  /// Called several times a second while advance() works; false ends it with kInterrupted, after whole
  /// cycles.
  void on_pause(std::function<bool()> listener) { pause_listener_ = std::move(listener); }

  /// The first cycle that is not simulated yet; inside a listener, the cycle that is being simulated.
  Cycle now() const { return now_; }
  /// Simulates all cycles before `until`, which is then now(); with `stop`, ends after a cycle with a
  /// delivery. Idle cycles cost nothing. Throws InputError when a flit arrives wrong, and what a listener
  /// throws.
  Advanced advance(Cycle until, bool stop_at_delivery = false);
  /// Until nothing is under way or can move; now() is then the cycle after the last event.
  Advanced run() { return advance(kForever); }
  /// The next cycle in which something can happen, if nothing is sent before; kForever: nothing can.
  Cycle next_event() const;

  std::int64_t sent() const { return door_.total(); }
  std::int64_t delivered() const { return door_.delivered(); }
  std::int64_t in_flight() const { return door_.in_flight(); }
  bool idle() const { return in_flight() == 0; }
  std::int64_t flit_hops() const { return door_.flit_hops(); }
  /// The deliveries of the latest advance(), in order.
  const std::vector<MessageEvent>& deliveries() const { return deliveries_; }
  /// After a deadlock: one sentence for each wait, those of the cycle of channels first.
  std::vector<std::string> explain_deadlock() const;

  /// Ends the network's life: observers receive all that is missing. It cannot send or advance then.
  void finish();
  /// After finish(): over (flit, node, cycle) of every ejection, as in RunResult.
  std::uint64_t ejection_hash() const { return scoreboard_.hash(); }
  /// The cycle of the last delivery.
  Cycle last_delivery() const { return last_delivery_; }

 private:
  class Inside;
  static constexpr int kStepsBetweenPauses = 1024;

  void check_use(const char* what) const;
  void after_step();

  RunOptions options_;
  WormTable worms_;
  Scoreboard scoreboard_;
  MessageDoor door_;
  std::unique_ptr<FastRun> run_;
  MessageDoor::Listener delivered_listener_;
  std::function<bool()> pause_listener_;
  int steps_to_pause_ = kStepsBetweenPauses;
  std::int64_t max_waiting_ = kNoLimit;
  std::vector<MessageEvent> deliveries_;
  Cycle now_ = 0;
  Cycle next_ = 0;  // the next cycle with an event that the door does not begin
  Cycle last_delivery_ = 0;
  bool finished_ = false;
  std::string failure_;                    // the first, for ever
  std::atomic<std::thread::id> inside_{};  // the thread in advance()
};

}  // namespace torusim
