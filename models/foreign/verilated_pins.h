#pragma once
/// Drives and samples the pins of rtl/README.md on a Verilated model in bulk. The model is a router, or a
/// node interface, which has the same names. This header uses neither torusim nor SystemC, because it also
/// serves the routers of users' libraries.
///
/// `Wires` is RouterWires or torusim_router_wires: forward[p] with head, tail, vc, data[]; backward[p] with
/// credit_vc, ack_vc. BusyPorts names the ports on which these fields have a meaning.

#include <verilated.h>

#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>

namespace torusim::rtl {

/// Sets `width` (<= 64) bits of a pin vector, which Verilator makes an integer up to 64 bits and an array of
/// 32-bit words beyond.
template <typename Pin>
void put(Pin& pin, int lowest, int width, std::uint64_t value) {
  if constexpr (std::is_integral_v<Pin>) {
    const std::uint64_t mask = (~std::uint64_t{0} >> (64 - width)) << lowest;
    pin = static_cast<Pin>((pin & ~mask) | (value << lowest));
  } else {
    for (int bit = 0; bit < width; ++bit) {
      const std::uint32_t one = std::uint32_t{1} << ((lowest + bit) % 32);
      std::uint32_t& word = pin[(lowest + bit) / 32];
      word = ((value >> bit) & 1) != 0 ? word | one : word & ~one;
    }
  }
}

template <typename Pin>
std::uint64_t get(const Pin& pin, int lowest, int width) {
  if constexpr (std::is_integral_v<Pin>) {
    return (std::uint64_t(pin) >> lowest) & (~std::uint64_t{0} >> (64 - width));
  } else {
    std::uint64_t value = 0;
    for (int bit = 0; bit < width; ++bit) {
      value |= std::uint64_t((pin[(lowest + bit) / 32] >> ((lowest + bit) % 32)) & 1) << bit;
    }
    return value;
  }
}

/// Collects numbers of `width` bits for one pin vector. An integer vector is written once, by the destructor.
template <typename Pin>
class Packed {
 public:
  Packed(Pin& pin, int width) : pin_(pin), width_(width) {}
  ~Packed() {
    if constexpr (kInteger) pin_ = static_cast<Pin>(value_);
  }
  void put(int port, std::uint64_t value) {
    if constexpr (kInteger) {
      value_ |= value << (port * width_);
    } else {
      rtl::put(pin_, port * width_, width_, value);
    }
  }

 private:
  static constexpr bool kInteger = std::is_integral_v<Pin>;
  Pin& pin_;
  const int width_;
  std::uint64_t value_ = 0;
};

/// Copies `count` 64-bit words to or from pins, which Verilator stores as words of 32 bits.
inline void copy_in(std::uint32_t* pins, const std::uint64_t* words, int count) {
  for (int w = 0; w < count; ++w) {
    pins[2 * w] = static_cast<std::uint32_t>(words[w]);
    pins[2 * w + 1] = static_cast<std::uint32_t>(words[w] >> 32);
  }
}
inline void copy_out(const std::uint32_t* pins, std::uint64_t* words, int count) {
  for (int w = 0; w < count; ++w) words[w] = pins[2 * w] | std::uint64_t(pins[2 * w + 1]) << 32;
}

/// Calls visit(port) for the ports of a set.
template <typename Visit>
void each(std::uint64_t set, Visit visit) {
  for (; set != 0; set &= set - 1) visit(__builtin_ctzll(set));
}

/// Number of bits for values up to `highest`; at least one.
inline int bits_for(unsigned highest) {
  int bits = 1;
  for (; highest > 1; highest >>= 1) ++bits;
  return bits;
}

/// Whether the pins have VCs of acks; a node interface has none. The code is C++17, like libraries of
/// routers.
template <typename Pins, typename = void>
inline constexpr bool kHasAckVcs = false;
template <typename Pins>
inline constexpr bool kHasAckVcs<Pins, std::void_t<decltype(std::declval<Pins&>().out_ack_vc_i)>> = true;

/// Ports with a flit, a credit or an ack on their wires: bit p is port p.
struct BusyPorts {
  std::uint64_t valid = 0, credit = 0, ack = 0;
};

/// `Pins` is any class with Verilator's names of the pins as members.
template <typename Pins>
class VerilatedPins {
 public:
  /// `ports` is that of the network's routers, at most the model's; `data` is in bits, a multiple of 64.
  VerilatedPins(Pins& pins, int ports, int vcs, int data)
      : pins_(pins),
        ports_((std::uint64_t{1} << ports) - 1),
        vc_bits_(bits_for(vcs - 1)),
        data_words_(data / 64) {}

  // drive() and sample() use local copies of members, which the compiler must assume that writes to pins
  // change.

  /// Sets the input pins. `check(flit)` is called for every head.
  template <typename Wires, typename Check>
  void drive(const BusyPorts& busy, const Wires& inputs, Check check) {
    const auto* const forward = &inputs.forward[0];
    const auto* const backward = &inputs.backward[0];
    const int vc_bits = vc_bits_, data_words = data_words_;
    std::uint64_t heads = 0, tails = 0;
    {
      Packed vcs(pins_.in_vc_i, vc_bits);
      each(busy.valid, [&](int p) {
        const auto& flit = forward[p];
        if (flit.head) check(flit);
        heads |= std::uint64_t{flit.head} << p;
        tails |= std::uint64_t{flit.tail} << p;
        vcs.put(p, flit.vc);
        copy_in(&pins_.in_data_i[2 * p * data_words], &flit.data[0], data_words);
      });
    }
    Packed credit_vcs(pins_.out_credit_vc_i, vc_bits);
    each(busy.credit, [&](int p) { credit_vcs.put(p, backward[p].credit_vc); });
    if constexpr (kHasAckVcs<Pins>) {
      if (busy.ack != 0) {
        Packed ack_vcs(pins_.out_ack_vc_i, vc_bits);
        each(busy.ack, [&](int p) { ack_vcs.put(p, backward[p].ack_vc); });
      }
    }
    set(pins_.in_valid_i, busy.valid);
    set(pins_.in_head_i, heads);
    set(pins_.in_tail_i, tails);
    set(pins_.out_credit_i, busy.credit);
    set(pins_.out_ack_i, busy.ack);
  }

  /// Sets the pins of gates, 32 bits for each output: `gates[p]` has limit and next.
  template <typename Gates>
  void drive_gates(const Gates& gates, int ports) {
    for (int p = 0; p < ports; ++p) {
      put_number(pins_.gate_limit_i, p, gates[p].limit);
      put_number(pins_.gate_next_i, p, gates[p].next);
    }
  }
  /// Opens the gates of `ports` outputs for a network without gates: every head may enter.
  void open_gates(int ports) {
    for (int p = 0; p < ports; ++p) {
      put_number(pins_.gate_limit_i, p, ~std::uint32_t{0});
      put_number(pins_.gate_next_i, p, ~std::uint32_t{0});
    }
  }

  template <typename Wires>
  BusyPorts sample(Wires& outputs) const {
    auto* const forward = &outputs.forward[0];
    auto* const backward = &outputs.backward[0];
    const int vc_bits = vc_bits_, data_words = data_words_;
    const BusyPorts busy{pins_.out_valid_o & ports_, pins_.in_credit_o & ports_, pins_.in_ack_o & ports_};
    const std::uint64_t heads = pins_.out_head_o, tails = pins_.out_tail_o;
    each(busy.valid, [&](int p) {
      auto& flit = forward[p];
      flit.head = ((heads >> p) & 1) != 0;
      flit.tail = ((tails >> p) & 1) != 0;
      flit.vc = static_cast<std::uint8_t>(get(pins_.out_vc_o, p * vc_bits, vc_bits));
      copy_out(&pins_.out_data_o[2 * p * data_words], &flit.data[0], data_words);
      for (std::size_t w = data_words; w < std::size(flit.data); ++w) flit.data[w] = 0;
    });
    each(busy.credit, [&](int p) {
      backward[p].credit_vc = static_cast<std::uint8_t>(get(pins_.in_credit_vc_o, p * vc_bits, vc_bits));
    });
    each(busy.ack, [&](int p) {
      backward[p].ack_vc = static_cast<std::uint8_t>(get(pins_.in_ack_vc_o, p * vc_bits, vc_bits));
    });
    return busy;
  }

 private:
  template <typename Pin>
  static void set(Pin& pin, std::uint64_t bits) {
    pin = static_cast<Pin>(bits);
  }

  template <typename Pin>
  static void put_number(Pin& pin, int port, std::uint32_t number) {
    if constexpr (std::is_integral_v<Pin>) {
      put(pin, 32 * port, 32, number);
    } else {
      pin[port] = number;
    }
  }

  Pins& pins_;
  const std::uint64_t ports_;
  const int vc_bits_, data_words_;
};

}  // namespace torusim::rtl
