#include "models/part/sysc/target_port.h"

#include <utility>

#include "models/part/sysc/kernel_network.h"

namespace torusim::sysc {

std::string TargetPort::name(int target) const {
  return std::string(transport_.network.get_parent_object()->name()) + ": target " + std::to_string(target) +
         " of node " + std::to_string(node_);
}

void TargetPort::arrived(std::shared_ptr<Transaction> transaction) {
  if (transaction->abandoned) return transport_.window.release(*transaction);
  transaction->leg = Transaction::Leg::kAtTarget;
  const int target = transaction->range.target;
  state_[target].requests.push_back(std::move(transaction));
  begin_requests(target);
}

void TargetPort::begin_requests(int target) {
  Target& state = state_[target];
  while (!state.request_busy && !state.requests.empty()) {
    const std::shared_ptr<Transaction> first = std::move(state.requests.front());
    state.requests.pop_front();
    if (first->abandoned) continue;
    state.request_busy = true;
    first->has_turn = first->is_blocking();
    if (first->has_turn) {
      first->caller->notify(
          sc_core::SC_ZERO_TIME);  // the thread calls the target before the next request does
    } else {
      begin_request(target, first);
    }
  }
}

void TargetPort::b_transport(Transaction& transaction, sc_core::sc_time& delay) {
  const int target = transaction.range.target;
  give_up(transaction);
  transaction.enter_target();
  struct Leave {
    ~Leave() { transaction.leave_target(); }
    Transaction& transaction;
  } const leave{transaction};
  target_(target)->b_transport(transaction.payload, delay);
}

/// The next request comes in a later delta cycle, after this thread's call.
void TargetPort::give_up(Transaction& transaction) {
  const int target = transaction.range.target;
  transaction.has_turn = false;
  state_[target].request_busy = false;
  if (state_[target].requests.empty()) return;
  transport_.network.call_at(sc_core::sc_time_stamp(), [this, target] { begin_requests(target); });
}

void TargetPort::begin_request(int target, const std::shared_ptr<Transaction>& transaction) {
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay;
  transaction->enter_target();
  const tlm::tlm_sync_enum answer = guarded(name(target), tlm::TLM_COMPLETED, [&] {
    return target_(target)->nb_transport_fw(transaction->payload, phase, delay);
  });
  if (answer == tlm::TLM_ACCEPTED) return;
  if (answer == tlm::TLM_UPDATED) {
    if (phase == tlm::END_REQ || phase == tlm::BEGIN_RESP || !is_base_phase(phase)) {
      nb_transport_bw(target, transaction->payload, phase, delay);
      return;
    }
    report_error(kProtocol, name(target) + ": TLM_UPDATED of BEGIN_REQ with the phase " + phase.get_name());
  }
  if (transaction->payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE) {
    transaction->payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
  }
  end_request(*transaction, delay);
  transaction->completed_early = true;
  transaction->leave_target();
  transport_.send_response(*transaction, sc_core::sc_time_stamp() + delay);
}

tlm::tlm_sync_enum TargetPort::nb_transport_bw(int target, tlm::tlm_generic_payload& payload,
                                               tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase != tlm::END_REQ && phase != tlm::BEGIN_RESP) {
    if (is_base_phase(phase)) {
      report_error(kProtocol, name(target) + ": " + phase.get_name() + " on the backward path");
    }
    return tlm::TLM_ACCEPTED;
  }
  const auto at = transport_.open.find(&payload);
  if (at == transport_.open.end() || at->second->leg != Transaction::Leg::kAtTarget) {
    report_error(kProtocol,
                 name(target) + ": " + phase.get_name() + " of a transaction that it does not have");
    return tlm::TLM_ACCEPTED;
  }
  Transaction& transaction = *at->second;
  if (phase == tlm::END_REQ && transaction.request_ended) {
    report_error(kProtocol, name(target) + ": END_REQ of a request that has ended");
    return tlm::TLM_ACCEPTED;
  }
  if (!transaction.request_ended) end_request(transaction, delay);
  if (phase == tlm::BEGIN_RESP) {
    if (std::exchange(state_[target].response_busy, true)) {
      report_error(kProtocol, name(target) + ": BEGIN_RESP before the END_RESP of its last response");
    }
    transaction.leave_target();
    transport_.send_response(transaction, sc_core::sc_time_stamp() + delay);
  }
  return tlm::TLM_ACCEPTED;
}

void TargetPort::end_request(Transaction& transaction, const sc_core::sc_time& delay) {
  transaction.request_ended = true;
  const int target = transaction.range.target;
  transport_.network.call_at(sc_core::sc_time_stamp() + delay, [this, target] {
    state_[target].request_busy = false;
    begin_requests(target);
  });
}

void TargetPort::left(Transaction& transaction) {
  transport_.window.release(transaction);
  if (transaction.is_blocking() || transaction.completed_early) return;
  const int target = transaction.range.target;
  state_[target].response_busy = false;
  tlm::tlm_phase phase = tlm::END_RESP;
  sc_core::sc_time delay;
  guarded(name(target), tlm::TLM_COMPLETED,
          [&] { return target_(target)->nb_transport_fw(transaction.payload, phase, delay); });
}

unsigned TargetPort::transport_dbg(int target, tlm::tlm_generic_payload& payload) {
  return target < targets() ? target_(target)->transport_dbg(payload) : 0;
}

}  // namespace torusim::sysc
