#pragma once
/// What a network as a part has at every level: messages in, deliveries out. What makes its cycles pass is
/// the derived class: Network, and at the pins level a SystemC kernel.

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

/// What an advance() came to.
enum class Advanced {
  kReached,      ///< the cycle
  kDelivered,    ///< a cycle with a delivery, where it should stop there
  kIdle,         ///< nothing is under way
  kDeadlock,     ///< what is under way can never move again
  kInterrupted,  ///< the listener of pauses said so
};

class NetworkState {
 public:
  static constexpr Cycle kForever = MessageSource::kNever;
  /// The limit of messages that wait at a node.
  static constexpr std::int64_t kNoLimit = INT64_MAX;

  NetworkState(const NetworkState&) = delete;
  NetworkState& operator=(const NetworkState&) = delete;

  const Hardware& hardware() const { return options_.hardware; }

  /// Throws InputError where the message cannot be sent, at a node with max_waiting() messages among them.
  MessageId send(const Message& message);
  /// The same, but nothing if the node has max_waiting() messages.
  std::optional<MessageId> try_send(const Message& message);
  /// Messages that wait at a node for their earliest cycle or an injection channel.
  std::int64_t waiting(NodeId node) const { return door_.waiting(node); }
  void set_max_waiting(std::int64_t messages) { max_waiting_ = messages; }
  /// Numbers for the messages of open nodes; returns the first. Throws InputError if there are not so many.
  MessageId reserve_numbers(std::int64_t count) { return door_.reserve_numbers(count); }

  /// Listeners: called in the cycle that is being simulated, in the order of injection_queues.h, and they may
  /// send.
  void on_delivered(InjectionQueues::Listener listener) { delivered_listener_ = std::move(listener); }
  /// In the cycle after the tail left its source.
  void on_left(InjectionQueues::Listener listener) { door_.on_left = std::move(listener); }
  /// In the cycle after a message began its way at a node that then has room for another one.
  void on_room(std::function<void(NodeId)> listener);

  /// The first cycle that is not simulated yet; inside a listener, the cycle that is being simulated.
  Cycle now() const { return now_; }
  std::int64_t sent() const { return door_.total(); }
  std::int64_t delivered() const { return door_.delivered(); }
  std::int64_t in_flight() const { return door_.in_flight(); }
  bool idle() const { return in_flight() == 0; }
  std::int64_t flit_hops() const { return door_.flit_hops(); }
  /// The deliveries of the latest advance(), in order; at the pins level those of the latest cycle with one.
  const std::vector<MessageEvent>& deliveries() const { return deliveries_; }
  /// After a deadlock: one sentence for each wait, those of the cycle of channels first.
  std::vector<std::string> explain_deadlock() const;

  /// After its end: over (flit, node, cycle) of every ejection, as in RunResult.
  std::uint64_t ejection_hash() const { return scoreboard_.hash(); }
  /// The cycle of the last delivery.
  Cycle last_delivery() const { return last_delivery_; }

 protected:
  /// `by_cycle`: deliveries() are those of the latest cycle with one, not of the latest advance().
  NetworkState(RunOptions options, bool by_cycle);
  virtual ~NetworkState() = default;

  /// A call of the network by a thread, and the calls of its listeners in it. Throws InputError where another
  /// thread uses the network, or it has ended; `what` begins the sentence.
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

  RunOptions options_;
  WormTable worms_;
  Scoreboard scoreboard_;
  InjectionQueues door_;
  std::vector<MessageEvent> deliveries_;
  Cycle now_ = 0;
  bool finished_ = false;

 private:
  bool enter(const char* what) const;

  InjectionQueues::Listener delivered_listener_;
  std::int64_t max_waiting_ = kNoLimit;
  Cycle last_delivery_ = 0;
  mutable std::atomic<std::thread::id> user_{};
};

}  // namespace torusim
