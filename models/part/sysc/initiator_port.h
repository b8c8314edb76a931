#pragma once
/// The network's interface at a node with initiators, by which requests enter the network.

#include <tlm_utils/multi_passthrough_target_socket.h>

#include <deque>
#include <functional>

#include "models/part/sysc/transport.h"

namespace torusim::sysc {

/// The port follows the base protocol as a target, separately for each initiator: it sends END_REQ when the
/// request worm's tail has left the node, and one BEGIN_RESP at a time.
class InitiatorPort : public TransactionPort {
 public:
  template <unsigned Width>
  using Socket = tlm_utils::multi_passthrough_target_socket_optional<InitiatorPort, Width>;

  InitiatorPort(Transport& transport, NodeId node) : transport_(transport), node_(node) {}
  InitiatorPort(const InitiatorPort&) = delete;
  InitiatorPort& operator=(const InitiatorPort&) = delete;

  /// The socket, which the first call makes. Null if the first call was for another width.
  template <unsigned Width>
  Socket<Width>* socket() {
    if (socket_ == nullptr) {
      const auto made = std::make_shared<Socket<Width>>(("to_initiators_" + std::to_string(node_)).c_str());
      made->register_b_transport(this, &InitiatorPort::b_transport);
      made->register_nb_transport_fw(this, &InitiatorPort::nb_transport_fw);
      made->register_transport_dbg(this, &InitiatorPort::transport_dbg);
      made->register_get_direct_mem_ptr(this, &InitiatorPort::get_direct_mem_ptr);
      initiator_ = [made](int initiator) { return (*made)[initiator]; };
      socket_ = made;
    }
    return dynamic_cast<Socket<Width>*>(socket_.get());
  }

  /// A request has left the node.
  void left(Transaction& transaction) override;
  /// A response has arrived.
  void arrived(std::shared_ptr<Transaction> transaction) override;

 private:
  struct Initiator {
    bool request_busy = false;              // from BEGIN_REQ to END_REQ
    std::shared_ptr<Transaction> response;  // from BEGIN_RESP to END_RESP
    bool response_busy = false;             // until the end of END_RESP's delay
    std::deque<std::shared_ptr<Transaction>> responses;
  };

  void b_transport(int initiator, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  /// Waits until the request or response of a blocking call arrives. Returns false, with an error response,
  /// if the network ends before.
  bool arrives(Transaction& transaction);
  tlm::tlm_sync_enum nb_transport_fw(int initiator, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  unsigned transport_dbg(int initiator, tlm::tlm_generic_payload& payload);
  bool get_direct_mem_ptr(int initiator, tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi);
  tlm::tlm_sync_enum begin_request(int initiator, tlm::tlm_generic_payload& payload,
                                   const sc_core::sc_time& delay);
  tlm::tlm_sync_enum end_response(int initiator, tlm::tlm_generic_payload& payload,
                                  const sc_core::sc_time& delay);
  void begin_responses(int initiator);
  void response_over(int initiator, const sc_core::sc_time& delay);
  std::string name(int initiator) const;

  Transport& transport_;
  const NodeId node_;
  std::shared_ptr<sc_core::sc_object> socket_;
  std::function<tlm::tlm_bw_transport_if<>*(int initiator)> initiator_;
  std::map<int, Initiator> state_;
};

}  // namespace torusim::sysc
