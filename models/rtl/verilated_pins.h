#pragma once
/// The pins of rtl/README.md on a model that Verilator made, driven and sampled in bulk. Knows neither
/// torusim nor SystemC: both the routers of this build and those of users' libraries are reached through it.
///
/// `Wires` is RouterWires or torusim_router_wires: forward[p] with valid, head, tail, vc, data[]; backward[p]
/// with credit, credit_vc, ack, ack_vc.

#include <verilated.h>

#include <cstdint>
#include <iterator>
#include <type_traits>

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

/// Sets a pin vector of a bit a port.
template <typename Pin>
void set(Pin& pin, std::uint64_t bits) {
  pin = static_cast<Pin>(bits);
}

/// Bits of a number up to `highest`; at least one.
inline int bits_for(unsigned highest) {
  int bits = 1;
  for (; highest > 1; highest >>= 1) ++bits;
  return bits;
}

template <typename Model>
class VerilatedPins {
 public:
  /// `ports` of the network's routers, which may be fewer than the model's; `data` bits, a multiple of 64.
  VerilatedPins(Model& model, int ports, int vcs, int data)
      : model_(model), ports_(ports), vc_bits_(bits_for(vcs - 1)), data_words_(data / 64) {}

  // Both keep in variables of their own what a write to a wire might change for all that the compiler knows.

  template <typename Wires>
  void drive(const Wires& inputs) {
    const auto* const forward = &inputs.forward[0];
    const auto* const backward = &inputs.backward[0];
    const int ports = ports_, vc_bits = vc_bits_, data_words = data_words_;
    std::uint64_t valid = 0, head = 0, tail = 0, credit = 0, ack = 0;
    for (int p = 0; p < ports; ++p) {
      const auto& flit = forward[p];
      const auto& back = backward[p];
      if (flit.valid) {
        valid |= std::uint64_t{1} << p;
        head |= std::uint64_t{flit.head} << p;
        tail |= std::uint64_t{flit.tail} << p;
        put(model_.in_vc_i, p * vc_bits, vc_bits, flit.vc);
        std::uint32_t* const words = &model_.in_data_i[2 * p * data_words];
        for (int w = 0; w < data_words; ++w) {
          words[2 * w] = static_cast<std::uint32_t>(flit.data[w]);
          words[2 * w + 1] = static_cast<std::uint32_t>(flit.data[w] >> 32);
        }
      }
      if (back.credit) {
        credit |= std::uint64_t{1} << p;
        put(model_.out_credit_vc_i, p * vc_bits, vc_bits, back.credit_vc);
      }
      if (back.ack) {
        ack |= std::uint64_t{1} << p;
        put(model_.out_ack_vc_i, p * vc_bits, vc_bits, back.ack_vc);
      }
    }
    set(model_.in_valid_i, valid);
    set(model_.in_head_i, head);
    set(model_.in_tail_i, tail);
    set(model_.out_credit_i, credit);
    set(model_.out_ack_i, ack);
  }

  template <typename Wires>
  void sample(Wires& outputs) const {
    auto* const forward = &outputs.forward[0];
    auto* const backward = &outputs.backward[0];
    const int ports = ports_, vc_bits = vc_bits_, data_words = data_words_;
    const std::uint64_t valid = model_.out_valid_o, head = model_.out_head_o, tail = model_.out_tail_o;
    const std::uint64_t credit = model_.in_credit_o, ack = model_.in_ack_o;
    for (int p = 0; p < ports; ++p) {
      auto& flit = forward[p];
      auto& back = backward[p];
      flit.valid = ((valid >> p) & 1) != 0;
      back.credit = ((credit >> p) & 1) != 0;
      back.ack = ((ack >> p) & 1) != 0;
    }
    each(valid, [&](int p) {
      auto& flit = forward[p];
      flit.head = ((head >> p) & 1) != 0;
      flit.tail = ((tail >> p) & 1) != 0;
      flit.vc = static_cast<std::uint8_t>(get(model_.out_vc_o, p * vc_bits, vc_bits));
      const std::uint32_t* const words = &model_.out_data_o[2 * p * data_words];
      for (int w = 0; w < data_words; ++w) {
        flit.data[w] = words[2 * w] | std::uint64_t(words[2 * w + 1]) << 32;
      }
      for (std::size_t w = data_words; w < std::size(flit.data); ++w) flit.data[w] = 0;
    });
    each(credit, [&](int p) {
      backward[p].credit_vc = static_cast<std::uint8_t>(get(model_.in_credit_vc_o, p * vc_bits, vc_bits));
    });
    each(ack, [&](int p) {
      backward[p].ack_vc = static_cast<std::uint8_t>(get(model_.in_ack_vc_o, p * vc_bits, vc_bits));
    });
  }

 private:
  /// Ports of the network whose bit is set.
  template <typename Visit>
  void each(std::uint64_t set, Visit visit) const {
    for (; set != 0; set &= set - 1) {
      const int p = __builtin_ctzll(set);
      if (p < ports_) visit(p);
    }
  }

  Model& model_;
  const int ports_, vc_bits_, data_words_;
};

}  // namespace torusim::rtl
