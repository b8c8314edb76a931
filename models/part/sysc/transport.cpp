#include "models/part/sysc/transport.h"

#include <algorithm>
#include <utility>

#include "models/part/sysc/kernel_network.h"

namespace torusim::sysc {

const AddressRange* Transport::find(tlm::tlm_generic_payload& payload) {
  // Bytes beyond the streaming width go to the same addresses again.
  const unsigned length = payload.get_data_length(), streaming = payload.get_streaming_width();
  const AddressRange* range =
      map.find(payload.get_address(), streaming == 0 ? length : std::min(length, streaming));
  if (range == nullptr) {
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return nullptr;
  }
  for (const bool is_request : {true, false}) {
    if (network.network().hardware().unsupported_reason(flits(payload, is_request)).empty()) continue;
    payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    return nullptr;
  }
  return range;
}

std::int64_t Transport::flits(const tlm::tlm_generic_payload& payload, bool is_request) const {
  if (is_request ? !payload.is_write() : !payload.is_read()) return 1;
  return 1 + (std::int64_t(payload.get_data_length()) + options.flit_bytes - 1) / options.flit_bytes;
}

void Transport::send_request(Transaction& transaction, const sc_core::sc_time& at) {
  send(transaction, transaction.source, transaction.range.node, true, at);
}

void Transport::send_response(Transaction& transaction, const sc_core::sc_time& at) {
  transaction.leg = Transaction::Leg::kResponse;
  send(transaction, transaction.range.node, transaction.source, false, at);
}

/// All worms of a source for a destination take the same channels and lanes, so no worm passes another.
void Transport::send(Transaction& transaction, NodeId from, NodeId to, bool is_request,
                     const sc_core::sc_time& at) {
  const int alpha = network.network().hardware().alpha;
  Message message;
  message.source = from;
  message.destination = to;
  message.flits = flits(transaction.payload, is_request);
  message.message_class = is_request ? options.request_class : options.response_class;
  message.tag = is_request ? options.request_tag : options.response_tag;
  message.injection_channel = to % alpha;
  message.ejection_channel = from % alpha;
  window.send(std::move(message), transaction.shared_from_this(), is_request, at);
}

}  // namespace torusim::sysc
