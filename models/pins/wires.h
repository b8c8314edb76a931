#pragma once
/// The signals between the units inside a router within a cycle.

#include <cstdint>
#include <ostream>
#include <string>
#include <systemc>
#include <vector>

#include "models/contract/phase_gates.h"
#include "models/contract/pin_channel.h"

namespace torusim::pins {

/// Pins of one kind, one from every port of the router.
template <typename Value>
using FromEveryPort = sc_core::sc_port<sc_core::sc_signal_in_if<Value>, 0>;

/// The request of an input port in this cycle (SA-1). It stays the same while a worm streams.
struct Request {
  bool valid = false;
  std::uint8_t out = 0;            ///< requested output port
  std::uint8_t message_class = 0;  ///< priority, 0 the most urgent
  bool operator==(const Request&) const = default;
};

/// The flits that an output port can take: a bit per virtual channel, and numbers of flits.
struct OutputStatus {
  std::uint64_t free = 0;    ///< no worm owns the VC
  std::uint64_t credit = 0;  ///< the credit rule allows a flit
  std::vector<int> room{};   ///< [vcs] flits that the credit rule allows; only for cut-through, else empty
  std::vector<int> slots{};  ///< [vcs] free packet slots; only for bubble flow control, else empty
  std::vector<int> in_flight{};             ///< [vcs] flits sent and not credited; only with adaptive routing
  std::uint32_t limit = PhaseGates::kOpen;  ///< heads of messages below this number may enter
  bool operator==(const OutputStatus&) const = default;
};

/// No input port was granted the output.
inline constexpr int kNobody = -1;

inline std::ostream& operator<<(std::ostream& stream, const Request& request) {
  return request.valid ? stream << "to " << int{request.out} : stream << "-";
}
inline std::ostream& operator<<(std::ostream& stream, const OutputStatus& status) {
  return stream << std::hex << "free " << status.free << " credit " << status.credit << std::dec;
}
inline void sc_trace(sc_core::sc_trace_file* file, const Request& request, const std::string& name) {
  sc_core::sc_trace(file, request.valid, name + ".valid");
  sc_core::sc_trace(file, request.out, name + ".out");
  sc_core::sc_trace(file, request.message_class, name + ".class");
}
inline void sc_trace(sc_core::sc_trace_file* file, const OutputStatus& status, const std::string& name) {
  sc_core::sc_trace(file, status.free, name + ".free");
  sc_core::sc_trace(file, status.credit, name + ".credit");
}

}  // namespace torusim::pins
