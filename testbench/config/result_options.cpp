#include "models/contract/time_limits.h"
#include "models/sources/latency_statistics.h"
#include "models/sources/open_loop_options.h"
#include "testbench/config/option_rows.h"
#include "testbench/config/option_values.h"
#include "testbench/config/run_config.h"
#include "testbench/config/units.h"

namespace torusim::rows {
namespace {

constexpr double kDay = 86'400;  // seconds
constexpr const char* kCauses = "causes of waits are startup, channels and barriers";
constexpr const char* kWaits = "it omits the causes of waits";

}  // namespace

std::vector<Option> of_results() {
  return {
      convert.named({"to", "FORMAT", "", kOutside, "output format; auto: by file extension", kConvert},
                    format_names(), &ConvertConfig::to),

      packets.number(
          {"warmup", "CYCLES", "cycles", kMeasurement, "warm-up before the measurement window", kOpenLoop}, 0,
          kLongestMeasurement, &OpenLoopOptions::warm_up),
      packets.number({"window", "CYCLES", "cycles", kMeasurement,
                      "measurement window: throughput, and latency of the packets created in it", kOpenLoop},
                     LatencyStatistics::kBatches, kLongestMeasurement, &OpenLoopOptions::window),
      packets.number({"drain", "CYCLES", "cycles", kMeasurement,
                      "maximum time after the window for its packets to arrive", kOpenLoop},
                     0, kLongestMeasurement, &OpenLoopOptions::drain),
      config
          .flag({"deadlock", "", "", kMeasurement,
                 "judge whether messages of such a run can deadlock; exit code 0 or 4", kCheck, Role::kCall},
                &RunConfig::deadlock)
          .needed_by({"sync", "block", "reserve", "shared", "link-delay", "link-rate", "router-delay",
                      "switching", "packet", "hotspot", "hotspot-share", "routing", "output", "force"},
                     "a schedule is correct or not without it"),
      text_option(traffic,
                  {"loads", "A:B:STEP", "flits per node and cycle", kMeasurement,
                   "loads of the curve; auto: --points loads up to saturation", kCurve},
                  "FIRST:LAST:STEP or auto", &TrafficConfig::loads, parse_loads, loads_text),
      traffic
          .number({"points", "N", "", kMeasurement, "number of loads with --loads auto", kCurve}, 1, 1000,
                  &TrafficConfig::points)
          .excludes({"loads"}, "these are the loads"),
      config.number({"jobs", "N", "processes", kMeasurement,
                     "number of loads or runs in parallel; results do not depend on it",
                     kCurve | kSweep | kReproduce, Role::kCaller},
                    1, 1024, &RunConfig::jobs),

      config
          .named({"trace", "FORMAT", "", kTraces,
                  "write waves.vcd or .fst, and GTKWave and Surfer files, to --output; with waves, none "
                  "means vcd",
                  kOneRun | kWaves, Role::kSetting},
                 {{"none", TraceFormat::kNone}, {"vcd", TraceFormat::kVcd}, {"fst", TraceFormat::kFst}},
                 &RunConfig::trace)
          .needed_by({"trace-nodes", "trace-rtl", "trace-window"}),
      config.words({"around", "WHAT", "", kTraces,
                    "select the cycles and routers of a message, a signal, a cycle or the longest wait",
                    kWaves, Role::kSetting},
                   "worm:31, worm:s4, cycle:120 or stall", &RunConfig::around),
      config.words({"trace-nodes", "NODES", "", kTraces, "limit waves to these nodes", kRun, Role::kSetting},
                   "as --rtl: all, 0..2,16, (3,5), (0..3,*), x%2==0, random:25%; empty: all",
                   &RunConfig::trace_nodes),
      config.words(
          {"trace-rtl", "NODES", "", kTraces,
           "add internal signals of these nodes' RTL routers; needs -DTORUSIM_RTL_TRACE=ON (library: TRACE)",
           kRun, Role::kSetting},
          "as --rtl: all, none, 3,5..7, (1,*), x%2==0", &RunConfig::trace_rtl),
      text_option(config,
                  {"trace-window", "FIRST:LAST", "cycles", kTraces, "limit waves to these cycles", kRun,
                   Role::kSetting},
                  "FIRST:LAST or all", &RunConfig::trace_window, parse_window, window_text),

      config.number({"seed", "N", "", kResults,
                     "seed of the random number generator (open-loop traffic, --rtl random:, --fail random:)",
                     kCompare | kInfo | kCheck | kSchedule | kOneRun | kOpenLoop, Role::kSetting},
                    0, std::numeric_limits<std::uint64_t>::max(), &RunConfig::seed),
      run.number({"max-cycles", "CYCLES", "cycles", kResults,
                  "stop at this cycle with exit code 5; 0: no limit", kOneRun},
                 0, kLastCycle, &RunOptions::max_cycles),
      config
          .words(
              {"output", "PATH", "", kResults,
               "output directory or file; empty: none; waves DIR-waves, schedule standard output, report "
               "report.html",
               kCompare | kCheck | kSchedule | kOneRun | kOpenLoop | kReport | kWaves | kSweep | kReproduce,
               Role::kCaller, 'o'},
              "path", &RunConfig::output)
          .needed_by({"trace", "explain", "rtl-image"}, "", {.commands = kOneRun})
          .needed_by({"report"}, "", {.commands = kOneRun | kTraffic})
          .needed_by({"force"}, "", {.commands = kOneRun | kOpenLoop | kReproduce}),
      config
          .flag({"explain", "", "", kResults,
                 "write worms.csv, waits.csv (causes of waits) and critical_path.csv", kRun, Role::kSetting},
                &RunConfig::explain)
          .excludes({"reduce-delay"}, kCauses)
          .excludes({"no-link-statistics"}, kWaits),
      config
          .flag(
              {"report", "", "", kResults,
               "write report.html, a page that shows where the time went; traffic: also tables of the window",
               kRun | kTraffic, Role::kSetting},
              &RunConfig::report)
          .excludes({"reduce-delay"}, kCauses)
          .excludes({"no-link-statistics"}, kWaits)
          .excludes({"hardwired"}, "its routers are wires; torusim report DIR makes a page of the results"),
      config
          .flag({"rtl-image", "", "", kResults,
                 "write memory images of the run for the SystemVerilog network in rtl/torus", kRun,
                 Role::kSetting},
                &RunConfig::rtl_image)
          .excludes({"fail", "router-delay", "slow-node", "start-skew", "reduce-delay", "switching bubble",
                     "routing adaptive"},
                    "the network of rtl/torus has none of it")
          .excludes({"on", "algorithm .toml"}, "the network of rtl/torus runs one schedule"),
      config.named(
          {"tables", "WHICH", "", kResults,
           "rows per message, link and node (full), or sums (summary); auto: summary above 65536 nodes", kRun,
           Role::kSetting},
          {{"auto", Tables::kAuto}, {"full", Tables::kFull}, {"summary", Tables::kSummary}},
          &RunConfig::tables),
      config.flag(
          {"no-link-statistics", "", "", kResults, "omit links.csv and nodes.csv", kRun, Role::kSetting},
          &RunConfig::no_link_statistics),
      config.flag(
          {"load-libraries", "", "", kResults,
           "allow the rerun to load router libraries named in the results; only from sources you trust",
           kExplain | kReport | kWaves, Role::kCall},
          &RunConfig::load_libraries),
      config.flag({"monitor", "", "", kResults,
                   "check every router against docs/router.md in every cycle (slow); always on with --rtl",
                   kRun | kOpenLoop, Role::kSetting},
                  &RunConfig::monitor),
      config.number_or(
          "auto",
          {"threads", "N", "threads", kResults,
           "maximum number of threads per network; results do not depend on it; auto: all cores / --jobs",
           kRun | kOpenLoop | kSweep | kReproduce, Role::kCaller},
          1, 1024, &RunConfig::threads),
      run.flag_off({"no-sleep", "", "", kResults,
                    "evaluate every router in every cycle, also while long worms stream; same results", kRun,
                    Role::kSetting},
                   &RunOptions::sleep),
      config.flag(
          {"verify-sleep", "", "", kResults,
           "repeat the run with and without sleep; fail if any ejected flit differs", kRun, Role::kSetting},
          &RunConfig::verify_sleep),
      config.flag(
          {"force", "", "", kResults,
           "replace existing output that torusim wrote (directory, page or schedule file)",
           kCompare | kCheck | kSchedule | kOneRun | kOpenLoop | kReport | kWaves | kConvert | kReproduce,
           Role::kCaller},
          &RunConfig::force),
      config.flag({"quiet", "", "", kResults, "print no progress on standard error",
                   kCompare | kOneRun | kOpenLoop | kSweep | kReproduce, Role::kCaller},
                  &RunConfig::quiet),
      config
          .flag({"json", "", "", kResults, "print JSON",
                 kList | kInfo | kCheck | kCompare | kTraffic | kCurve | kExplain, Role::kCall},
                &RunConfig::json)
          .excludes({"output"}, "DIR has the same", {.commands = kCompare | kTraffic | kCurve}),

      list.flag(
          {"options", "", "", kPages, "print the options of all commands as Markdown", kList, Role::kCall},
          &ListConfig::options),
      list.flag({"man", "", "", kPages, "print the manual page, for man", kList, Role::kCall},
                &ListConfig::man),
      list.named(
          {"completion", "SHELL", "", kPages, "print a completion script for a shell", kList, Role::kCall},
          {{"none", Shell::kNone}, {"bash", Shell::kBash}, {"zsh", Shell::kZsh}, {"fish", Shell::kFish}},
          &ListConfig::completion),
      config.words({"config", "FILE", "", kFiles, "read options from a file; flags win over it",
                    kOneRun | kOpenLoop, Role::kCall},
                   "path", &RunConfig::config_file),
      config.flag({"print-config", "", "", kFiles, "print all options as a configuration file, and exit",
                   kOneRun | kOpenLoop, Role::kCall},
                  &RunConfig::print_config),
      text_option(sweep,
                  {"shard", "I/N", "", kSweeps,
                   "run every N-th job, starting with the I-th; other machines run the others", kSweep,
                   Role::kSetting},
                  "1/1, 2/8", &SweepConfig::shard, parse_shard, shard_text),
      sweep.named(
          {"print", "WHAT", "", kSweeps,
           "run nothing; print the jobs and their state, or a GNU parallel or Slurm script of --jobs shards",
           kSweep, Role::kSetting},
          {{"nothing", SweepPrint::kNothing},
           {"jobs", SweepPrint::kJobs},
           {"parallel", SweepPrint::kParallel},
           {"slurm", SweepPrint::kSlurm}},
          &SweepConfig::print),
      reproduce.number(
          {"budget", "SECONDS", "seconds", "Reproduction",
           "estimated core time of all measurements; larger exhibits use formulas; 0: formulas only",
           kReproduce, Role::kSetting},
          0, kDay, &ReproduceConfig::budget),
  };
}

}  // namespace torusim::rows
