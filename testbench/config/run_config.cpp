#include "testbench/config/run_config.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>

#include "schedules/core/error.h"
#include "schedules/core/suggestion.h"
#include "testbench/config/config_part.h"
#include "testbench/config/convert_options.h"
#include "testbench/config/reproduce_options.h"
#include "testbench/config/sweep_options.h"
#include "testbench/config/traffic_options.h"

namespace torusim {
namespace {

constexpr unsigned kAll = kInfo | kCheck | kSchedule | kRun;
constexpr unsigned kOpenLoop = kTraffic | kCurve;
constexpr const char* kSource = "What is sent";
constexpr const char* kMessages = "Messages and time";
constexpr const char* kHardware = "Hardware";
constexpr const char* kTraces = "Waveforms";
constexpr const char* kResults = "Run and results";

template <typename Number>
Option number(const OptionText& wording, Number low, Number high, Number RunConfig::*member) {
  // A limit that only keeps sums from overflowing is nothing to read about.
  const bool limitless = static_cast<std::uint64_t>(high) > std::uint64_t{1} << 60;
  const std::string values =
      limitless ? fmt::format("a whole number from {}", low) : fmt::format("{}..{}", low, high);
  Option option = option_of(wording, Option::Kind::kNumber, values);
  option.set = [=](RunConfig& config, const std::string& text) {
    config.*member = parse_number<Number>(text, low, high, values);
  };
  option.get = [=](const RunConfig& config) { return fmt::format("{}", config.*member); };
  return option;
}

Option automatic(const OptionText& wording, int low, int high, std::optional<int> RunConfig::*member) {
  const std::string values = fmt::format("{}..{} or auto", low, high);
  Option option = option_of(wording, Option::Kind::kNumber, values);
  option.set = [=](RunConfig& config, const std::string& text) {
    config.*member =
        text == "auto" ? std::nullopt : std::optional(parse_number<int>(text, low, high, values));
  };
  option.get = [=](const RunConfig& config) {
    return config.*member ? fmt::format("{}", *(config.*member)) : std::string("auto");
  };
  return option;
}

Option text(const OptionText& wording, const char* values, std::string RunConfig::*member) {
  Option option = option_of(wording, Option::Kind::kText, values);
  option.set = [=](RunConfig& config, const std::string& text) { config.*member = text; };
  option.get = [=](const RunConfig& config) { return config.*member; };
  return option;
}

Option flag(const OptionText& wording, bool RunConfig::*member) {
  Option option = option_of(wording, Option::Kind::kFlag, "true|false");
  option.set = [=](RunConfig& config, const std::string& text) {
    if (text != "true" && text != "false") throw UsageError("must be true or false");
    config.*member = text == "true";
  };
  option.get = [=](const RunConfig& config) { return config.*member ? "true" : "false"; };
  return option;
}

[[noreturn]] void no_such_value(const std::string& value, const std::vector<std::string>& known) {
  throw UsageError(fmt::format("no such value{}", suggestion(value, known)));
}

Option sync_option(const OptionText& wording) {
  Option option = option_of(wording, Option::Kind::kText, "none|barrier|local|priority or auto");
  option.set = [](RunConfig& config, const std::string& text) {
    if (text == "auto") {
      config.sync.reset();
      return;
    }
    for (const auto sync : {Synchronisation::kNone, Synchronisation::kBarrier, Synchronisation::kLocal,
                            Synchronisation::kPriority}) {
      if (text == to_text(sync)) {
        config.sync = sync;
        return;
      }
    }
    no_such_value(text, {"none", "barrier", "local", "priority", "auto"});
  };
  option.get = [](const RunConfig& config) { return config.sync ? to_text(*config.sync) : "auto"; };
  return option;
}

/// One of the values of an enumeration that have names.
template <typename Value>
Option one_of(const OptionText& wording, const std::vector<Value>& values, Value RunConfig::*member) {
  std::vector<std::string> names;
  for (const Value value : values) names.emplace_back(to_text(value));
  Option option = option_of(wording, Option::Kind::kText, fmt::format("{}", fmt::join(names, "|")));
  option.set = [=](RunConfig& config, const std::string& text) {
    const auto found = std::find(names.begin(), names.end(), text);
    if (found == names.end()) no_such_value(text, names);
    config.*member = values[static_cast<std::size_t>(found - names.begin())];
  };
  option.get = [=](const RunConfig& config) { return to_text(config.*member); };
  return option;
}

Option trace_option(const OptionText& wording) {
  static constexpr const char* kFormats[] = {"none", "vcd", "fst"};
  Option option = option_of(wording, Option::Kind::kText, "none|vcd|fst");
  option.set = [](RunConfig& config, const std::string& text) {
    const auto found = std::find(std::begin(kFormats), std::end(kFormats), text);
    if (found == std::end(kFormats)) no_such_value(text, {std::begin(kFormats), std::end(kFormats)});
    config.trace = static_cast<TraceFormat>(found - std::begin(kFormats));
  };
  option.get = [](const RunConfig& config) { return kFormats[static_cast<int>(config.trace)]; };
  return option;
}

Option window_option(const OptionText& wording) {
  Option option = option_of(wording, Option::Kind::kText, "FIRST:LAST or all");
  option.set = [](RunConfig& config, const std::string& text) {
    config.trace_window.reset();
    if (text == "all") return;
    const std::string values = "two cycles FIRST:LAST, FIRST <= LAST, such as 0:999, or all";
    const auto colon = text.find(':');
    if (colon == std::string::npos) throw UsageError("must be " + values);
    constexpr Cycle kMost = std::numeric_limits<Cycle>::max() - 1;
    const Cycle first = parse_number<Cycle>(text.substr(0, colon), 0, kMost, values);
    config.trace_window = {first, parse_number<Cycle>(text.substr(colon + 1), first, kMost, values)};
  };
  option.get = [](const RunConfig& config) {
    return config.trace_window ? fmt::format("{}:{}", config.trace_window->first, config.trace_window->second)
                               : std::string("all");
  };
  return option;
}

Option set_option(const OptionText& wording) {
  Option option = option_of(wording, Option::Kind::kText, "see torusim list");
  option.set = [](RunConfig& config, const std::string& text) {
    std::set<std::string> seen;
    for (std::size_t at = text.find_first_not_of(' '); at != std::string::npos;) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      const std::string word = text.substr(at, end - at);
      const auto equals = word.find('=');
      if (equals == std::string::npos || equals == 0 || equals + 1 == word.size()) {
        throw UsageError(fmt::format("must be NAME=VALUE, such as rule=A, not '{}'", word));
      }
      if (!seen.insert(word.substr(0, equals)).second) {
        throw UsageError(fmt::format("'{}' stands twice", word.substr(0, equals)));
      }
      config.set[word.substr(0, equals)] = word.substr(equals + 1);
      at = text.find_first_not_of(' ', end);
    }
  };
  option.get = [](const RunConfig& config) {
    std::string result;
    for (const auto& [name, value] : config.set) {
      result += fmt::format("{}{}={}", result.empty() ? "" : " ", name, value);
    }
    return result;
  };
  return option;
}

std::vector<Option> make_table() {
  constexpr Cycle kForever = std::numeric_limits<Cycle>::max() / 4;  // sums of two such times do not overflow
  std::vector<Option> table;
  table.push_back(
      text({"algorithm", "", "", kSource,
            "name of an algorithm (torusim list) or path of a .tcs file; convert also reads .goal, .cm, .xml",
            kAll | kConvert},
           "name or path", &RunConfig::algorithm));
  add_sweep_file(table);
  add_reproduced_exhibits(table);
  add_convert_target(table);
  table.push_back(text({"topology", "SHAPE", "", kSource, "shape of the network; a .tcs file brings its own",
                        kAll | kOpenLoop | kConvert, true, 't'},
                       "torus:8x8, mesh:4x6, ring:16, path:9, hypercube:4, complete:5, torus:8x4mx5k",
                       &RunConfig::topology));
  table.push_back(set_option(
      {"set", "NAME=VALUE", "", kSource, "option of the algorithm; may be repeated", kAll | kConvert}));
  add_traffic_options(table);

  table.push_back(
      automatic({"block", "FLITS", "flits", kMessages, "size of a block (b); auto: as the schedule says",
                 kInfo | kSchedule | kRun | kConvert},
                0, 1'000'000, &RunConfig::block));
  table.push_back(number<Cycle>(
      {"startup", "CYCLES", "cycles", kMessages,
       "from the start of a send to its head entering the network (t_s)", kInfo | kRun | kOpenLoop},
      0, kForever, &RunConfig::startup));
  table.push_back(sync_option({"sync", "MODE", "", kMessages,
                               "what orders the phases; auto: as the schedule says", kSchedule | kRun}));
  table.push_back(
      number<Cycle>({"barrier", "CYCLES", "cycles", kMessages, "latency of the barrier network", kRun}, 0,
                    kForever, &RunConfig::barrier));

  table.push_back(one_of({"level", "LEVEL", "", kHardware,
                          "fast, or every wire a SystemC pin; same cycles, same results", kRun | kOpenLoop},
                         {Level::kFast, Level::kPins}, &RunConfig::level));
  table.push_back(
      automatic({"alpha", "N", "channels", kHardware,
                 "injection and ejection channels of a node; auto: the schedule's ports, open loop 1",
                 kRun | kOpenLoop},
                1, 2 * Topology::kMaxDimensions, &RunConfig::alpha));
  table.push_back(automatic({"lanes", "N", "", kHardware,
                             "virtual channels of a class; auto: 2 (dateline) if a dimension wraps, else 1",
                             kCheck | kRun | kOpenLoop},
                            1, 2, &RunConfig::lanes));
  table.push_back(
      automatic({"classes", "N", "", kHardware,
                 "priority levels; auto: as many as schedule and --sync need, open loop 1", kRun | kOpenLoop},
                1, Hardware::kMaxVcs, &RunConfig::classes));
  table.push_back(automatic({"reserve", "FLITS", "flits", kHardware,
                             "buffer of every virtual channel; auto: the credit round trip, 2 * link-delay + "
                             "2, and with vct and saf the "
                             "longest message",
                             kRun | kOpenLoop},
                            1, Hardware::kMaxSlots, &RunConfig::reserve));
  table.push_back(
      number<int>({"shared", "FLITS", "flits", kHardware,
                   "further buffer that the virtual channels of an input port share", kRun | kOpenLoop},
                  0, Hardware::kMaxSlots, &RunConfig::shared));
  table.push_back(number<int>({"link-delay", "CYCLES", "cycles", kHardware,
                               "on a channel between routers, each way", kInfo | kRun | kOpenLoop},
                              1, 255, &RunConfig::link_delay));
  table.push_back(
      one_of({"switching", "MODE", "", kHardware,
              "wormhole, virtual cut-through, store and forward, or circuits set up by the head and its ack",
              kInfo | kRun | kOpenLoop},
             {Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward, Switching::kCircuit},
             &RunConfig::switching));
  table.push_back(one_of(
      {"arbitration", "RULE", "", kHardware,
       "for a link, among flits of one class: input ports take turns, or those from other routers go before "
       "those that enter here",
       kRun | kOpenLoop},
      {Arbitration::kTurns, Arbitration::kTransitFirst}, &RunConfig::arbitration));
  table.push_back(text(
      {"rtl", "NODES[=ROUTER]", "", kHardware,
       "nodes whose router is the Verilated RTL, or one's own in a shared library (docs/your-own-router.md); "
       "groups are joined by ;",
       kRun | kOpenLoop},
      "all, none, 3,5, (1,2), x%2==0 or random:25%, each with =./libmine.so, =rtl or =model behind it",
      &RunConfig::rtl));
  table.push_back(flag(
      {"hardwired", "", "", kHardware,
       "routers that are only wires, by the static table of the schedule (gossip-two, gossip-one)", kRun},
      &RunConfig::hardwired));
  table.push_back(flag({"lockstep", "", "", kHardware,
                        "beside every RTL router a model of the contract; stop at their first difference",
                        kRun | kOpenLoop, 0, false},
                       &RunConfig::lockstep));

  add_convert_options(table);
  add_measurement_options(table);
  table.push_back(trace_option({"trace", "FORMAT", "", kTraces,
                                "write waves.vcd or waves.fst to --output, and what opens them in GTKWave "
                                "and Surfer; waves: none is vcd",
                                kRun | kWaves, 0, false}));
  table.push_back(text({"around", "WHAT", "", kTraces,
                        "the cycles and routers of a message or signal, of a moment, or of the longest wait",
                        kWaves, 0, false},
                       "worm:31, worm:s4, cycle:120 or stall", &RunConfig::around));
  table.push_back(text({"trace-nodes", "NODES", "", kTraces, "only the waves of these nodes", kRun, 0, false},
                       "such as 0..2,16,(3,5),(0..3,*); empty: all", &RunConfig::trace_nodes));
  table.push_back(text({"trace-rtl", "NODES", "", kTraces,
                        "also the signals inside the RTL routers of these nodes; needs a build with "
                        "-DTORUSIM_RTL_TRACE=ON",
                        kRun, 0, false},
                       "as --rtl: all, none, 3,5, (1,2), x%2==0", &RunConfig::trace_rtl));
  table.push_back(window_option(
      {"trace-window", "FIRST:LAST", "cycles", kTraces, "only the waves of these cycles", kRun, 0, false}));

  table.push_back(number<std::uint64_t>({"seed", "N", "", kResults,
                                         "of what is drawn at random: open-loop traffic, the nodes of --rtl "
                                         "random:25%; a collective itself draws nothing",
                                         kRun | kOpenLoop, 0, false},
                                        0, std::numeric_limits<std::uint64_t>::max(), &RunConfig::seed));
  table.push_back(number<Cycle>(
      {"max-cycles", "CYCLES", "cycles", kResults, "stop there with exit code 5; 0: never", kRun}, 0,
      kForever, &RunConfig::max_cycles));
  table.push_back(text(
      {"output", "PATH", "", kResults,
       "directory of results (run, curve, waves, sweep, reproduce), file (schedule, report); empty: none, "
       "DIR-waves, standard output, report.html",
       kSchedule | kRun | kCurve | kReport | kWaves | kSweep | kReproduce, false, 'o'},
      "path", &RunConfig::output));
  table.push_back(flag({"explain", "", "", kResults,
                        "keep why every worm waited, and the critical path: worms.csv, waits.csv, "
                        "critical_path.csv",
                        kRun, 0, false},
                       &RunConfig::explain));
  table.push_back(flag(
      {"report", "", "", kResults, "keep a page that shows where the time went: report.html", kRun, 0, false},
      &RunConfig::report));
  table.push_back(
      flag({"no-link-statistics", "", "", kResults,
            "no links.csv and nodes.csv: watching every flit costs large runs most of their speed", kRun, 0,
            false},
           &RunConfig::no_link_statistics));
  table.push_back(
      flag({"no-sleep", "", "", kResults,
            "evaluate every router in every cycle, also while long worms stream; changes no result", kRun, 0,
            false},
           &RunConfig::no_sleep));
  table.push_back(flag(
      {"verify-sleep", "", "", kResults,
       "run again with and without sleep; a difference in any ejected flit is a failure", kRun, 0, false},
      &RunConfig::verify_sleep));
  table.push_back(
      flag({"force", "", "", kResults, "replace an output directory that holds a run of torusim, or a page",
            kRun | kCurve | kReport | kWaves | kReproduce, false},
           &RunConfig::force));
  table.push_back(flag({"quiet", "", "", kResults, "no progress on standard error",
                        kRun | kOpenLoop | kSweep | kReproduce, false},
                       &RunConfig::quiet));
  add_sweep_options(table);
  add_reproduce_options(table);
  return table;
}

}  // namespace

const std::vector<Option>& option_table() {
  static const std::vector<Option> table = make_table();
  return table;
}

const Option* find_option(std::string_view name) {
  for (const Option& option : option_table()) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

}  // namespace torusim
