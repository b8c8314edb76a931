// Every door makes one run of the same options: the command, the C library and Python, which take them as a
// text, a sweep, and a result that is repeated. What one of them refuses, all refuse in the same words.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fstream>

#include "models/run/simulation.h"
#include "schedules/core/error.h"
#include "schedules/core/failed_network.h"
#include "schedules/tests/own_directory.h"
#include "testbench/config/option.h"
#include "testbench/config/recorded_options.h"
#include "testbench/config/run_setup.h"
#include "testbench/library/options_text.h"
#include "testbench/report/explained_run.h"
#include "testbench/sweep/sweep_file.h"
#include "testbench/tests/config/drawn_run.h"

namespace torusim {
namespace {

using test::any_of, test::any_run, test::DrawnRun, test::one_in;

std::string channels_text(const Hardware& hardware) {
  std::string text;
  for (NodeId node = 0; node < hardware.topology.nodes(); ++node) {
    for (int port = 0; port < hardware.network_ports(); ++port) {
      const LinkTime link = hardware.link(node, port);
      const bool there = hardware.topology.has_channel(node, port);
      text += fmt::format("{}:{}:{} ", there ? hardware.topology.neighbor(node, port) : -1, link.delay,
                          link.interval);
    }
  }
  return text;
}

/// Every member: a new one does not compile until it is here.
std::string text_of(const Hardware& hardware) {
  const auto& [topology, alpha, classes, lanes, reserve, shared, link_delay, uneven, slow_links, router_delay,
               switching, arbitration, route_runs, phase_gates, packet_slots, adaptive,
               last_dimension_first] = hardware;
  return fmt::format(
      "{}{}; alpha {}, {} x {} of {} + {}, delay {}{}{}, router {}, {}, {}, runs {}, gates {}, slots {}, "
      "adaptive {}{}; {}",
      topology.name(), topology.failures() == nullptr ? "" : " without " + failures_text(topology, 99), alpha,
      classes, lanes, reserve, shared, link_delay, uneven ? " uneven" : "", slow_links ? " slow" : "",
      router_delay, to_text(switching), to_text(arbitration), route_runs, phase_gates, packet_slots, adaptive,
      last_dimension_first, channels_text(hardware));
}

/// What decides the result of a run beside its hardware.
std::string text_of(const RunOptions& options) {
  return fmt::format(
      "{}\nlevel {}, sync {}, block {}, startup {}, slower {}, skew {}, barrier {}, reduce {}, most {}, rtl "
      "{}, own timing {}",
      text_of(options.hardware), to_text(options.level), to_text(options.sync), options.block_flits,
      options.startup, options.slower, options.skew, options.barrier, options.reduce_delay,
      options.max_cycles, options.rtl_nodes, options.own_timing);
}

std::string text_of(const Hardware& hardware, const RunOptions& options) {
  return text_of(hardware) + "\n" + text_of(options);
}

/// The run that a door makes of a configuration, or why it refuses it.
template <typename Configuration>
std::string made(const Configuration& configuration) {
  try {
    RunConfig config = configuration();
    config.quiet = true;
    const PreparedRun run = prepare_run(std::move(config));
    return text_of(run.hardware, run.options);
  } catch (const UsageError& error) {
    return std::string("refused: ") + error.what();
  } catch (const InputError& error) {
    return std::string("refused: ") + error.what();
  }
}

DrawnRun any_options() {
  DrawnRun run = any_run(false);
  if (one_in(5)) {
    run.add("rtl", any_of({"all", "random:50%"}));
    run.add("rtl-models", "built-in");
  }
  if (one_in(6)) run.add("reduce-delay", "4");
  if (one_in(6)) run.add("max-cycles", "70");
  if (one_in(6)) run.add("on", any_of({"(*,0)", "(0..1,*)", "(*,*)"}));
  return run;
}

/// As the C library takes it, and Python's options_text() writes it.
RunConfig by_text(const DrawnRun& run) {
  std::string text;
  for (const auto& [name, value] : run.words) {
    text += find_option(name)->positional() ? value + " " : fmt::format("--{} {} ", name, value);
  }
  RunConfig config;
  read_options(text, "torusim_run", is_of_runs, config);
  return config;
}

RunConfig of_sweep(const DrawnRun& run) {
  std::string text;
  for (const auto& [name, value] : run.words) text += fmt::format("{} = '{}'\n", name, value);
  return read_sweep_text(text, "sweep.toml").points.at(0).config;
}

/// The run.json of a result, as far as a run is repeated from it.
void write_result(const std::filesystem::path& directory, const PreparedRun& run, const RunResult& result) {
  nlohmann::ordered_json json{{"verdict", to_text(result.verdict)},
                              {"cycles", result.cycles},
                              {"ejection_hash", fmt::format("{:016x}", result.ejection_hash)},
                              {"seed", run.config.seed}};
  json["config"] = recorded_options(run.config, kRun);
  std::ofstream(directory / "run.json") << json;
}

RC_GTEST_PROP(Doors, MakeOneRun, ()) {
  const DrawnRun drawn = any_options();
  RC_LOG() << drawn.text() << "\n";
  const std::string command = made([&] { return drawn.config(); });
  RC_ASSERT(made([&] { return by_text(drawn); }) == command);
  RC_ASSERT(made([&] { return of_sweep(drawn); }) == command);
  if (command.starts_with("refused")) {
    RC_TAG("refused");
    return;
  }
  test::tag_kinds(drawn);
  RC_CLASSIFY(drawn.has("rtl"), "RTL");
  RC_CLASSIFY(drawn.has("on"), "on a part");
  const PreparedRun run = prepare_run(drawn.config());
  RunResult result;
  try {
    result = simulate(*run.schedule, run.options);
  } catch (const InputError&) {  // such as an RTL router that this build does not have
    RC_TAG("refused in the run");
    return;
  }
  const test::OwnDirectory directory("doors");
  write_result(directory.path(), run, result);
  Replay replay(directory.path());
  RC_ASSERT(text_of(replay.hardware(), replay.options()) == command);
  replay.run();  // throws if it is another run, now that all of it is watched
}

}  // namespace
}  // namespace torusim
