#include "models/fast/layout.h"

#include <bit>

namespace torusim::fast {

Layout::Layout(const Hardware& hardware)
    : ports(hardware.ports()),
      vcs(hardware.vcs()),
      slots(hardware.slots()),
      port_bits(std::bit_width(static_cast<unsigned>(vcs - 1))),
      words(((ports << port_bits) + kOutputs - 1) / kOutputs),
      pool_digit(hardware.shared == 0 ? 0 : std::bit_width(static_cast<unsigned>(hardware.shared))),
      locals{} {
  bias = hardware.shared == 0 ? 0 : (1 << pool_digit) - hardware.shared;
  used_up = hardware.shared + bias;
  digits = std::bit_width(static_cast<unsigned>(slots + bias));
  lean = words == 1 && vcs == 2 && hardware.shared == 0 && !hardware.buffers_whole_worms() &&
         !hardware.phase_gates && !hardware.adaptive && digits <= kLeanDigits;
  if (lean) digits = kLeanDigits;
  for (int p = hardware.network_ports(); p < ports; ++p) {
    for (int vc = 0; vc < vcs; ++vc) locals[input(p, vc).word] |= input(p, vc).mask() | output(p, vc).mask();
  }
  sets_stride = sizeof(VcSets) + digits * sizeof(std::uint64_t);
  head = words * sets_stride;
  hot = round_up(head + offsetof(RouterHead, last_input) + ports, kCacheLine);
  ports_at = ports_behind(words);
  cold = ports_at + ports * sizeof(ColdPort);
  channel_step = words == 1 ? 1 : 2;
  channels = std::size_t(ports) * vcs * channel_step * sizeof(VirtualChannel);
  cold_channel = sizeof(ColdChannel) + slots * sizeof(WormSlot);
}

}  // namespace torusim::fast
