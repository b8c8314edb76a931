#pragma once
/// A TLM-2.0 transaction on its way through the network.

// <tlm_utils/simple_target_socket.h> needs sc_spawn, which <systemc> declares on request only.
#include <sysc/kernel/sc_dynamic_processes.h>

#include <memory>
#include <systemc>
#include <tlm>

#include "models/part/sysc/address_map.h"
#include "models/part/sysc/message_user.h"

namespace torusim::sysc {

struct Transaction;

/// The port at one end of a transaction, as the transaction's worms see it.
class TransactionPort {
 public:
  virtual ~TransactionPort() = default;
  /// The tail of a worm has left the port's node.
  virtual void left(Transaction& transaction) = 0;
  /// The tail of a worm has been taken at the port's node.
  virtual void arrived(std::shared_ptr<Transaction> transaction) = 0;
};

/// The payload of the request worm, then of the response worm.
struct Transaction : MessageUser, std::enable_shared_from_this<Transaction> {
  enum class Leg { kRequest, kAtTarget, kResponse };

  Transaction(TransactionPort& its_initiator_port, TransactionPort& its_target_port,
              tlm::tlm_generic_payload& its_payload, NodeId its_source, int its_initiator,
              const AddressRange& its_range)
      : initiator_port(its_initiator_port),
        target_port(its_target_port),
        payload(its_payload),
        range(its_range),
        address(its_payload.get_address()),
        source(its_source),
        initiator(its_initiator) {}

  void left() override { (leg == Leg::kRequest ? initiator_port : target_port).left(*this); }
  void delivered(const MessageEvent&) override {
    (leg == Leg::kRequest ? target_port : initiator_port).arrived(shared_from_this());
  }
  /// The payload has the address at the target while the target has the transaction, else that of the
  /// initiator.
  void enter_target() { payload.set_address(address - range.first + range.base); }
  void leave_target() {
    payload.set_address(address);
    payload.set_dmi_allowed(false);
  }
  bool is_blocking() const { return caller != nullptr; }

  TransactionPort &initiator_port, &target_port;
  tlm::tlm_generic_payload& payload;
  const AddressRange& range;
  const std::uint64_t address;  // address used by the initiator
  const NodeId source;
  const int initiator;
  Leg leg = Leg::kRequest;
  sc_core::sc_event* caller = nullptr;  // wakes the thread of b_transport; null: nb_transport
  bool has_place = false;               // holds a place of RequestWindow at the target's node
  bool has_turn = false;                // its thread has the turn at the target
  bool abandoned = false;               // its thread has ended
  bool request_ended = false;           // the target has sent END_REQ, or an event that implies it
  bool completed_early = false;         // the target has completed it and expects no END_RESP
};

}  // namespace torusim::sysc
