#pragma once
/// The worms of transactions that wait to enter the network.
///
/// Worms sent for one cycle wait until that cycle is simulated, when all of them are known. The worms then
/// enter in the order of their times; worms of one time enter by node, class, target and initiator. The order
/// therefore does not depend on the order of processes within a time, which differs between the levels.
///
/// End-to-end flow control: a node holds a limited number of requests for its targets. A request holds a
/// place from the send of its worm until the tail of its response has left. A request without a place waits
/// at its source, and so do all later worms of its source and class.
///
/// Requests and responses of the same class can deadlock.

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
  /// `places` is the number of requests that a node holds; 0: any number.
  RequestWindow(KernelNetwork& network, int places);
  /// Sends the worm when its turn has come and a place is free. A transaction from a node to itself has no
  /// worm: it arrives a cycle after a worm would have entered.
  void send(Message message, std::shared_ptr<Transaction> transaction, bool is_request,
            const sc_core::sc_time& at);
  /// Gives up the transaction's place, if it has one.
  void release(Transaction& transaction);
  /// Number of worms that have not entered the network.
  std::int64_t waiting() const { return unsorted_sends_ + in_queues_; }

 private:
  struct Waiting {
    Message message;
    std::shared_ptr<Transaction> transaction;
    bool is_request;
    sc_core::sc_time at;
  };
  /// The order of sends and releases of places; releases precede sends of the same time.
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
  std::map<Order, Waiting> unsorted_;                             // sends and releases of cycles to come
  std::map<std::pair<NodeId, int>, std::deque<Waiting>> queues_;  // waiting, by source and class
  std::map<NodeId, int> held_;                                    // places in use, by node
  int all_held_ = 0, unsorted_sends_ = 0, in_queues_ = 0;
  int waiting_requests_ = 0, waiting_responses_ = 0;
  bool stuck_ = false;
};

}  // namespace torusim::sysc
