// A 4x4 torus. The accelerator of adder.h is at node (1,1), whose place is open; all other nodes send it
// numbers.
#include <cstdio>
#include <cstring>

#include "adder.h"
#include "models/part/sysc/torus.h"

namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using torusim::NodeId;
using torusim::sysc::Payload;

constexpr NodeId kAdder = 5;
constexpr int kSide = 4;

torusim::sysc::TorusOptions options() {
  torusim::sysc::TorusOptions options;
  options.network.hardware.topology = torusim::Topology::parse("torus:4x4");
  options.network.level = torusim::Level::kPins;
  options.open_nodes = {kAdder};
  return options;
}

SC_MODULE(System) {
  SC_CTOR(System) {
    adder.clock(clock);
    const torusim::pins::LocalPins pins = torus.open_pins(kAdder);
    adder.to_router(pins.forward_in);
    adder.credit_returned(pins.backward_out);
    adder.from_router(pins.forward_out);
    adder.credit_back(pins.backward_in);
    SC_THREAD(ask);
  }

  void ask() {
    for (std::uint64_t node = 0; node < kSide * kSide; ++node) {
      if (node == kAdder) continue;
      const std::uint64_t words[] = {node, 100 * node, node * node};
      Payload bytes(sizeof words);
      std::memcpy(bytes.data(), words, sizeof words);
      torus.node(static_cast<NodeId>(node)).nb_send({.destination = kAdder, .flits = 4}, bytes);
    }
    for (std::uint64_t node = 0; node < kSide * kSide; ++node) {
      if (node == kAdder) continue;
      std::uint64_t sum = 0;
      auto& port = torus.node(static_cast<NodeId>(node));
      auto answer = port.receive();
      while (!answer) wait(port.arrived()), answer = port.receive();
      std::memcpy(&sum, answer->payload.data(), sizeof sum);
      if (sum == 100 * node + node * node) ++right;
    }
    sc_core::sc_stop();
  }

  sc_core::sc_clock clock{"clock", sc_time(1, SC_NS)};
  torusim::sysc::Torus torus{"torus", options(), clock};
  Adder adder{"adder",
              1,
              1,
              kSide,
              torus.network().hardware().reserve,
              static_cast<std::uint32_t>(torus.reserve_numbers(100))};
  int right = 0;
};

}  // namespace

int sc_main(int, char**) {
  System system("system");
  sc_core::sc_start();
  std::printf("%d sums right after %s\n", system.right, sc_core::sc_time_stamp().to_string().c_str());
  return system.right == kSide * kSide - 1 ? 0 : 1;
}
