#pragma once
/// Everything that a user can set, and the one table that says how: it serves flags, configuration files,
/// --print-config, the help and docs/options.md.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/contract/run_options.h"
#include "testbench/config/convert_config.h"
#include "testbench/config/reproduce_config.h"
#include "testbench/config/sweep_config.h"
#include "testbench/config/traffic_config.h"

namespace torusim {

enum class TraceFormat { kNone, kVcd, kFst };

/// Empty optionals are `auto`: resolved from the schedule and the other settings before a run.
struct RunConfig {
  std::string algorithm;  ///< name of an algorithm, or path of a schedule file
  std::string topology;   ///< empty: that of the schedule file
  std::map<std::string, std::string> set;
  std::optional<int> block;
  Cycle startup = 0;
  std::optional<Synchronisation> sync;
  Cycle barrier = 0;
  Level level = Level::kFast;
  std::optional<int> alpha;
  std::optional<int> lanes;
  std::optional<int> classes;
  std::optional<int> reserve;
  int shared = 0;
  int link_delay = 1;
  Switching switching = Switching::kWormhole;
  Arbitration arbitration = Arbitration::kTurns;
  std::string rtl = "none";                             ///< nodes with an RTL router
  bool hardwired = false;                               ///< static tables instead of routers
  bool lockstep = false;                                ///< each beside a reference router
  TraceFormat trace = TraceFormat::kNone;               ///< write waves.vcd or waves.fst
  std::string trace_rtl = "none";                       ///< nodes whose RTL router shows its inside
  std::string trace_nodes;                              ///< empty: all
  std::optional<std::pair<Cycle, Cycle>> trace_window;  ///< first and last cycle
  bool explain = false;                                 ///< keep why every worm waited
  bool report = false;                                  ///< .. and a page of it
  std::string around;                                   ///< what the waves are to show
  bool no_link_statistics = false;                      ///< keep results without links.csv and nodes.csv
  bool no_sleep = false;                                ///< fast level: evaluate every router in every cycle
  bool verify_sleep = false;                            ///< run again with and without sleep, and compare
  std::uint64_t seed = 0;
  Cycle max_cycles = 0;
  std::string output;  ///< empty: no result files
  bool force = false;
  bool quiet = false;
  TrafficConfig traffic;
  ConvertConfig convert;
  SweepConfig sweep;
  ReproduceConfig reproduce;
};

/// Commands that take an option, as bits.
enum Command : unsigned {
  kInfo = 1,
  kCheck = 2,
  kSchedule = 4,
  kRun = 8,
  kTraffic = 16,
  kCurve = 32,
  kExplain = 64,
  kReport = 128,
  kWaves = 256,
  kConvert = 512,
  kSweep = 1024,
  kReproduce = 2048
};

struct Option {
  enum class Kind { kNumber, kText, kFlag };

  std::string name;      ///< "link-delay": flag --link-delay and key of configuration files
  char letter;           ///< 't' for -t; 0: none
  std::string argument;  ///< "CYCLES"; empty for a flag and for the positional argument
  std::string unit;      ///< "cycles"; empty: none
  std::string values;    ///< "1..255", "fast|pins"
  std::string group;     ///< heading in the help
  std::string meaning;   ///< one line
  Kind kind;
  unsigned commands;
  bool recorded;  ///< part of what a run depends on, so kept in run.json
  /// Takes over a value. Throws UsageError `must be ..`, to which the caller adds where the value came from.
  std::function<void(RunConfig&, const std::string&)> set;
  /// The value in the form that `set` reads.
  std::function<std::string(const RunConfig&)> get;

  /// The argument of a command that needs no flag.
  bool positional() const { return kind == Kind::kText && argument.empty(); }
  std::string standard() const { return get(RunConfig{}); }
};

/// All options, in the order of the help.
const std::vector<Option>& option_table();

/// The option of that name; nullptr if there is none.
const Option* find_option(std::string_view name);

/// Every option as a table in Markdown: docs/options.md.
std::string options_page();

}  // namespace torusim
