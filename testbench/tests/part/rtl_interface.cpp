#include "testbench/tests/part/rtl_interface.h"

#include <algorithm>
#include <fstream>
#include <memory>
#include <string>

#include "Vinterface_1.h"
#include "Vinterface_2.h"
#include "models/foreign/verilated_pins.h"
#include "testbench/results/rtl_image.h"

namespace torusim::test {
namespace {

constexpr int kDataBits = 192;  // a route along three dimensions, and behind it the step
constexpr std::size_t kWordsOfAnEntry = (kDataBits + 64) / 32;

/// `Model`: what Verilator made of torusim_node_interface.sv.
template <typename Model>
class RtlInterface {
 public:
  RtlInterface(const Hardware& hardware, Cycle startup, std::vector<ProgramWord> program)
      : alpha_(static_cast<std::size_t>(hardware.alpha)),
        program_(std::move(program)),
        pins_(*model_, hardware.alpha, kMostVcs, kDataBits) {
    model_->startup_i = static_cast<std::uint32_t>(startup);
    model_->circuit_i = hardware.switching == Switching::kCircuit;
    model_->cut_through_i = hardware.switching == Switching::kCutThrough;
    model_->reserve_i = static_cast<std::uint8_t>(hardware.reserve);
    model_->shared_i = static_cast<std::uint8_t>(hardware.shared);
    model_->go_i = 1;
    model_->rst_i = 1;
  }
  ~RtlInterface() { model_->final(); }

  void edge(const RouterWires& in, RouterWires& out) {
    fetch();
    pins_.drive(rtl::BusyPorts{in.valid, in.credit, in.ack}, in, [](const auto&) {});
    model_->clk_i = 0;
    model_->eval();
    model_->clk_i = 1;
    model_->eval();
    model_->rst_i = 0;
    const rtl::BusyPorts busy = pins_.sample(out);
    out.valid = static_cast<PortSet>(busy.valid);
    out.credit = static_cast<PortSet>(busy.credit);
    out.ack = static_cast<PortSet>(busy.ack);
  }

 private:
  static std::unique_ptr<VerilatedContext> one_thread() {
    auto context = std::make_unique<VerilatedContext>();
    context->threads(1);
    return context;
  }
  /// The memory: a word for each channel, from the address on.
  void fetch() {
    for (std::size_t j = 0; j < alpha_; ++j) {
      const std::size_t at = std::min<std::size_t>(model_->program_address_o + j, program_.size() - 1);
      for (std::size_t w = 0; w < kWordsOfAnEntry; ++w) {
        model_->program_i[j * kWordsOfAnEntry + w] = program_[at][w];
      }
    }
  }

  const std::size_t alpha_;
  const std::vector<ProgramWord> program_;
  const std::unique_ptr<VerilatedContext> context_ = one_thread();
  const std::unique_ptr<Model> model_ = std::make_unique<Model>(context_.get());
  rtl::VerilatedPins<Model> pins_;
};

template <typename Model>
InterfaceEdge edge_of(const Hardware& hardware, Cycle startup, const std::vector<ProgramWord>& program) {
  const auto interface = std::make_shared<RtlInterface<Model>>(hardware, startup, program);
  return [interface](const RouterWires& in, RouterWires& out) { interface->edge(in, out); };
}

}  // namespace

InterfaceEdge rtl_interface(const Hardware& hardware, Cycle startup,
                            const std::vector<ProgramWord>& program) {
  if (hardware.alpha == 1) return edge_of<Vinterface_1>(hardware, startup, program);
  return edge_of<Vinterface_2>(hardware, startup, program);
}

RtlPrograms rtl_programs(const std::filesystem::path& directory, Schedule& schedule,
                         const RunOptions& options) {
  write_rtl_image(directory, schedule, options);
  RtlPrograms programs;
  std::ifstream file(directory / "program.hex");
  for (std::string line; std::getline(file, line);) {
    if (line.front() == '@') {
      programs.of_node.emplace_back();
      continue;
    }
    // Control in 64 bits, then the head, which can be narrower than the models.
    ProgramWord word(kWordsOfAnEntry);
    const auto number = [&](std::size_t at) {
      return static_cast<std::uint32_t>(std::stoul(line.substr(at, 8), nullptr, 16));
    };
    for (std::size_t at = line.size(), w = 0; at > 16; at -= 8, ++w) word[w] = number(at - 8);
    const std::uint32_t control = number(8);
    word[kDataBits / 32] = control;
    word[kDataBits / 32 + 1] = number(0);
    if ((control >> 24 & 1) != 0) programs.step_of[word[0]] = static_cast<std::uint16_t>(control);
    programs.of_node.back().push_back(std::move(word));
  }
  return programs;
}

}  // namespace torusim::test
