// A new command is a bit of Command (option.h), a function in commands.h and a row here.
#include "testbench/cli/command_table.h"

#include "testbench/cli/commands.h"

namespace torusim {
namespace {

/// A command without --json.
template <int (*run)(RunConfig)>
int text_only(RunConfig config, nlohmann::ordered_json*) {
  return run(std::move(config));
}

constexpr CommandRow kCommands[] = {
    {"list", kList, "list the algorithms with their topologies and options, and the reproducible papers",
     list_command},
    {"info", kInfo, "print phases, cost, lower bounds and predicted time of a schedule, without simulation",
     info_command},
    {"check", kCheck,
     "check that a schedule is correct and keeps its claims; --deadlock: whether a run can deadlock",
     check_command},
    {"schedule", kSchedule, "write the schedule of an algorithm as text", text_only<schedule_command>},
    {"run", kRun, "simulate a schedule flit by flit, and verify every block", text_only<run_command>},
    {"compare", kCompare, "compare all algorithms of a collective, for one size of the vector or several",
     compare_command},
    {"traffic", kTraffic, "measure throughput and latency of open-loop traffic at one load", traffic_command},
    {"curve", kCurve, "measure latency over load, and the saturation load", curve_command},
    {"explain", kExplain, "explain the time of a run: its critical path and the causes of waits",
     explain_command, 1},
    {"report", kReport, "write an HTML page that shows one run or compares several",
     text_only<report_command>, 100},
    {"waves", kWaves, "write waveforms of a run around a worm, a cycle or the longest wait",
     text_only<waves_command>, 1},
    {"convert", kConvert, "write a schedule as .tcs, GOAL, htsim .cm or MSCCL .xml",
     text_only<convert_command>},
    {"sweep", kSweep, "run every combination of options in a file; resumable, divisible, one result table",
     text_only<sweep_command>},
    {"reproduce", kReproduce,
     "reproduce the tables and figures of a paper by simulation, beside the printed values",
     text_only<reproduce_command>},
};

}  // namespace

std::span<const CommandRow> command_table() { return kCommands; }

const char* const kExamples = R"(Examples:
  torusim list                                          list algorithms and papers
  torusim info t4 -t torus:16x16                        predict its cost without simulation
  torusim run t4 -t torus:8x8 --block 64 --startup 100  simulate it flit by flit, and verify it
  torusim run t4 -t torus:8x8 -o results --trace vcd    keep tables, a timeline and waveforms
  torusim schedule t4 -t torus:8x8 -o t4.tcs            write it as text, to read or edit
  torusim check t4.tcs                                  check that it is correct
  torusim run t4.tcs --sync none --level pins           run the text; every wire is a SystemC pin
  torusim explain results                               explain where the time went
  torusim report results other -o report.html           write a page; several runs are compared
  torusim waves results --around stall                  write waveforms of its longest wait
  torusim convert t4.tcs t4.goal                        convert to GOAL; also htsim .cm, MSCCL .xml
  torusim sweep sweep.toml -o sweep --jobs 2            many runs, one table; resumable
  torusim reproduce tseng:table-3 -o table-3            reproduce a paper's table
  torusim compare all-reduce -t torus:4x4x4 --size 1MB..1GB --link 50GB/s --startup 500ns
                                                        which algorithm is the quickest
  torusim traffic uniform -t torus:8x8 --load 0.2       measure open-loop latency and throughput
  torusim curve uniform -t torus:8x8 -o curve --jobs 2  measure latency up to saturation)";

const char* const kExitCodes =
    R"(Exit codes: 0 done and verified, 1 verification failed, 2 usage, 3 bad input, 4 deadlock, 5 limit reached,
130 interrupted.)";

}  // namespace torusim
