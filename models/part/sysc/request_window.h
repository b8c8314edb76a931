#pragma once
/// The worms of transactions on their way into the network.
///
/// Worms that are sent for one cycle wait until that cycle is simulated, when all of them are known. They
/// then enter in the order of their times, and those of one time by node, class, target and initiator. So
/// that order does not depend on the order of processes within a time, which differs between the levels.
///
/// End-to-end flow control: a node holds a limited number of requests for its targets, each from the send of
/// its worm until the tail of its response has left. A request without a place waits at its source, and all
/// worms of its source and class behind it.
///
/// Where requests and responses are of one class, they can wait for each other for ever.

#include <compare>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <systemc>
#include <utility>

#include "models/part/message.h"
#include "models/part/sysc/departures.h"

namespace torusim::sysc {

class KernelNetwork;
struct Transaction;

class RequestWindow : private Departures {
 public:
  /// Places of a node; 0: any number.
  RequestWindow(KernelNetwork& network, int places);
  /// Sends the worm when its turn and its place have come. From a node to itself there is no worm, and the
  /// transaction is there a cycle after one would have entered.
  void send(Message message, std::shared_ptr<Transaction> transaction, bool is_request,
            const sc_core::sc_time& at);
  /// Gives up the transaction's place, if it has one.
  void release(Transaction& transaction);
  /// Worms that have not entered the network.
  std::int64_t waiting() const { return unsorted_sends_ + in_queues_; }

 private:
  struct Waiting {
    Message message;
    std::shared_ptr<Transaction> transaction;
    bool is_request;
    sc_core::sc_time at;
  };
  /// The order of what happens; places that are given up come before sends of the same time.
  struct Order {
    std::uint64_t at;
    bool is_send;
    NodeId source;
    int message_class;
    bool is_request;
    int target;
    NodeId initiator_node;
    int initiator;
    std::uint64_t number;  // in the order of calls
    auto operator<=>(const Order&) const = default;
  };

  void enqueue(Waiting sent);
  Cycle first() const override;
  void depart(Cycle cycle) override;
  void send_waiting(std::deque<Waiting>& queue, const sc_core::sc_time& now);
  void send_now(Waiting& sent, const sc_core::sc_time& now);
  void check_deadlock();

  KernelNetwork& network_;
  const int places_;
  std::uint64_t calls_ = 0;
  std::map<Order, Waiting> unsorted_;                             // of cycles that are not simulated yet
  std::map<std::pair<NodeId, int>, std::deque<Waiting>> queues_;  // by source and class: want places
  std::map<NodeId, int> held_;                                    // places, by node
  int all_held_ = 0, unsorted_sends_ = 0, in_queues_ = 0;
  int waiting_requests_ = 0, waiting_responses_ = 0;
  bool stuck_ = false;
};

}  // namespace torusim::sysc
