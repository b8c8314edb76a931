#pragma once
/// A Verilated router (rtl/torusim_router.sv) behind the interface of a foreign router.
///
/// Only the generated sources that instantiate this template include it, which keeps Verilator headers apart
/// from SystemC headers. `Model` is Verilator's class for one set of parameters. The hardware may need less;
/// surplus ports and virtual channels stay idle.

#include <verilated_vcd_c.h>

#include <memory>
#include <type_traits>

#include "models/contract/foreign_router.h"
#include "models/foreign/rtl_model.h"
#include "models/foreign/verilated_edge.h"
#include "models/foreign/verilated_pins.h"

namespace torusim::rtl {

/// `kEvaluateEdge` is the argument of rising_edge() (verilated_edge.h).
template <typename Model, auto kEvaluateEdge>
class VerilatedRouter : public ForeignRouter {
 public:
  /// Resets the router with the node's position on its pins.
  VerilatedRouter(const RtlParameters& parameters, const Hardware& hardware, NodeId node)
      : data_words_(parameters.data / 64),
        gated_(parameters.gate > 0),
        settles_after_(parameters.delay),
        context_(with_random_state(node)),
        model_(std::make_unique<Model>(context_.get())),
        pins_(*model_->rootp, hardware.ports(), parameters.vcs, parameters.data) {
    if constexpr (kTraceable) context_->traceEverOn(true);
    for (int p = 0; p < parameters.ports; ++p) {
      const bool network = p < hardware.network_ports();
      put(model_->local_i, p, 1, !network);
      put(model_->dateline_i, p, 1, network && hardware.topology.crosses_dateline(node, p));
      if constexpr (kOneStage) put(model_->ring_i, p, 1, hardware.bubbles() && hardware.in_ring(p));
    }
    model_->two_lanes_i = hardware.lanes == 2;
    model_->transit_first_i = hardware.arbitration == Arbitration::kTransitFirst;
    model_->store_and_forward_i = hardware.switching == Switching::kStoreAndForward;
    model_->reserve_i = hardware.reserve;
    model_->shared_i = hardware.shared;
    if constexpr (kOneStage) {
      model_->cut_through_i = hardware.cuts_through();
      model_->packet_slots_i = hardware.bubbles() ? hardware.packet_slots : 0;
      if (gated_) pins_.open_gates(parameters.ports);
    }
    model_->rst_i = 1;
    for (int edge = 0; edge < 2; ++edge) {
      model_->clk_i = 0;
      model_->eval();
      model_->clk_i = 1;
      model_->eval();
    }
    model_->rst_i = 0;
  }
  ~VerilatedRouter() override { model_->final(); }

  bool trace(const std::string& path) override {
    if constexpr (kTraceable) {
      waves_ = std::make_unique<VerilatedVcdC>();
      model_->trace(waves_.get(), 99);
      waves_->open(path.c_str());
      if (waves_->isOpen())
        waves_->dump(std::uint64_t{0});  // the state after reset: ticks begin when a flit comes
      return waves_->isOpen();
    }
    return false;
  }

  void tick(Cycle now, const RouterWires& inputs, RouterWires& outputs) override {
    pins_.drive({inputs.valid, inputs.credit, inputs.ack}, inputs,
                [this](const RouterWires::Flit& head) { check_width(head.data, data_words_); });
    if constexpr (kOneStage) {
      if (gated_ && !inputs.gates.empty())
        pins_.drive_gates(inputs.gates, static_cast<int>(inputs.gates.size()));
    }
    rising_edge<kEvaluateEdge>(*model_);
    const BusyPorts busy = pins_.sample(outputs);
    outputs.valid = static_cast<PortSet>(busy.valid);
    outputs.credit = static_cast<PortSet>(busy.credit);
    outputs.ack = static_cast<PortSet>(busy.ack);
    if constexpr (kTraceable) {
      if (waves_) waves_->dump(static_cast<std::uint64_t>(now));
    }
  }
  bool idle() const override { return model_->rootp->idle_o != 0; }
  /// After this number of idle cycles the state does not change.
  int settles_after() const override { return settles_after_; }
  /// Each router has its own context; Verilator's writer of waves may share data.
  bool thread_safe() const override { return waves_ == nullptr; }

 private:
  /// Registers without reset power up at random: each router has other values, the same in every run.
  static std::unique_ptr<VerilatedContext> with_random_state(NodeId node) {
    auto context = std::make_unique<VerilatedContext>();
    context->threads(1);  // by default each context has a thread per core
    context->randReset(2);
    context->randSeed(static_cast<int>(node % 1'000'003) + 1);
    return context;
  }

  static constexpr bool kTraceable = is_traceable<Model>;
  /// Whether the router has one stage. The pipelined router has no pins of cut-through, bubble flow control
  /// and gates.
  static constexpr bool kOneStage = requires(Model & model) { model.ring_i; };
  /// Only a traceable model needs Verilator's writer linked.
  using Waves = std::conditional_t<kTraceable, std::unique_ptr<VerilatedVcdC>, std::nullptr_t>;
  using Root = std::remove_cvref_t<decltype(*std::declval<Model&>().rootp)>;

  const std::size_t data_words_;
  const bool gated_;
  const int settles_after_;
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Model> model_;
  VerilatedPins<Root> pins_;
  Waves waves_{};  // after model_, so that it is destroyed first
};

}  // namespace torusim::rtl
