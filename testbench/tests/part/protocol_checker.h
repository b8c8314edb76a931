#pragma once
/// The rules of the TLM-2.0 base protocol, checked on what passes between an initiator and a target.

#include <tlm_utils/passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <map>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

namespace torusim::test {

class ProtocolChecker : public sc_core::sc_module {
 public:
  explicit ProtocolChecker(const sc_core::sc_module_name& name) : sc_module(name) {
    up.register_b_transport(this, &ProtocolChecker::b_transport);
    up.register_nb_transport_fw(this, &ProtocolChecker::nb_transport_fw);
    up.register_transport_dbg(this, &ProtocolChecker::transport_dbg);
    down.register_nb_transport_bw(this, &ProtocolChecker::nb_transport_bw);
  }
  tlm_utils::passthrough_target_socket<ProtocolChecker> up{"up"};    // to the initiator
  tlm_utils::simple_initiator_socket<ProtocolChecker> down{"down"};  // to the target
  std::vector<std::string> violations;
  int transactions = 0;

 private:
  struct State {
    tlm::tlm_phase_enum phase;
    sc_dt::uint64 address;
    unsigned length;
    tlm::tlm_command command;
    sc_core::sc_time at;  // of the phase, with its delay
  };
  using Payload = tlm::tlm_generic_payload;

  void rule(bool kept, const char* what) {
    if (!kept) violations.push_back(std::string(name()) + ": " + what);
  }
  void b_transport(Payload& payload, sc_core::sc_time& delay) {
    const sc_dt::uint64 address = payload.get_address();
    rule(payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE, "a response before the request");
    down->b_transport(payload, delay);
    rule(payload.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE, "b_transport without a response");
    rule(payload.get_address() == address, "the address is changed");
    ++transactions;
  }
  unsigned transport_dbg(Payload& payload) { return down->transport_dbg(payload); }

  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    rule(phase == tlm::BEGIN_REQ || phase == tlm::END_RESP,
         "a phase of the backward path on the forward path");
    rule(payload.has_mm() && payload.get_ref_count() > 0, "a transaction that nothing holds");
    enter(payload, phase, delay);
    const tlm::tlm_phase called = phase;
    const tlm::tlm_sync_enum answer = down->nb_transport_fw(payload, phase, delay);
    returned(payload, called, phase, delay, answer);
    return answer;
  }
  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    rule(phase == tlm::END_REQ || phase == tlm::BEGIN_RESP,
         "a phase of the forward path on the backward path");
    rule(payload.get_ref_count() > 0, "a transaction that nothing holds");
    enter(payload, phase, delay);
    const tlm::tlm_phase called = phase;
    const tlm::tlm_sync_enum answer = up->nb_transport_bw(payload, phase, delay);
    returned(payload, called, phase, delay, answer);
    return answer;
  }

  void returned(Payload& payload, const tlm::tlm_phase& called, const tlm::tlm_phase& phase,
                const sc_core::sc_time& delay, tlm::tlm_sync_enum answer) {
    if (answer == tlm::TLM_ACCEPTED) {
      rule(phase == called, "TLM_ACCEPTED with another phase");
      return;
    }
    if (answer == tlm::TLM_UPDATED) {
      rule(phase != called, "TLM_UPDATED with the same phase");
      enter(payload, phase, delay);
      return;
    }
    if (called == tlm::END_RESP) return;  // has ended already
    rule(called != tlm::END_REQ, "TLM_COMPLETED of END_REQ");
    if (called == tlm::BEGIN_REQ) {
      rule(payload.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE, "completed without a response");
      request_ = nullptr;
    } else {
      response_ = nullptr;
    }
    end(payload);
  }
  void end(Payload& payload) {
    states_.erase(&payload);
    ++transactions;
  }

  /// The transaction enters the phase.
  void enter(Payload& payload, const tlm::tlm_phase& phase, const sc_core::sc_time& delay) {
    const sc_core::sc_time at = sc_core::sc_time_stamp() + delay;
    const auto found = states_.find(&payload);
    if (phase == tlm::BEGIN_REQ) {
      rule(found == states_.end(), "BEGIN_REQ of a transaction that is under way");
      rule(request_ == nullptr, "two requests at once");
      rule(payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE, "a response before the request");
      request_ = &payload;
      states_[&payload] = {tlm::BEGIN_REQ, payload.get_address(), payload.get_data_length(),
                           payload.get_command(), at};
      return;
    }
    if (found == states_.end()) {
      rule(false, "a phase of a transaction that has not begun or has ended");
      return;
    }
    State& state = found->second;
    rule(at >= state.at, "a phase before the one before it");
    state.at = at;
    if (phase == tlm::END_REQ) {
      rule(state.phase == tlm::BEGIN_REQ && request_ == &payload, "END_REQ out of order");
      request_ = nullptr;
      state.phase = tlm::END_REQ;
    } else if (phase == tlm::BEGIN_RESP) {
      rule(state.phase == tlm::BEGIN_REQ || state.phase == tlm::END_REQ, "BEGIN_RESP out of order");
      rule(response_ == nullptr, "two responses at once");
      rule(payload.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE, "BEGIN_RESP without a response");
      rule(payload.get_address() == state.address && payload.get_data_length() == state.length &&
               payload.get_command() == state.command,
           "an attribute is changed");
      if (request_ == &payload) request_ = nullptr;
      response_ = &payload;
      state.phase = tlm::BEGIN_RESP;
    } else {
      rule(phase == tlm::END_RESP, "a phase of another protocol");
      rule(state.phase == tlm::BEGIN_RESP && response_ == &payload, "END_RESP out of order");
      response_ = nullptr;
      end(payload);
    }
  }

  std::map<Payload*, State> states_;
  Payload* request_ = nullptr;   // from BEGIN_REQ to END_REQ
  Payload* response_ = nullptr;  // from BEGIN_RESP to END_RESP
};

}  // namespace torusim::test
