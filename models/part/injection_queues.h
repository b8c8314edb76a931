#pragma once
/// The message source of a network that accepts messages at any time.
///
/// Messages of a node and class leave in the order of their earliest cycles; messages of one cycle leave in
/// the order of their numbers. A class never waits for another class in a queue: each class has at most one
/// message at each injection channel, where the more urgent flit goes first.
///
/// Listeners receive the events of a cycle in a fixed order. First come the nodes where a message has started
/// and the tails that left, in the previous cycle; then the tails taken, by node and number. All events
/// precede the cycle's sends, so that an answer can leave in the cycle in which its message was taken.

#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/contract/message_source.h"
#include "models/contract/observer.h"
#include "models/part/message.h"
#include "models/sources/timer_wheel.h"

namespace torusim {

/// A function of the caller, such as a listener, that may be replaced while it runs.
template <typename Signature>
class Replaceable;

template <typename Result, typename... Arguments>
class Replaceable<Result(Arguments...)> {
 public:
  Replaceable& operator=(std::function<Result(Arguments...)> function) {
    function_ =
        function ? std::make_shared<const std::function<Result(Arguments...)>>(std::move(function)) : nullptr;
    return *this;
  }
  explicit operator bool() const { return function_ != nullptr; }
  /// REQUIRES: there is a function.
  Result operator()(Arguments... arguments) const {
    const auto running = function_;
    return (*running)(std::forward<Arguments>(arguments)...);
  }

 private:
  std::shared_ptr<const std::function<Result(Arguments...)>> function_;
};

class InjectionQueues : public MessageSource {
 public:
  using Listener = std::function<void(const MessageEvent&)>;

  /// All arguments must outlive this object.
  InjectionQueues(const Hardware& hardware, WormTable& worms, const std::vector<Observer*>& observers);

  /// Sends a message in cycle `now` or later, and returns its number. Throws InputError if the message cannot
  /// be sent.
  MessageId send(Cycle now, const Message& message);
  /// Reserves consecutive numbers, which send() will not use, for messages of open nodes. Returns the first
  /// number.
  MessageId reserve_numbers(std::int64_t count);
  bool is_reserved(std::uint32_t number) const;
  /// Adds a message of an open node, which has a reserved number and starts in this cycle.
  WormSlot admit(Cycle now, const Worm& worm);

  /// The reason why the level cannot carry a message, as the end of a sentence; empty: it can.
  std::function<std::string(const Message&)> unsupported_reason;
  /// Listeners for every message; take_exception() returns their exceptions.
  Replaceable<void(const MessageEvent&)> on_left, on_delivered;
  /// Called in the cycle after a message of the node has started.
  Replaceable<void(NodeId node)> on_begun;
  /// The first exception of a listener since the last call; null if there was none.
  std::exception_ptr take_exception() { return std::exchange(exception_, nullptr); }
  /// Whether a listener is being called.
  bool telling() const { return telling_; }
  /// Number of messages of the node that have not started.
  std::int64_t waiting(NodeId node) const { return waiting_[static_cast<std::size_t>(node)]; }
  std::int64_t in_flight() const { return total() - delivered_; }
  std::int64_t flit_hops() const { return flit_hops_; }
  /// Informs observers that the phases, one per tag, end in cycle `last`.
  void end_phases(Cycle last);
  /// Names of the phases, by Worm::phase.
  const std::vector<std::string>& phases() const { return phases_; }

  void received(Cycle now, WormSlot slot) override;
  void sent(Cycle now, WormSlot slot) override;
  void advance(Cycle now, std::vector<Injection>& injections) override;
  Cycle next_timer() const override;
  bool done() const override { return in_flight() == 0; }
  bool failed() const override { return false; }
  std::int64_t delivered() const override { return delivered_; }
  std::int64_t total() const override { return sent_; }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;
  /// A message that has not started.
  struct Waiting {
    std::uint32_t number;
    std::uint32_t next;  // in its queue
    NodeId source, destination;
    std::uint32_t flits;
    int tag;
    std::int16_t message_class;
    std::int8_t injection_channel, ejection_channel;
    bool has_route, has_words;
  };
  struct Queue {
    std::uint32_t first = kNone, last = kNone;
  };
  struct Due {
    Cycle at;
    std::uint32_t number, place;
    bool operator>(const Due& other) const { return at > other.at; }
  };

  void check(const Message& message) const;
  int phase_of(Cycle now, int tag);
  std::uint32_t place_for(const Waiting& waiting);
  std::size_t group(NodeId node, int message_class) const;
  MessageEvent event(Cycle now, const Worm& worm) const;
  void enqueue(std::uint32_t place);
  void begin_some(Cycle now, std::size_t group, std::vector<Injection>& injections);
  bool begin_one(Cycle now, Queue& queue, int channel, std::vector<Injection>& injections);
  template <typename Event>
  void tell(const Replaceable<void(Event)>& listener, Event event);
  void tell_of_events();

  const Hardware& hardware_;
  WormTable& worms_;
  const std::vector<Observer*>& observers_;
  std::uint32_t next_number_ = 0;
  std::int64_t sent_ = 0, delivered_ = 0, flit_hops_ = 0;
  std::map<std::uint32_t, std::uint32_t> reserved_;  // ranges: first number, and the number behind the last

  std::vector<Waiting> places_;
  std::vector<std::uint32_t> free_places_;
  std::unordered_map<std::uint32_t, Route> routes_;               // by number, for messages sent with a route
  std::unordered_map<std::uint32_t, const MessageWords*> words_;  // by number, for messages with words
  std::unordered_map<std::uint32_t, std::uint64_t> users_;        // by number, for messages in flight; not 0
  TimerWheel<Due> later_;
  std::vector<Due> due_;  // messages due in the cycle of advance()
  // A group is a node and a class. A group has a queue for any injection channel, and a queue per channel.
  std::vector<Queue> queues_;                // [nodes][classes][1 + alpha]
  std::vector<std::uint32_t> at_door_;       // [nodes][classes], bit per injection channel with a message
  std::vector<std::size_t> touched_;         // groups that may begin a message
  std::vector<std::uint8_t> next_ejection_;  // by destination: ejection channel with the turn
  std::vector<std::int32_t> waiting_;        // by node
  std::vector<MessageEvent> left_, taken_;
  std::vector<NodeId> begun_;
  std::unordered_map<int, int> phase_of_tag_;
  std::vector<int> tags_;            // by phase
  std::vector<std::string> phases_;  // names, by phase
  int last_tag_ = -1, last_phase_ = -1;
  std::exception_ptr exception_;
  bool telling_ = false;
};

}  // namespace torusim
