#pragma once
/// The network's interface at a node with targets, by which requests leave the network.

#include <tlm_utils/multi_passthrough_initiator_socket.h>

#include <deque>
#include <functional>

#include "models/part/sysc/transport.h"

namespace torusim::sysc {

/// The port follows the base protocol as an initiator: requests go to a target one at a time, in the order of
/// arrival, those of nb_transport and of b_transport alike.
class TargetPort : public TransactionPort {
 public:
  template <unsigned Width>
  using Socket = tlm_utils::multi_passthrough_initiator_socket_optional<TargetPort, Width>;

  TargetPort(Transport& transport, NodeId node) : transport_(transport), node_(node) {}
  TargetPort(const TargetPort&) = delete;
  TargetPort& operator=(const TargetPort&) = delete;

  /// The socket, which the first call makes. Null if the first call was for another width.
  template <unsigned Width>
  Socket<Width>* socket() {
    if (socket_ == nullptr) {
      const auto made = std::make_shared<Socket<Width>>(("to_targets_" + std::to_string(node_)).c_str());
      made->register_nb_transport_bw(this, &TargetPort::nb_transport_bw);
      target_ = [made](int target) { return (*made)[target]; };
      count_ = [made] { return static_cast<int>(made->size()); };
      socket_ = made;
    }
    return dynamic_cast<Socket<Width>*>(socket_.get());
  }
  int targets() const { return count_(); }

  /// A request has arrived.
  void arrived(std::shared_ptr<Transaction> transaction) override;
  /// A response has left the node.
  void left(Transaction& transaction) override;
  /// Calls the target for a thread whose request has arrived and has the turn.
  void b_transport(Transaction& transaction, sc_core::sc_time& delay);
  /// Ends the turn of a transaction whose thread has ended.
  void give_up(Transaction& transaction);
  unsigned transport_dbg(int target, tlm::tlm_generic_payload& payload);

 private:
  struct Target {
    bool request_busy = false;   // from BEGIN_REQ to END_REQ
    bool response_busy = false;  // from BEGIN_RESP to END_RESP
    std::deque<std::shared_ptr<Transaction>> requests;
  };

  tlm::tlm_sync_enum nb_transport_bw(int target, tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  void begin_requests(int target);
  void begin_request(int target, const std::shared_ptr<Transaction>& transaction);
  void end_request(Transaction& transaction, const sc_core::sc_time& delay);
  std::string name(int target) const;

  Transport& transport_;
  const NodeId node_;
  std::shared_ptr<sc_core::sc_object> socket_;
  std::function<tlm::tlm_fw_transport_if<>*(int target)> target_;
  std::function<int()> count_;
  std::map<int, Target> state_;
};

}  // namespace torusim::sysc
