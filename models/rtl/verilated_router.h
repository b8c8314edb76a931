#pragma once
/// A Verilated router (rtl/router.sv) behind the interface of a foreign router.
///
/// Only the generated sources that instantiate this template include it, so that no Verilator header meets a
/// SystemC one. `Model` is the class that Verilator made for one set of parameters; the hardware may need
/// less of everything: ports and virtual channels that are left over rest.

#include <verilated.h>

#include <cstdint>
#include <memory>
#include <type_traits>

#include "models/foreign_router.h"
#include "models/rtl/rtl_models.h"

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

template <typename Model>
class VerilatedRouter : public ForeignRouter {
 public:
  /// Resets the router with the node's position on its pins.
  VerilatedRouter(const RtlParameters& parameters, const Hardware& hardware, NodeId node)
      : ports_(hardware.ports()),
        vc_bits_(bits_for(parameters.vcs - 1)),
        data_words_(parameters.data / 64),
        context_(std::make_unique<VerilatedContext>()),
        model_(std::make_unique<Model>(context_.get())) {
    for (int p = 0; p < parameters.ports; ++p) {
      const bool network = p < hardware.network_ports();
      put(model_->local_i, p, 1, !network);
      put(model_->dateline_i, p, 1, network && hardware.topology.crosses_dateline(node, p));
    }
    model_->two_lanes_i = hardware.lanes == 2;
    model_->reserve_i = hardware.reserve;
    model_->shared_i = hardware.shared;
    model_->rst_i = 1;
    model_->clk_i = 0;
    model_->eval();
    for (int edge = 0; edge < 2; ++edge) clock();
    model_->rst_i = 0;
  }
  ~VerilatedRouter() override { model_->final(); }

  void tick(Cycle, const RouterWires& inputs, RouterWires& outputs) override {
    drive(inputs);
    clock();
    sample(outputs);
  }
  bool idle() const override { return model_->idle_o != 0; }
  /// Flits move, or credits do, or the state stays as it is.
  int settles_after() const override { return 1; }

 private:
  static int bits_for(unsigned highest) {
    int bits = 0;
    for (; highest != 0; highest >>= 1) ++bits;
    return bits;
  }

  /// Nothing in the router waits for the falling edge. So where Verilator's name for the clock's last value
  /// is the known one, it is told of the fall, which saves an evaluation in which nothing happens.
  void clock() {
    if constexpr (requires(Model & m) { m.rootp->__Vtrigrprev__TOP__clk_i = 0; }) {
      model_->rootp->__Vtrigrprev__TOP__clk_i = 0;
    } else {
      model_->clk_i = 0;
      model_->eval();
    }
    model_->clk_i = 1;
    model_->eval();
  }

  void drive(const RouterWires& inputs) {
    std::uint64_t valid = 0, credit = 0;
    for (int p = 0; p < ports_; ++p) {
      const Forward& flit = inputs.forward[p];
      if (flit.valid) {
        valid |= std::uint64_t{1} << p;
        put(model_->in_head_i, p, 1, flit.head);
        put(model_->in_tail_i, p, 1, flit.tail);
        put(model_->in_vc_i, p * vc_bits_, vc_bits_, flit.vc);
        for (int w = 0; w < data_words_; ++w) {
          model_->in_data_i[2 * (p * data_words_ + w)] = static_cast<std::uint32_t>(flit.data[w]);
          model_->in_data_i[2 * (p * data_words_ + w) + 1] = static_cast<std::uint32_t>(flit.data[w] >> 32);
        }
        check_width(flit, data_words_);
      }
      if (inputs.backward[p].credit) {
        credit |= std::uint64_t{1} << p;
        put(model_->out_credit_vc_i, p * vc_bits_, vc_bits_, inputs.backward[p].credit_vc);
      }
    }
    model_->in_valid_i = static_cast<decltype(model_->in_valid_i + 0)>(valid);
    model_->out_credit_i = static_cast<decltype(model_->out_credit_i + 0)>(credit);
  }

  void sample(RouterWires& outputs) const {
    for (int p = 0; p < ports_; ++p) {
      Forward& flit = outputs.forward[p];
      flit.valid = ((model_->out_valid_o >> p) & 1) != 0;
      if (flit.valid) {
        flit.head = ((model_->out_head_o >> p) & 1) != 0;
        flit.tail = ((model_->out_tail_o >> p) & 1) != 0;
        flit.vc = static_cast<std::uint8_t>(get(model_->out_vc_o, p * vc_bits_, vc_bits_));
        for (int w = 0; w < data_words_; ++w) {
          flit.data[w] = model_->out_data_o[2 * (p * data_words_ + w)] |
                         std::uint64_t(model_->out_data_o[2 * (p * data_words_ + w) + 1]) << 32;
        }
        for (std::size_t w = data_words_; w < flit.data.size(); ++w) flit.data[w] = 0;
      }
      Backward& back = outputs.backward[p];
      back.credit = ((model_->in_credit_o >> p) & 1) != 0;
      if (back.credit) {
        back.credit_vc = static_cast<std::uint8_t>(get(model_->in_credit_vc_o, p * vc_bits_, vc_bits_));
      }
    }
  }

  const int ports_, vc_bits_, data_words_;
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Model> model_;
};

}  // namespace torusim::rtl
