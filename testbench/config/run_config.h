#pragma once
/// The values of all options. One row of option_rows.h reads and writes each member.

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "models/contract/run_options.h"
#include "models/sources/open_loop_options.h"
#include "schedules/convert/export.h"
#include "schedules/core/rerouting.h"

namespace torusim {

enum class TraceFormat { kNone, kVcd, kFst };

/// Source of the model of the RTL router: a built-in model if one fits the run, else a new one (auto); only
/// built-in models; always a model that fits exactly.
enum class RtlModels { kAuto, kBuiltIn, kFitting };

/// Tables with a row for each message, link and node, or with sums; auto: sums on very large networks
/// (summary_tables.h).
enum class Tables { kAuto, kFull, kSummary };

/// A value for all links, and exceptions such as `z=8` and `(3,4)+x=20`. Only the topology decides whether
/// the dimensions and links of the exceptions exist.
struct LinkRules {
  struct Rule {
    std::string where;  ///< a dimension; or a node, or several, and a port
    int value = 1;
    bool operator==(const Rule&) const = default;
  };
  int all = 1;
  std::vector<Rule> rules;
  bool operator==(const LinkRules&) const = default;
};

/// Loads from `first` to at most `last`, in flits per node and cycle.
struct LoadRange {
  double first = 0, last = 0, step = 0;
  bool operator==(const LoadRange&) const = default;
};

/// Open-loop traffic: torusim traffic and curve.
struct TrafficConfig {
  std::string pattern;
  std::string hotspot = "0";  ///< a node, as a number or as coordinates
  double hotspot_share = 0.2;
  OpenLoopOptions packets;         ///< all but startup and seed, which are in RunConfig
  std::optional<LoadRange> loads;  ///< loads of a curve; empty: `points` loads up to saturation
  int points = 10;
  bool by_caller = false;  ///< the caller of the C library sends; the pattern is all pairs
};

/// Schedules as files of other tools: torusim convert.
struct ConvertConfig {
  std::string into;          ///< file to write
  std::optional<Format> to;  ///< empty: by the ending of the file's name
};

/// Jobs number - 1, number - 1 + of, number - 1 + 2 of, ..
struct Shard {
  int number = 1;
  int of = 1;
};

enum class SweepPrint { kNothing, kJobs, kParallel, kSlurm };

/// torusim sweep itself; its file has the swept options.
struct SweepConfig {
  std::string file;
  Shard shard;
  SweepPrint print = SweepPrint::kNothing;
};

struct ReproduceConfig {
  std::string exhibits;  ///< "tseng" or "tseng:table-3"
  double budget = 120;   ///< seconds
};

/// A shell of a completion script.
enum class Shell { kNone, kBash, kZsh, kFish };

/// The page that torusim list prints instead of the algorithms.
struct ListConfig {
  bool options = false;
  bool man = false;
  Shell completion = Shell::kNone;
};

/// Empty optionals are `auto`; run_setup.h fills them from the schedule and the other settings before a run.
struct RunConfig {
  std::string algorithm;  ///< name of an algorithm, or path of a schedule file
  std::string topology;   ///< empty: the topology of the schedule file
  std::map<std::string, std::string> set;
  std::string fail = "none";                   ///< links and nodes that have failed
  Reroute reroute = Reroute::kLayered;         ///< how messages are rerouted round failures
  Routing routing = Routing::kDimensionOrder;  ///< routing algorithm of messages
  std::string on;                              ///< part of the network to run on; empty: all of it
  std::string map = "auto";                    ///< placement of a program's ranks on nodes
  std::string host = "none";                   ///< costs of messages for a program's ranks
  std::string collective = "auto";             ///< algorithms for the collectives of Chakra traces
  std::string groups = "none";                 ///< file of process groups of Chakra traces
  bool ctrl_deps = false;                      ///< honour control dependences of Chakra traces
  std::optional<int> block;
  std::string size;  ///< vectors in place of blocks, a list (vector_size.h); empty: none
  std::optional<Synchronisation> sync;
  std::optional<int> alpha;
  std::optional<int> lanes;
  LaneChoice lane_choice = LaneChoice::kDateline;
  std::optional<int> classes;
  std::optional<int> reserve;
  std::optional<Level> level;
  /// Options that the run takes as they are. run_setup.h sets the members that follow from the options above
  /// and below.
  RunOptions run;
  std::vector<LinkRules::Rule> link_delays;  ///< exceptions from run.hardware.link_delay
  LinkRules link_rates;
  Cycle start_skew = 0;                     ///< the latest start of a node
  std::string slow_nodes = "none";          ///< nodes with slower sends, and by how many cycles
  bool deadlock = false;                    ///< judge deadlock, not correctness
  std::string rtl = "none";                 ///< nodes with an RTL router
  RtlModels rtl_models = RtlModels::kAuto;  ///< source of the models of `rtl` routers
  bool hardwired = false;                   ///< static tables instead of routers
  TraceFormat trace = TraceFormat::kNone;   ///< write waves.vcd or waves.fst
  std::string trace_rtl = "none";           ///< nodes with signals inside the RTL router in the waves
  std::string trace_nodes;                  ///< empty: all
  std::optional<std::pair<Cycle, Cycle>> trace_window;  ///< first and last cycle
  bool explain = false;                                 ///< keep the causes of all waits
  bool report = false;                                  ///< write a page of the explanation
  bool rtl_image = false;                               ///< keep the run for the network in SystemVerilog
  std::string around;                                   ///< worm, cycle or stall that the waves show
  Tables tables = Tables::kAuto;                        ///< rows or sums in tables of results
  bool no_link_statistics = false;                      ///< omit links.csv and nodes.csv
  bool monitor = false;         ///< check the routers against the contract, flit by flit
  bool load_libraries = false;  ///< load the router libraries that a result names
  bool verify_sleep = false;    ///< run again with and without sleep, and compare
  double clock = 0;             ///< cycles per second; 0: unspecified
  int flit_bytes = 0;           ///< bytes per flit; 0: unspecified
  double link = 0;              ///< bytes per second of a link, until convert_units(); 0: unspecified
  /// Bytes per flit for programs and exported files, whose messages have sizes in bytes.
  int bytes_of_flit() const { return flit_bytes > 0 ? flit_bytes : 16; }
  /// Options given as times and sizes, by name, until convert_units(); then their converted values as text.
  std::map<std::string, std::string> in_units, converted;
  std::map<std::string, std::vector<std::string>> lists;  ///< options with several values, by name
  std::set<std::string>
      given;  ///< options that the user has given, by name; not those of --config and run.json
  std::uint64_t seed = 0;
  int jobs = 1;                    ///< worker processes
  std::optional<int> threads = 1;  ///< threads of each worker process; empty: see threads_of()
  std::string output;              ///< empty: no result files
  bool force = false;
  bool quiet = false;
  bool json = false;
  std::string config_file;  ///< empty: none
  bool print_config = false;
  std::vector<std::string> directories;  ///< result directories to read
  TrafficConfig traffic;
  ConvertConfig convert;
  SweepConfig sweep;
  ReproduceConfig reproduce;
  ListConfig list;
};

}  // namespace torusim
