#pragma once
/// End-to-end flow control: a node holds a limited number of requests for its targets, each from the send of
/// its worm until the tail of its response has left. A request without a place waits at its source, and all
/// worms of its source and class behind it.
///
/// Where requests and responses are of one class, they can wait for each other for ever.

#include <deque>
#include <map>
#include <memory>
#include <systemc>
#include <utility>

#include "models/part/message.h"

namespace torusim::sysc {

class KernelNetwork;
struct Transaction;

class RequestWindow {
 public:
  /// Places of a node; 0: any number.
  RequestWindow(KernelNetwork& network, int places) : network_(network), places_(places) {}
  /// Sends the worm when its turn and its place have come.
  void send(Message message, std::shared_ptr<Transaction> transaction, bool is_request,
            const sc_core::sc_time& at);
  /// Gives up the transaction's place, if it has one.
  void release(Transaction& transaction);

 private:
  struct Waiting {
    Message message;
    std::shared_ptr<Transaction> transaction;
    bool is_request;
    sc_core::sc_time at;
  };

  void send_waiting(std::deque<Waiting>& queue);
  void check_deadlock();

  KernelNetwork& network_;
  const int places_;
  std::map<std::pair<NodeId, int>, std::deque<Waiting>> queues_;  // by source and class
  std::map<NodeId, int> held_;                                    // places, by node
  int all_held_ = 0;
  int waiting_requests_ = 0, waiting_responses_ = 0;
  bool stuck_ = false;
};

}  // namespace torusim::sysc
