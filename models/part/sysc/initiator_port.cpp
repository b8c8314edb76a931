#include "models/part/sysc/initiator_port.h"

#include <utility>

#include "models/part/sysc/kernel_network.h"
#include "models/part/sysc/target_port.h"

namespace torusim::sysc {
namespace {

/// The call of a thread. If the thread ends before its transaction, the transaction is abandoned.
class BlockingCall {
 public:
  BlockingCall(Transport& transport, const std::shared_ptr<Transaction>& transaction)
      : transport_(transport), transaction_(*transaction) {
    if (transport.spare_events.empty()) transport.spare_events.push_back(&transport.events.emplace_back());
    transaction_.caller = transport.spare_events.back();
    transport.spare_events.pop_back();
    transport.calls.emplace(&transaction_, transaction);
  }
  ~BlockingCall() {
    transaction_.abandoned = true;
    if (transaction_.has_turn) transport_.targets.at(transaction_.range.node)->give_up(transaction_);
    if (transaction_.has_place && transaction_.leg == Transaction::Leg::kAtTarget) {
      transport_.network.call_at(sc_core::sc_time_stamp(),
                                 [&transport = transport_, left = transaction_.shared_from_this()] {
                                   transport.window.release(*left);
                                 });
    }
    transaction_.caller->cancel();
    transport_.spare_events.push_back(transaction_.caller);
    transport_.calls.erase(&transaction_);
  }
  BlockingCall(const BlockingCall&) = delete;
  BlockingCall& operator=(const BlockingCall&) = delete;

 private:
  Transport& transport_;
  Transaction& transaction_;
};

}  // namespace

std::string InitiatorPort::name(int initiator) const {
  return std::string(transport_.network.get_parent_object()->name()) + ": initiator " +
         std::to_string(initiator) + " of node " + std::to_string(node_);
}

void InitiatorPort::b_transport(int initiator, tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  const AddressRange* const range = transport_.find(payload);
  if (range == nullptr) return;
  auto made = std::make_shared<Transaction>(*this, *transport_.targets.at(range->node), payload, node_,
                                            initiator, *range);
  Transaction& transaction = *made;
  const BlockingCall call(transport_, std::exchange(made, nullptr));
  transport_.send_request(transaction, sc_core::sc_time_stamp() + delay);
  delay = sc_core::SC_ZERO_TIME;
  if (!arrives(transaction)) return;
  transport_.targets.at(range->node)->b_transport(transaction, delay);
  if (!transport_.network.has_ended()) {
    transport_.send_response(transaction, sc_core::sc_time_stamp() + delay);
    delay = sc_core::SC_ZERO_TIME;
  }
  arrives(transaction);
}

bool InitiatorPort::arrives(Transaction& transaction) {
  const KernelNetwork& network = transport_.network;
  if (!network.has_ended()) sc_core::wait(*transaction.caller | network.end());
  if (network.has_ended()) transaction.payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
  return !network.has_ended();
}

tlm::tlm_sync_enum InitiatorPort::nb_transport_fw(int initiator, tlm::tlm_generic_payload& payload,
                                                  tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase == tlm::BEGIN_REQ) return begin_request(initiator, payload, delay);
  if (phase == tlm::END_RESP) return end_response(initiator, payload, delay);
  if (is_base_phase(phase)) {
    report_error(kProtocol, name(initiator) + ": " + phase.get_name() + " on the forward path");
  }
  return tlm::TLM_ACCEPTED;
}

tlm::tlm_sync_enum InitiatorPort::begin_request(int initiator, tlm::tlm_generic_payload& payload,
                                                const sc_core::sc_time& delay) {
  std::string fault;
  if (state_[initiator].request_busy) fault = "BEGIN_REQ before the END_REQ of its last request";
  if (!payload.has_mm()) fault = "nb_transport of a transaction without a memory manager";
  if (transport_.open.contains(&payload)) fault = "BEGIN_REQ of a transaction that is under way";
  if (!fault.empty()) {
    payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    report_error(kProtocol, name(initiator) + ": " + fault);
    return tlm::TLM_COMPLETED;
  }
  const AddressRange* const range = transport_.find(payload);
  if (range == nullptr) return tlm::TLM_COMPLETED;
  payload.acquire();
  const auto transaction = std::make_shared<Transaction>(*this, *transport_.targets.at(range->node), payload,
                                                         node_, initiator, *range);
  transport_.open.emplace(&payload, transaction);
  state_[initiator].request_busy = true;
  transport_.send_request(*transaction, sc_core::sc_time_stamp() + delay);
  return tlm::TLM_ACCEPTED;
}

void InitiatorPort::left(Transaction& transaction) {
  if (transaction.is_blocking()) return;
  const int initiator = transaction.initiator;
  state_[initiator].request_busy = false;
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay;
  guarded(name(initiator), tlm::TLM_ACCEPTED,
          [&] { return initiator_(initiator)->nb_transport_bw(transaction.payload, phase, delay); });
}

void InitiatorPort::arrived(std::shared_ptr<Transaction> transaction) {
  if (transaction->abandoned) return transport_.window.release(*transaction);
  if (transaction->is_blocking()) return transaction->caller->notify(sc_core::SC_ZERO_TIME);
  const int initiator = transaction->initiator;
  state_[initiator].responses.push_back(std::move(transaction));
  begin_responses(initiator);
}

void InitiatorPort::begin_responses(int initiator) {
  Initiator& state = state_[initiator];
  while (!state.response_busy && !state.responses.empty()) {
    const std::shared_ptr<Transaction> first = std::move(state.responses.front());
    state.responses.pop_front();
    state.response_busy = true;
    state.response = first;
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay;
    const tlm::tlm_sync_enum answer = guarded(name(initiator), tlm::TLM_COMPLETED, [&] {
      return initiator_(initiator)->nb_transport_bw(first->payload, phase, delay);
    });
    const bool ends = answer == tlm::TLM_COMPLETED || (answer == tlm::TLM_UPDATED && is_base_phase(phase));
    if (ends && answer == tlm::TLM_UPDATED && phase != tlm::END_RESP) {
      report_error(kProtocol,
                   name(initiator) + ": TLM_UPDATED of BEGIN_RESP with the phase " + phase.get_name());
    }
    if (ends && state.response == first) {
      response_over(initiator, delay);
    }
  }
}

tlm::tlm_sync_enum InitiatorPort::end_response(int initiator, tlm::tlm_generic_payload& payload,
                                               const sc_core::sc_time& delay) {
  const Initiator& state = state_[initiator];
  if (state.response == nullptr || &state.response->payload != &payload) {
    report_error(kProtocol, name(initiator) + ": END_RESP of a transaction that is not at BEGIN_RESP");
    return tlm::TLM_COMPLETED;
  }
  response_over(initiator, delay);
  return tlm::TLM_COMPLETED;
}

/// The transaction ends; the next response can begin after the delay.
void InitiatorPort::response_over(int initiator, const sc_core::sc_time& delay) {
  Initiator& state = state_[initiator];
  const std::shared_ptr<Transaction> ended = std::move(state.response);
  state.response = nullptr;
  transport_.open.erase(&ended->payload);
  ended->payload.release();
  transport_.network.call_at(sc_core::sc_time_stamp() + delay, [this, initiator] {
    state_[initiator].response_busy = false;
    begin_responses(initiator);
  });
}

unsigned InitiatorPort::transport_dbg(int, tlm::tlm_generic_payload& payload) {
  const AddressRange* const range = transport_.map.find(payload.get_address(), payload.get_data_length());
  if (range == nullptr) return 0;
  const auto port = transport_.targets.find(range->node);
  if (port == transport_.targets.end()) return 0;
  const std::uint64_t address = payload.get_address();
  payload.set_address(address - range->first + range->base);
  const unsigned bytes = port->second->transport_dbg(range->target, payload);
  payload.set_address(address);
  return bytes;
}

/// DMI is refused, so that each access takes its time.
bool InitiatorPort::get_direct_mem_ptr(int, tlm::tlm_generic_payload&, tlm::tlm_dmi& dmi) {
  dmi.allow_none();
  dmi.set_start_address(0);
  dmi.set_end_address(UINT64_MAX);
  return false;
}

}  // namespace torusim::sysc
