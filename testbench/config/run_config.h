#pragma once
/// Everything that a user can set. How each member is set stands in one row (option_rows.h).

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/contract/run_options.h"
#include "models/sources/open_loop_options.h"
#include "schedules/convert/export.h"
#include "schedules/core/rerouting.h"

namespace torusim {

enum class TraceFormat { kNone, kVcd, kFst };

/// Whose models of the RTL router: those of the program, and built ones where none of those serves (auto);
/// those of the program; always one that fits.
enum class RtlModels { kAuto, kBuiltIn, kFitting };

/// A row for each message, link and node, or sums; auto: sums where nodes are very many.
enum class Tables { kAuto, kFull, kSummary };

/// Exceptions from a value for all links, such as `z=8` and `(3,4)+x=20`. Which dimensions and links there
/// are is known only with the topology.
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
  OpenLoopOptions packets;         ///< but for startup and seed, which collectives have too
  std::optional<LoadRange> loads;  ///< of a curve; empty: `points` loads up to saturation
  int points = 10;
};

/// Schedules as files of other tools: torusim convert.
struct ConvertConfig {
  std::string into;          ///< file to write
  std::optional<Format> to;  ///< empty: by the end of its name
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

/// Which page torusim list prints instead of the algorithms.
struct ListConfig {
  bool options = false;
  bool man = false;
  bool completion = false;
};

/// Empty optionals are `auto`: resolved from the schedule and the other settings before a run.
struct RunConfig {
  std::string algorithm;  ///< name of an algorithm, or path of a schedule file
  std::string topology;   ///< empty: that of the schedule file
  std::map<std::string, std::string> set;
  std::string fail = "none";                   ///< links and nodes that have failed
  Reroute reroute = Reroute::kLayered;         ///< how messages go round them
  Routing routing = Routing::kDimensionOrder;  ///< how messages find their way
  std::string on;                              ///< part of the network to run on; empty: all of it
  std::string map = "auto";                    ///< of a program: where its ranks are
  std::string host = "none";                   ///< of a program: what messages cost its ranks
  std::string collective = "auto";             ///< of Chakra traces: algorithms of their collectives
  std::string groups = "none";                 ///< of Chakra traces: a file of process groups
  bool ctrl_deps = false;                      ///< of Chakra traces: control dependences bind
  std::optional<int> block;
  std::optional<Synchronisation> sync;
  std::optional<int> alpha;
  std::optional<int> lanes;
  LaneChoice lane_choice = LaneChoice::kDateline;
  std::optional<int> classes;
  std::optional<int> reserve;
  std::optional<Level> level;
  /// Handed to the run as it is, but for the above, what they stand for, and what follows.
  RunOptions run;
  std::vector<LinkRules::Rule> link_delays;  ///< exceptions from run.hardware.link_delay
  LinkRules link_rates;
  Cycle start_skew = 0;                                 ///< the latest start of a node
  std::string slow_nodes = "none";                      ///< nodes, and by how much they are slower
  bool deadlock = false;                                ///< judge deadlock, not correctness
  std::string rtl = "none";                             ///< nodes with an RTL router
  RtlModels rtl_models = RtlModels::kAuto;              ///< of the routers `rtl`
  bool hardwired = false;                               ///< static tables instead of routers
  TraceFormat trace = TraceFormat::kNone;               ///< write waves.vcd or waves.fst
  std::string trace_rtl = "none";                       ///< nodes whose RTL router shows its inside
  std::string trace_nodes;                              ///< empty: all
  std::optional<std::pair<Cycle, Cycle>> trace_window;  ///< first and last cycle
  bool explain = false;                                 ///< keep why every worm waited
  bool report = false;                                  ///< write a page of the explanation
  bool rtl_image = false;                               ///< keep the run for the network in SystemVerilog
  std::string around;                                   ///< what the waves are to show
  Tables tables = Tables::kAuto;                        ///< of results
  bool no_link_statistics = false;                      ///< keep results without links.csv and nodes.csv
  bool monitor = false;                                 ///< hold the routers to the contract, flit by flit
  bool load_libraries = false;                          ///< run the router libraries that a result names
  bool verify_sleep = false;                            ///< run again with and without sleep, and compare
  double clock = 0;                                     ///< cycles per second; 0: unspecified
  int flit_bytes = 0;                                   ///< bytes per flit; 0: unspecified
  /// Bytes per flit of a program or an exported file, whose messages have bytes.
  int bytes_of_flit() const { return flit_bytes > 0 ? flit_bytes : 16; }
  /// Options that were given as times and sizes, until convert_units(); and what became of them.
  std::map<std::string, std::string> in_units, converted;
  std::uint64_t seed = 0;
  int jobs = 1;                    ///< worker processes
  std::optional<int> threads = 1;  ///< of each; empty: see threads_of()
  std::string output;              ///< empty: no result files
  bool force = false;
  bool quiet = false;
  bool json = false;
  std::string config_file;  ///< empty: none
  bool print_config = false;
  std::vector<std::string> directories;  ///< results that are read
  TrafficConfig traffic;
  ConvertConfig convert;
  SweepConfig sweep;
  ReproduceConfig reproduce;
  ListConfig list;
};

}  // namespace torusim
