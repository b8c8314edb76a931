#pragma once
/// The common base of networks as parts: messages enter, deliveries leave. The derived class advances the
/// cycles: Network, or PinNetwork in a SystemC kernel.

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "models/contract/foreign_state.h"
#include "models/contract/run_options.h"
#include "models/part/injection_queues.h"
#include "models/watch/scoreboard.h"

namespace torusim {

/// The result of an advance().
enum class Advanced {
  kReached,      ///< the cycle `until` was reached
  kDelivered,    ///< a cycle had a delivery, with `stop_at_delivery`
  kIdle,         ///< no message is in flight
  kDeadlock,     ///< the messages in flight can never move again
  kInterrupted,  ///< the listener of pauses returned false
};

class NetworkState {
 public:
  static constexpr Cycle kForever = MessageSource::kNever;
  /// The argument of set_max_waiting() for no limit.
  static constexpr std::int64_t kNoLimit = INT64_MAX;

  /// Fills the open buffers of the hardware (buffer_defaults.h) for messages of up to longest_worm flits.
  static void fill_defaults(RunOptions& options);

  NetworkState(const NetworkState&) = delete;
  NetworkState& operator=(const NetworkState&) = delete;

  const Hardware& hardware() const { return options_.hardware; }

  /// Sends a message. Throws InputError if the message cannot be sent, its source has the limit of waiting
  /// messages, or an observer is being called.
  MessageId send(const Message& message);
  /// Sends a message, or returns nothing if its source has the limit of waiting messages.
  std::optional<MessageId> try_send(const Message& message);
  /// Number of messages that wait at a node for their earliest cycle or an injection channel.
  std::int64_t waiting(NodeId node) const { return door_.waiting(node); }
  void set_max_waiting(std::int64_t messages) { max_waiting_ = messages; }
  /// Reserves numbers for the messages of open nodes, and returns the first. Throws InputError if too few are
  /// left.
  MessageId reserve_numbers(std::int64_t count) { return door_.reserve_numbers(count); }

  /// Sets a listener; an empty function: none. The network calls listeners in the cycle that is being
  /// simulated, in the order of injection_queues.h. A listener may send, and replace listeners. The network
  /// must outlive the call.
  void on_delivered(InjectionQueues::Listener listener) { delivered_listener_ = std::move(listener); }
  /// Sets a listener that is called in the cycle after a tail left its source.
  void on_left(InjectionQueues::Listener listener) { door_.on_left = std::move(listener); }
  /// Sets a listener that is called in the cycle after a message started at a node, if the node has room for
  /// another.
  void on_room(std::function<void(NodeId)> listener);

  /// The first cycle that is not simulated yet; inside a listener, the cycle that is being simulated.
  Cycle now() const { return now_; }
  std::int64_t sent() const { return door_.total(); }
  std::int64_t delivered() const { return door_.delivered(); }
  std::int64_t in_flight() const { return door_.in_flight(); }
  bool idle() const { return in_flight() == 0; }
  std::int64_t flit_hops() const { return door_.flit_hops(); }
  /// The deliveries of the latest advance(), in order; at the pins level, of the latest cycle with a
  /// delivery. A delivery takes 56 bytes, so that a long run with a listener should advance in steps.
  const std::vector<MessageEvent>& deliveries() const { return deliveries_; }
  /// The waits of a deadlock, one sentence each; waits on the cycle of channels come first.
  std::vector<std::string> explain_deadlock() const;

  /// The hash over (flit, node, cycle) of every ejection, as in RunResult; valid after the end.
  std::uint64_t ejection_hash() const { return scoreboard_.hash(); }
  /// Whether a thread is inside a call of the network, such as a listener.
  bool in_use() const { return user_.load(std::memory_order_acquire) != std::thread::id{}; }
  /// The cycle of the last delivery.
  Cycle last_delivery() const { return last_delivery_; }

 protected:
  /// `by_cycle`: deliveries() returns the deliveries of the latest cycle that has any, not of the latest
  /// advance().
  NetworkState(RunOptions options, bool by_cycle);
  virtual ~NetworkState() = default;

  /// The scope of a thread's call of the network, including calls by listeners. Throws InputError if another
  /// thread uses the network, or the network has ended. The error names the call `what`.
  class Use {
   public:
    Use(const NetworkState& network, const char* what);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    const NetworkState& network_;
    const bool is_outermost_;
  };

  virtual std::vector<ForeignState> foreign_states() const = 0;
  /// Brings the positions of worms_ up to date.
  virtual void locate_worms() const {}

  RunOptions options_;
  WormTable worms_;
  Scoreboard scoreboard_;
  InjectionQueues door_;
  std::vector<MessageEvent> deliveries_;
  Cycle now_ = 0;
  bool finished_ = false;
  bool stepping_ = false;  // a level simulates; then only listeners may send

 private:
  bool enter(const char* what) const;

  Replaceable<void(const MessageEvent&)> delivered_listener_;
  std::int64_t max_waiting_ = kNoLimit;
  Cycle last_delivery_ = 0;
  mutable std::atomic<std::thread::id> user_{};
};

}  // namespace torusim
