#pragma once
/// The wires on one side of a router.

#include <vector>

#include "models/contract/channel_words.h"

namespace torusim {

/// Ports of a router: bit p is port p.
using PortSet = std::uint32_t;

/// One value of all wires on one side of a router. On the input side forward[p] enters by port p, and
/// backward[p] is a credit or ack for output p. On the output side forward[p] leaves by port p, and
/// backward[p] is a credit or ack for input p. The single bits of all ports are sets, because in most cycles
/// few ports are active. The other fields of a port have no meaning while the bits of the port are clear.
struct RouterWires {
  struct Flit {
    Data data{};
    std::uint8_t vc = 0;
    bool head = false;
    bool tail = false;
  };
  struct Numbers {
    std::uint8_t credit_vc = 0;
    std::uint8_t ack_vc = 0;
  };
  /// The gate of an output (docs/router.md, Gates): heads of messages below its limit may enter.
  struct Gate {
    std::uint32_t limit = 0;  ///< limit after the tails that are on the output wires in this cycle
    std::uint32_t next = 0;   ///< limit after one more tail
  };

  explicit RouterWires(int ports = 0) : forward(ports), backward(ports) {}

  PortSet valid = 0;   ///< ports with a flit
  PortSet credit = 0;  ///< ports with a credit
  PortSet ack = 0;     ///< ports with an ack
  std::vector<Flit> forward;
  std::vector<Numbers> backward;
  std::vector<Gate> gates;  ///< [ports] on the input side of a router with gates, else empty

  bool quiet() const { return (valid | credit | ack) == 0; }
  void clear() { valid = credit = ack = 0; }

  // A port's wires in the form of its channel; fields without meaning are 0.
  Forward flit(int port) const {
    if ((valid >> port & 1) == 0) return {};
    const Flit& pins = forward[port];
    return {true, pins.head, pins.tail, pins.vc, pins.data};
  }
  Backward back(int port) const {
    const bool credits = (credit >> port & 1) != 0, acks = (ack >> port & 1) != 0;
    const Numbers& numbers = backward[port];
    return {credits, credits ? numbers.credit_vc : std::uint8_t{0}, acks,
            acks ? numbers.ack_vc : std::uint8_t{0}};
  }
  void put(int port, const Forward& flit) {
    put_bit(valid, port, flit.valid);
    forward[port] = {flit.data, flit.vc, flit.head, flit.tail};
  }
  void put(int port, const Backward& back) {
    put_bit(credit, port, back.credit);
    put_bit(ack, port, back.ack);
    backward[port] = {back.credit_vc, back.ack_vc};
  }

 private:
  static void put_bit(PortSet& set, int port, bool value) {
    set = (set & ~(PortSet{1} << port)) | PortSet{value} << port;
  }
};

}  // namespace torusim
