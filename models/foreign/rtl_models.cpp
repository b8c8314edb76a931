#include "models/foreign/rtl_models.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <tuple>

#include "schedules/core/error.h"

namespace torusim::rtl {
namespace {

/// Bits of a message number in a head.
constexpr int kMessageBits = 32;

/// Cycles of the pipelined router of rtl/pipelined.
constexpr int kPipelinedDelay = 2;

/// The parameters that a model must have for the hardware.
RtlParameters needs(const Hardware& hardware) {
  if (hardware.router_delay > kPipelinedDelay) {
    throw InputError(
        fmt::format("RTL routers have a --router-delay of 1 or {}, not {}; without --rtl up to {}",
                    kPipelinedDelay, hardware.router_delay, Hardware::kMaxRouterDelay));
  }
  const char* const lacking = hardware.phase_gates                           ? "gates for --sync switch"
                              : hardware.switching == Switching::kCutThrough ? "--switching vct"
                              : hardware.bubbles()                           ? "--switching bubble"
                                                                             : nullptr;
  if (hardware.router_delay > 1 && lacking != nullptr) {
    throw InputError(fmt::format("pipelined RTL routers (--router-delay) have no {}", lacking));
  }
  return {hardware.ports(),
          std::max(hardware.vcs(), 2),
          std::max(hardware.slots(), 2),
          head_bits(hardware),
          hardware.phase_gates ? kMessageBits : 0,
          hardware.bubbles() ? 1 : 0,
          hardware.router_delay};
}

bool serves(const RtlParameters& model, const RtlParameters& need) {
  return model.ports >= need.ports && model.vcs >= need.vcs && model.depth >= need.depth &&
         model.data >= need.data && model.gate >= need.gate && model.bubble >= need.bubble &&
         model.delay == need.delay;
}

bool smaller(const RtlModel& a, const RtlModel& b) {
  const auto size = [](const RtlParameters& p) {
    return std::tuple(p.ports * p.vcs, p.ports, p.depth, p.data, p.gate, p.bubble);
  };
  return size(a.parameters) < size(b.parameters);
}

}  // namespace

RtlParameters fitting_parameters(const Hardware& hardware) {
  RtlParameters fitting = needs(hardware);
  fitting.depth = static_cast<int>(std::bit_ceil(static_cast<unsigned>(fitting.depth)));
  fitting.data = (fitting.data + 63) / 64 * 64;
  return fitting;
}

const RtlModel* find_model(const std::vector<RtlModel>& models, const Hardware& hardware) {
  const RtlParameters need = fitting_parameters(hardware);
  const RtlModel* best = nullptr;
  for (const RtlModel& model : models) {
    if (serves(model.parameters, need) && (best == nullptr || smaller(model, *best))) best = &model;
  }
  return best;
}

const RtlModel& choose_model(const std::vector<RtlModel>& models, const Hardware& hardware) {
  if (const RtlModel* const best = find_model(models, hardware)) return *best;
  if (models.empty()) {
    throw InputError("this torusim was built without RTL routers; configure it with -DTORUSIM_RTL=ON");
  }
  std::string built;
  for (const RtlModel& model : models) built += (built.empty() ? "" : "; ") + model.parameters.text();
  throw InputError(
      fmt::format("no RTL router of this build fits the hardware ({}); available: {}. Configure with "
                  "-DTORUSIM_RTL_MODELS=\"..;{}\" to build more (depth a power of 2, data a multiple of 64)",
                  needs(hardware).text(), built, fitting_parameters(hardware).text()));
}

std::unique_ptr<ForeignRouter> make_rtl_router(const Hardware& hardware, NodeId node) {
  const RtlModel& model = choose_model(built_models(), hardware);
  return model.make(model.parameters, hardware, node);
}

int head_bits(const Hardware& hardware) {
  return 64 + 16 * std::max(4, std::max(hardware.topology.dimensions(), hardware.route_runs) + 1);
}

}  // namespace torusim::rtl
