#include "models/contract/pin_channel.h"

namespace torusim {

std::ostream& operator<<(std::ostream& stream, const Forward& forward) {
  if (!forward.valid) return stream << "-";
  return stream << (forward.head ? "head " : "") << (forward.tail ? "tail " : "") << "vc " << int{forward.vc}
                << " message " << message_number(forward.data);
}

std::ostream& operator<<(std::ostream& stream, const Backward& backward) {
  if (!backward.active()) return stream << "-";
  if (backward.credit) stream << "credit vc " << int{backward.credit_vc};
  if (backward.ack) stream << (backward.credit ? ", " : "") << "ack vc " << int{backward.ack_vc};
  return stream;
}

void sc_trace(sc_core::sc_trace_file* file, const Forward& forward, const std::string& name) {
  sc_core::sc_trace(file, forward.valid, name + ".valid");
  sc_core::sc_trace(file, forward.head, name + ".head");
  sc_core::sc_trace(file, forward.tail, name + ".tail");
  sc_core::sc_trace(file, forward.vc, name + ".vc");
  sc_core::sc_trace(file, forward.data[0], name + ".data0");
  sc_core::sc_trace(file, forward.data[1], name + ".data1");
}

void sc_trace(sc_core::sc_trace_file* file, const Backward& backward, const std::string& name) {
  sc_core::sc_trace(file, backward.credit, name + ".credit");
  sc_core::sc_trace(file, backward.credit_vc, name + ".credit_vc");
  sc_core::sc_trace(file, backward.ack, name + ".ack");
  sc_core::sc_trace(file, backward.ack_vc, name + ".ack_vc");
}

}  // namespace torusim
