#include "models/pins/output_port.h"

namespace torusim::pins {

OutputPort::OutputPort(const sc_core::sc_module_name& name, const Hardware& hardware)
    : sc_module(name),
      request("request", hardware.ports()),
      hardware_(hardware),
      credits_(hardware),
      free_(~std::uint64_t{0} >> (Hardware::kMaxVcs - hardware.vcs())) {
  SC_HAS_PROCESS(OutputPort);
  // Runs once at the start too, so that the status of an untouched port is right in the first cycle.
  SC_METHOD(commit);
  sensitive << clock.pos();
}

void OutputPort::commit() {
  if (credit.read().credit) credits_.credited(credit.read().credit_vc);
  Forward leaving;
  if (grant.read() != kNobody && request[grant.read()].read().valid) {
    leaving = request[grant.read()].read().flit;
    const std::uint64_t vc = std::uint64_t{1} << leaving.vc;
    credits_.sent(leaving.vc);
    if (leaving.head) free_ &= ~vc;
    if (leaving.tail) free_ |= vc;
  }
  channel.write(leaving);
  status.write(status_now());
}

OutputStatus OutputPort::status_now() const {
  OutputStatus now{free_, credits_.mask()};
  if (hardware_.switching == Switching::kCutThrough) {
    for (int vc = 0; vc < hardware_.vcs(); ++vc) now.room.push_back(credits_.room(vc));
  }
  return now;
}

}  // namespace torusim::pins
