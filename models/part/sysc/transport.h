#pragma once
/// The state that the ports of all nodes share.

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "models/part/sysc/reports.h"
#include "models/part/sysc/request_window.h"
#include "models/part/sysc/transaction.h"

namespace torusim::sysc {

class TargetPort;

struct TransportOptions {
  int flit_bytes = 16;  ///< bytes of data in a payload flit
  int request_class = 1;
  int response_class = 0;
  int places = 0;       ///< requests that a node holds for its targets; 0: any number (request_window.h)
  int request_tag = 0;  ///< tables and waves show tags as phases
  int response_tag = 1;
};

struct Transport {
  Transport(KernelNetwork& its_network, const TransportOptions& its_options)
      : network(its_network), options(its_options), window(its_network, its_options.places) {}

  /// The range of the transaction; or null, with the reason in the payload's response status.
  const AddressRange* find(tlm::tlm_generic_payload& payload);
  /// Send the worms of a transaction. The head of a worm enters in the first cycle that begins at this time
  /// or later.
  void send_request(Transaction& transaction, const sc_core::sc_time& at);
  void send_response(Transaction& transaction, const sc_core::sc_time& at);
  /// Flits of the worm: the head, and the data if the worm carries them (a write request or a read response).
  std::int64_t flits(const tlm::tlm_generic_payload& payload, bool is_request) const;

  KernelNetwork& network;
  const TransportOptions options;
  AddressMap map;
  RequestWindow window;
  std::map<NodeId, TargetPort*> targets;
  /// Transactions of nb_transport, by payload.
  std::unordered_map<const tlm::tlm_generic_payload*, std::shared_ptr<Transaction>> open;
  // Transactions of b_transport. Threads own no transactions, because a kernel can drop a thread without
  // unwinding it.
  std::unordered_map<const Transaction*, std::shared_ptr<Transaction>> calls;
  std::deque<sc_core::sc_event> events;  // reused: a new event costs more than a transaction
  std::vector<sc_core::sc_event*> spare_events;

 private:
  void send(Transaction& transaction, NodeId from, NodeId to, bool is_request, const sc_core::sc_time& at);
};

/// Whether a phase belongs to the base protocol. Other phases are extensions, which the network ignores.
inline bool is_base_phase(const tlm::tlm_phase& phase) { return phase <= tlm::END_RESP; }

/// Calls user code. An exception of the code is reported as an error, and the result is `otherwise`.
template <typename Result, typename Call>
Result guarded(const std::string& whose, Result otherwise, Call call) {
  std::string text;
  try {
    return call();
  } catch (...) {
    text = exception_text();
  }
  report_error(kCallback, whose + " threw an exception: " + text);
  return otherwise;
}

}  // namespace torusim::sysc
