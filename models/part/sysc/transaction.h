#pragma once
/// A TLM-2.0 transaction on its way through the network, and what all its ports share.

// <tlm_utils/simple_target_socket.h> needs sc_spawn, which <systemc> declares on request only.
#include <sysc/kernel/sc_dynamic_processes.h>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <systemc>
#include <tlm>
#include <unordered_map>
#include <vector>

#include "models/part/sysc/address_map.h"
#include "models/part/sysc/kernel_network.h"
#include "models/part/sysc/reports.h"
#include "models/part/sysc/request_window.h"

namespace torusim::sysc {

class InitiatorPort;
class TargetPort;
struct Transport;

/// Of a request worm first, of the response worm then.
struct Transaction : Cargo, std::enable_shared_from_this<Transaction> {
  enum class Leg { kRequest, kAtTarget, kResponse };

  Transaction(Transport& its_transport, tlm::tlm_generic_payload& its_payload, NodeId its_source,
              int its_initiator, const AddressRange& its_range)
      : transport(its_transport),
        payload(its_payload),
        range(its_range),
        address(its_payload.get_address()),
        source(its_source),
        initiator(its_initiator) {}

  /// The worms. Their head enters in the first cycle that begins at this time or later.
  void send_request(const sc_core::sc_time& at);
  void send_response(const sc_core::sc_time& at);
  void left() override;
  void delivered(const MessageEvent&) override;
  /// The address is the target's own while the target has the transaction.
  void enter_target();
  void leave_target();
  bool is_blocking() const { return caller != nullptr; }

  Transport& transport;
  tlm::tlm_generic_payload& payload;
  const AddressRange& range;
  const std::uint64_t address;  // of the initiator
  const NodeId source;
  const int initiator;
  Leg leg = Leg::kRequest;
  sc_core::sc_event* caller = nullptr;  // of b_transport: wakes its thread
  bool has_place = false;               // at the node of the target: RequestWindow
  bool has_turn = false;                // at the target, that thread
  bool abandoned = false;               // that thread is gone
  bool request_ended = false;           // at the target: END_REQ, or what implies it
  bool completed_early = false;         // by the target, which expects no END_RESP

 private:
  void send(NodeId from, NodeId to, bool is_request, const sc_core::sc_time& at);
};

struct TransportOptions {
  int flit_bytes = 16;  ///< of data in a payload flit
  int request_class = 1;
  int response_class = 0;
  int places = 0;       ///< requests that a node holds for its targets; 0: any number (request_window.h)
  int request_tag = 0;  ///< tables and waves show tags as phases
  int response_tag = 1;
};

/// What the ports of all nodes share.
struct Transport {
  Transport(KernelNetwork& its_network, const TransportOptions& its_options);
  ~Transport();

  /// The range of the transaction; or null, and the response says why.
  const AddressRange* find(tlm::tlm_generic_payload& payload);
  /// Flits of the worm: the head, and the data if this is their way.
  std::int64_t flits(const tlm::tlm_generic_payload& payload, bool is_request) const;

  KernelNetwork& network;
  const TransportOptions options;
  AddressMap map;
  RequestWindow window;
  std::map<NodeId, std::unique_ptr<InitiatorPort>> initiators;
  std::map<NodeId, std::unique_ptr<TargetPort>> targets;
  /// Of nb_transport, by payload.
  std::unordered_map<const tlm::tlm_generic_payload*, std::shared_ptr<Transaction>> open;
  // Of b_transport. Threads own nothing: a kernel drops them without an end.
  std::unordered_map<const Transaction*, std::shared_ptr<Transaction>> calls;
  std::deque<sc_core::sc_event> events;  // a new one costs more than a transaction
  std::vector<sc_core::sc_event*> spare_events;
};

/// Calls user code. An exception of it is reported as an error, and `otherwise` is the result.
template <typename Result, typename Call>
Result guarded(const std::string& whose, Result otherwise, Call call) {
  std::string text;
  try {
    return call();
  } catch (const sc_core::sc_report&) {
    throw;  // a report already
  } catch (const sc_core::sc_unwind_exception&) {
    throw;
  } catch (const std::exception& exception) {
    text = exception.what();
  }
  report_error(kCallback, whose + " threw an exception: " + text);
  return otherwise;
}

}  // namespace torusim::sysc
