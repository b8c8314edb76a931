#include "testbench/config/foreign_routers.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/foreign/rtl_models.h"
#include "schedules/core/error.h"
#include "testbench/config/about.h"
#include "testbench/config/model_build.h"
#include "testbench/config/model_cache.h"
#include "testbench/config/node_options.h"
#include "testbench/config/router_groups.h"
#include "testbench/process/interrupt.h"
#include "testbench/process/progress.h"
#include "testbench/process/standard_streams.h"

namespace torusim {
namespace {

class Builder {
 public:
  Builder(const rtl::RtlParameters& parameters, const ModelTools& tools, bool quiet)
      : parameters_(parameters), tools_(tools), quiet_(quiet) {}

  std::string library() {
    const std::string name = model_file(parameters_, tools_);
    const auto make = [&](const std::filesystem::path& directory, bool damaged) {
      if (damaged) {
        print_notice(fmt::format("torusim: {} is damaged: building the RTL router {} again\n",
                                 (cache_.directory() / name).string(), parameters_.text()));
      } else {
        say(fmt::format("building the RTL router {} once, into {}", parameters_.text(),
                        cache_.directory().string()));
      }
      const std::string runtime = runtime_file(tools_);
      const bool has_runtime = cache_.look(runtime) == ModelCache::State::kWhole;
      with_progress(quiet_, "building the RTL router", [&] {
        build_model(parameters_, tools_, directory, name, has_runtime ? cache_.directory() / runtime : "",
                    [&] { return interrupt_.requested(); });
        return 0;
      });
      if (has_runtime) return;
      const auto copy = [&](const std::filesystem::path& to, bool) {
        std::filesystem::copy_file(directory / "runtime.o", to / runtime);
      };
      cache_.find_or_make(runtime, copy, [&] { wait(); });
    };
    return cache_.find_or_make(name, make, [&] { wait(); }).string();
  }

 private:
  void say(const std::string& text) const {
    if (!quiet_) print_notice("torusim: " + text + "\n");
  }
  void wait() {
    if (!waits_) say("another torusim is building the RTL router that fits");
    waits_ = true;
    if (interrupt_.requested()) throw InterruptedError();
  }

  const rtl::RtlParameters parameters_;
  const ModelTools& tools_;
  const bool quiet_;
  const InterruptGuard interrupt_;
  const ModelCache cache_;
  bool waits_ = false;
};

bool equal(const rtl::RtlParameters& a, const rtl::RtlParameters& b) { return a.text() == b.text(); }

}  // namespace

std::string fitting_model(RtlModels which, const Hardware& hardware, bool quiet) {
  const rtl::RtlParameters fitting = rtl::fitting_parameters(hardware);
  const rtl::RtlModel* const own = rtl::find_model(rtl::built_models(), hardware);
  if (which == RtlModels::kBuiltIn) return "";
  if (own != nullptr && (which == RtlModels::kAuto || equal(own->parameters, fitting))) return "";
  if (const auto tools = find_model_tools()) return Builder(fitting, *tools, quiet).library();
  constexpr const char* kWhy = "there is no working `verilator` on PATH to build the RTL router";
  if (own == nullptr) {
    throw InputError(
        fmt::format("{} {} of this run, and this program has no suitable one", kWhy, fitting.text()));
  }
  if (!quiet)
    print_notice(
        fmt::format("torusim: {} {}: using the built-in {}\n", kWhy, fitting.text(), own->parameters.text()));
  return "";
}

namespace {

/// Nodes of --trace-rtl, which must all have a foreign router.
std::vector<NodeId> traced_nodes(const RunConfig& config, const Hardware& hardware,
                                 const ForeignPlacement& placement) {
  const auto nodes = chosen_nodes("--trace-rtl", config.trace_rtl, hardware.topology, config.seed);
  for (const NodeId node : nodes) {
    if (std::count(placement.rtl_nodes.begin(), placement.rtl_nodes.end(), node) != 0) continue;
    throw UsageError(fmt::format("--trace-rtl: the router of node {} is a model; choose it with --rtl",
                                 hardware.topology.node_name(node)));
  }
  return nodes;
}

}  // namespace

void place_foreign_routers(const RunConfig& config, const Hardware& hardware, ForeignPlacement& placement) {
  placement = about("--rtl: ", [&] {
    return rtl::place_routers(hardware, config.rtl, config.seed,
                              [&] { return fitting_model(config.rtl_models, hardware, config.quiet); });
  });
  if (config.run.lockstep && placement.rtl_nodes.empty()) {
    throw UsageError("--lockstep needs routers to compare: --rtl all");
  }
  placement.traced_nodes = traced_nodes(config, hardware, placement);
  placement.lockstep = config.run.lockstep;
  placement.lockstep_waves = config.output.empty() ? "lockstep" : config.output + "_lockstep";
}

}  // namespace torusim
