#include "traces/wire_trace.h"

namespace torusim {

WireTrace::WireTrace(const Topology& topology, const std::string& path, Timescale timescale)
    : writer_(path, timescale) {
  constexpr int kPhaseBits = 32, kWordBits = 64;
  writer_.scope("top");
  phase_ = writer_.wire("phase", kPhaseBits);
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    writer_.scope("r_" + topology.node_suffix(node));
    for (int port = 0; port < topology.network_ports(); ++port) {
      const std::string name = topology.port_suffix(port);
      const auto valid = writer_.wire(name + "_valid", 1);
      wires_.push_back({valid, writer_.wire(name + "_word", kWordBits)});
    }
    writer_.upscope();
  }
  writer_.upscope();
}

void WireTrace::cycle(Cycle now, int phase, std::span<const hardwired::Word> words) {
  if (!writer_.is_open()) writer_.open(now);
  writer_.at(now);
  last_ = now;
  writer_.set(phase_, static_cast<std::uint64_t>(phase) + 1);
  for (std::size_t i = 0; i < words.size(); ++i) {
    writer_.set(wires_[i].valid, words[i].valid ? 1 : 0);
    if (words[i].valid) writer_.set(wires_[i].word, words[i].data);
  }
}

void WireTrace::finish() {
  if (!writer_.is_open()) writer_.open(0);
  writer_.close(last_ + 1);
}

}  // namespace torusim
