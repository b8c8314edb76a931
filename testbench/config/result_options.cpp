#include "models/contract/time_limits.h"
#include "models/run/traffic_run.h"
#include "testbench/config/option_rows.h"
#include "testbench/config/option_values.h"
#include "testbench/config/run_config.h"
#include "testbench/config/units.h"

namespace torusim::rows {
namespace {

constexpr double kDay = 86'400;    // seconds
constexpr int kMostPorts = 65535;  // more than a node of any shape has

}  // namespace

std::vector<Option> of_results() {
  return {
      convert.named({"from", "FORMAT", "", kOutside, "what is read; auto: by the end of its name", kConvert},
                    format_names(), &ConvertConfig::from),
      convert.named({"to", "FORMAT", "", kOutside, "what is written; auto: by the end of its name", kConvert},
                    format_names(), &ConvertConfig::to),
      outside.number_or(
          "all",
          {"ports", "N", "", kOutside,
           "messages that a node may send, and receive, in a phase; more wait for the next", kConvert},
          1, kMostPorts, &OutsideOptions::ports),
      outside.named({"steps", "WAY", "", kOutside,
                     "phases of a GOAL file: one for each tag, or by depth of the dependencies; auto: "
                     "as torusim wrote them, else depth",
                     kConvert},
                    {{"auto", Steps::kAuto}, {"tag", Steps::kTag}, {"depth", Steps::kDepth}},
                    &OutsideOptions::steps),
      outside.named(
          {"collective", "WAY", "", kOutside,
           "what a GOAL or .cm file without remarks is: a complete exchange, or messages with blocks of "
           "their "
           "own; auto: an exchange if every pair has one message, all of one size",
           kConvert},
          {{"auto", Reading::kAuto}, {"exchange", Reading::kExchange}, {"messages", Reading::kMessages}},
          &OutsideOptions::collective),
      outside.named(
          {"routes", "WAY", "", kOutside,
           "routes that a file does not give: dimension order, reversed with the last dimension first, split "
           "with half of the messages - where both ways round a ring are equally long",
           kConvert},
          {{"dor", Routes::kDor}, {"reversed", Routes::kReversed}, {"split", Routes::kSplit}},
          &OutsideOptions::routes),
      outside.named({"class-from", "WAY", "", kOutside,
                     "message class: as in the file, or the rank of its tag (GOAL) or prio (.cm)", kConvert},
                    {{"file", false}, {"mark", true}}, &OutsideOptions::classes),

      packets.number({"warmup", "CYCLES", "cycles", kMeasurement, "before the window", kOpenLoop}, 0,
                     kLongestMeasurement, &OpenLoopOptions::warm_up),
      packets.number({"window", "CYCLES", "cycles", kMeasurement,
                      "in which throughput and new packets are measured", kOpenLoop},
                     LatencyStatistics::kBatches, kLongestMeasurement, &OpenLoopOptions::window),
      packets.number({"drain", "CYCLES", "cycles", kMeasurement,
                      "at most, after the window, for its packets to arrive", kOpenLoop},
                     0, kLongestMeasurement, &OpenLoopOptions::drain),
      text_option(traffic,
                  {"loads", "A:B:STEP", "flits per node and cycle", kMeasurement,
                   "loads of the curve; auto: --points of them up to saturation", kCurve},
                  "FIRST:LAST:STEP or auto", &TrafficConfig::loads, parse_loads, loads_text),
      traffic.number({"points", "N", "", kMeasurement, "loads of the curve with --loads auto", kCurve}, 1,
                     1000, &TrafficConfig::points),
      config.number(
          {"jobs", "N", "processes", kMeasurement, "loads or runs at a time; the results do not depend on it",
           kCurve | kSweep | kReproduce, Role::kCaller},
          1, 1024, &RunConfig::jobs),

      config.named({"trace", "FORMAT", "", kTraces,
                    "write waves.vcd or waves.fst to --output, and what opens them in GTKWave "
                    "and Surfer; waves: none is vcd",
                    kOneRun | kWaves, Role::kSetting},
                   {{"none", TraceFormat::kNone}, {"vcd", TraceFormat::kVcd}, {"fst", TraceFormat::kFst}},
                   &RunConfig::trace),
      config.words({"around", "WHAT", "", kTraces,
                    "the cycles and routers of a message or signal, of a moment, or of the longest wait",
                    kWaves, Role::kSetting},
                   "worm:31, worm:s4, cycle:120 or stall", &RunConfig::around),
      config.words(
          {"trace-nodes", "NODES", "", kTraces, "only the waves of these nodes", kRun, Role::kSetting},
          "as --rtl: all, 0..2,16, (3,5), (0..3,*), x%2==0, random:25%; empty: all", &RunConfig::trace_nodes),
      config.words({"trace-rtl", "NODES", "", kTraces,
                    "also the signals inside the RTL routers of these nodes; needs a build with "
                    "-DTORUSIM_RTL_TRACE=ON, of a library one with TRACE",
                    kRun, Role::kSetting},
                   "as --rtl: all, none, 3,5..7, (1,*), x%2==0", &RunConfig::trace_rtl),
      text_option(config,
                  {"trace-window", "FIRST:LAST", "cycles", kTraces, "only the waves of these cycles", kRun,
                   Role::kSetting},
                  "FIRST:LAST or all", &RunConfig::trace_window, parse_window, window_text),

      config.number({"seed", "N", "", kResults,
                     "of what is drawn at random: open-loop traffic, the nodes of --rtl "
                     "random:25%; a collective itself draws nothing",
                     kOneRun | kOpenLoop, Role::kSetting},
                    0, std::numeric_limits<std::uint64_t>::max(), &RunConfig::seed),
      run.number(
          {"max-cycles", "CYCLES", "cycles", kResults, "stop there with exit code 5; 0: never", kOneRun}, 0,
          kLastCycle, &RunOptions::max_cycles),
      config.words(
          {"output", "PATH", "", kResults,
           "directory of results (run, curve, waves, sweep, reproduce), file (schedule, report); "
           "empty: none, DIR-waves, standard output, report.html",
           kSchedule | kOneRun | kCurve | kReport | kWaves | kSweep | kReproduce, Role::kCaller, 'o'},
          "path", &RunConfig::output),
      config.flag({"explain", "", "", kResults,
                   "keep why every worm waited, and the critical path: worms.csv, waits.csv, "
                   "critical_path.csv",
                   kRun, Role::kSetting},
                  &RunConfig::explain),
      config.flag({"report", "", "", kResults, "keep a page that shows where the time went: report.html",
                   kRun, Role::kSetting},
                  &RunConfig::report),
      config.flag(
          {"rtl-image", "", "", kResults,
           "keep the run as memory images for the network in SystemVerilog, rtl/torus", kRun, Role::kSetting},
          &RunConfig::rtl_image),
      config.named({"tables", "WHICH", "", kResults,
                    "a row for each message, link and node, or sums by direction and phase; auto: sums with "
                    "more than 65536 nodes",
                    kRun, Role::kSetting},
                   {{"auto", Tables::kAuto}, {"full", Tables::kFull}, {"summary", Tables::kSummary}},
                   &RunConfig::tables),
      config.flag(
          {"no-link-statistics", "", "", kResults, "no links.csv and nodes.csv", kRun, Role::kSetting},
          &RunConfig::no_link_statistics),
      config.flag({"load-libraries", "", "", kResults,
                   "run again also with the router libraries that the results name: programs, so only of "
                   "people you trust",
                   kExplain | kReport | kWaves, Role::kCall},
                  &RunConfig::load_libraries),
      config.flag({"monitor", "", "", kResults,
                   "hold all routers to docs/router.md, flit by flit and cycle by cycle (slow); always on "
                   "with --rtl",
                   kRun | kOpenLoop, Role::kSetting},
                  &RunConfig::monitor),
      config.number_or(
          "auto",
          {"threads", "N", "threads", kResults,
           "most that evaluate the routers of one network; the results do not depend on it; auto: the "
           "machine's, shared by --jobs",
           kRun | kOpenLoop | kSweep | kReproduce, Role::kCaller},
          1, 1024, &RunConfig::threads),
      run.flag_off({"no-sleep", "", "", kResults,
                    "evaluate every router in every cycle, also while long worms stream; changes no result",
                    kRun, Role::kSetting},
                   &RunOptions::sleep),
      config.flag({"verify-sleep", "", "", kResults,
                   "run again with and without sleep; a difference in any ejected flit is a failure", kRun,
                   Role::kSetting},
                  &RunConfig::verify_sleep),
      config.flag(
          {"force", "", "", kResults,
           "replace an output that torusim has written: a directory of results, a page, a schedule file",
           kSchedule | kOneRun | kCurve | kReport | kWaves | kConvert | kReproduce, Role::kCaller},
          &RunConfig::force),
      config.flag({"quiet", "", "", kResults, "no progress on standard error",
                   kOneRun | kOpenLoop | kSweep | kReproduce, Role::kCaller},
                  &RunConfig::quiet),
      config.flag(
          {"json", "", "", kResults, "print for programs", kList | kInfo | kCheck | kTraffic, Role::kCall},
          &RunConfig::json),

      list.flag({"options", "", "", kPages, "the options of all commands as a page of Markdown", kList,
                 Role::kCall},
                &ListConfig::options),
      list.flag({"man", "", "", kPages, "the manual page, for man", kList, Role::kCall}, &ListConfig::man),
      list.flag({"completion", "", "", kPages, "completion for bash: source it", kList, Role::kCall},
                &ListConfig::completion),
      config.words({"config", "FILE", "", kFiles, "read options from a file; flags win over it",
                    kOneRun | kOpenLoop, Role::kCall},
                   "path", &RunConfig::config_file),
      config.flag({"print-config", "", "", kFiles, "print all options as such a file, and stop",
                   kOneRun | kOpenLoop, Role::kCall},
                  &RunConfig::print_config),
      text_option(
          sweep,
          {"shard", "I/N", "", kSweeps, "only every N-th job, from the I-th on; other machines do the others",
           kSweep, Role::kSetting},
          "1/1, 2/8", &SweepConfig::shard, parse_shard, shard_text),
      sweep.named({"print", "WHAT", "", kSweeps,
                   "run nothing; print the jobs and which are done, or a script for GNU parallel or a "
                   "Slurm array of --jobs shards",
                   kSweep, Role::kSetting},
                  {{"nothing", SweepPrint::kNothing},
                   {"jobs", SweepPrint::kJobs},
                   {"parallel", SweepPrint::kParallel},
                   {"slurm", SweepPrint::kSlurm}},
                  &SweepConfig::print),
      reproduce.number({"budget", "SECONDS", "seconds", "Reproduction",
                        "of one core, by estimate, for all measurements together; what does not fit is given "
                        "as a formula. 0: formulas only",
                        kReproduce, Role::kSetting},
                       0, kDay, &ReproduceConfig::budget),
  };
}

}  // namespace torusim::rows
