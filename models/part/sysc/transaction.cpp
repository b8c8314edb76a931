#include "models/part/sysc/transaction.h"

#include <utility>

#include "models/part/sysc/initiator_port.h"
#include "models/part/sysc/target_port.h"

namespace torusim::sysc {

Transport::Transport(KernelNetwork& its_network, const TransportOptions& its_options)
    : network(its_network), options(its_options), window(its_network, its_options.places) {}

Transport::~Transport() = default;

const AddressRange* Transport::find(tlm::tlm_generic_payload& payload) {
  const AddressRange* range = map.find(payload.get_address(), payload.get_data_length());
  if (range == nullptr) {
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return nullptr;
  }
  for (const bool is_request : {true, false}) {
    if (network.network().hardware().objection_to(flits(payload, is_request)).empty()) continue;
    payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return nullptr;
  }
  return range;
}

std::int64_t Transport::flits(const tlm::tlm_generic_payload& payload, bool is_request) const {
  if (is_request ? !payload.is_write() : !payload.is_read()) return 1;
  return 1 + (std::int64_t(payload.get_data_length()) + options.flit_bytes - 1) / options.flit_bytes;
}

void Transaction::send_request(const sc_core::sc_time& at) { send(source, range.node, true, at); }

void Transaction::send_response(const sc_core::sc_time& at) {
  leg = Leg::kResponse;
  send(range.node, source, false, at);
}

/// All worms of a source for a destination take the same channels and lanes, so none passes another.
void Transaction::send(NodeId from, NodeId to, bool is_request, const sc_core::sc_time& at) {
  const TransportOptions& options = transport.options;
  const int alpha = transport.network.network().hardware().alpha;
  Message message;
  message.source = from;
  message.destination = to;
  message.flits = transport.flits(payload, is_request);
  message.message_class = is_request ? options.request_class : options.response_class;
  message.tag = is_request ? options.request_tag : options.response_tag;
  message.injection_channel = to % alpha;
  message.ejection_channel = from % alpha;
  transport.window.send(std::move(message), shared_from_this(), is_request, at);
}

void Transaction::left() {
  if (leg == Leg::kResponse) transport.window.release(*this);
  if (is_blocking()) return;
  if (leg == Leg::kRequest) {
    transport.initiators.at(source)->request_left(*this);
  } else {
    transport.targets.at(range.node)->response_left(*this);
  }
}

void Transaction::delivered(const MessageEvent&) {
  if (abandoned) {
    transport.window.release(*this);
    return;
  }
  if (leg == Leg::kRequest) {
    leg = Leg::kAtTarget;
    transport.targets.at(range.node)->request_arrived(shared_from_this());
  } else if (is_blocking()) {
    caller->notify(sc_core::SC_ZERO_TIME);
  } else {
    transport.initiators.at(source)->response_arrived(shared_from_this());
  }
}

void Transaction::enter_target() { payload.set_address(address - range.first + range.base); }

void Transaction::leave_target() {
  payload.set_address(address);
  payload.set_dmi_allowed(false);
}

}  // namespace torusim::sysc
