// A new command is a bit of Command (option.h), a function in commands.h and a row here.
#include "testbench/cli/command_table.h"

#include "testbench/cli/commands.h"

namespace torusim {
namespace {

constexpr CommandRow kCommands[] = {
    {"list", kList,
     "the algorithms: what they do, where they run, their options; the papers that can be reproduced",
     list_command},
    {"info", kInfo, "phases, cost, lower bounds and predicted time of a schedule; nothing is simulated",
     info_command},
    {"check", kCheck,
     "is a schedule a correct collective, and does it keep what it claims? --deadlock: can it deadlock?",
     check_command},
    {"schedule", kSchedule, "write the schedule of an algorithm as text", schedule_command},
    {"run", kRun, "simulate a schedule flit by flit and verify what arrives", run_command},
    {"traffic", kTraffic, "measure throughput and latency of open-loop traffic at one load", traffic_command},
    {"curve", kCurve, "measure latency over load, and the load at which the network saturates",
     curve_command},
    {"explain", kExplain, "tell where the time of a run went: its critical path, and what was in the way",
     explain_command, 1},
    {"report", kReport, "write a page that shows one run, or compares several", report_command, 100},
    {"waves", kWaves, "write the waves of a run around a worm, a cycle or its longest wait", waves_command,
     1},
    {"convert", kConvert, "turn a schedule into another format: .tcs, GOAL, htsim .cm, MSCCL .xml",
     convert_command},
    {"sweep", kSweep,
     "run every combination of the options in a file; resumes, shares work, ends in one table",
     sweep_command},
    {"reproduce", kReproduce,
     "recompute the tables and figures of a paper from running hardware, beside the printed values",
     reproduce_command},
};

}  // namespace

std::span<const CommandRow> command_table() { return kCommands; }

const char* const kExamples = R"(Examples:
  torusim list                                          what there is
  torusim info t4 -t torus:16x16                        what it costs; nothing is simulated
  torusim run t4 -t torus:8x8 --block 64 --startup 100  simulate it flit by flit and verify every block
  torusim run t4 -t torus:8x8 -o results --trace vcd    keep tables, a timeline and waveforms
  torusim schedule t4 -t torus:8x8 -o t4.tcs            write it as text, to read or to change
  torusim check t4.tcs                                  is it correct?
  torusim check --deadlock t4.tcs --lanes 1             can a run of it deadlock?
  torusim run t4.tcs --sync none --level pins           run the text; every wire a SystemC pin
  torusim explain results                               why did it take so long?
  torusim report results other -o report.html           look at it in a browser, or compare runs
  torusim waves results --around stall                  look at its longest wait in GTKWave
  torusim convert t4.tcs t4.goal                        to and from GOAL, htsim .cm and MSCCL .xml
  torusim sweep sweep.toml -o sweep --jobs 2            many runs, one table; goes on where it was killed
  torusim reproduce tseng:table-3 -o table-3            a paper's table: printed, formula, measured
  torusim traffic uniform -t torus:8x8 --load 0.2       open-loop traffic: latency and throughput
  torusim curve uniform -t torus:8x8 -o curve --jobs 2  latency over load, up to saturation)";

const char* const kExitCodes =
    R"(Exit codes: 0 done and verified, 1 verification failed, 2 usage, 3 bad input, 4 deadlock, 5 limit reached,
130 interrupted.)";

}  // namespace torusim
