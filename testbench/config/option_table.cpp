// A new option is a member of the configuration (of Hardware or RunOptions, if the run itself wants it: they
// are handed on whole) and a row here. Flags, --config, --print-config, --help, man, completion, run.json,
// sweeps, the refusal by run --hardwired and docs/options.md (torusim list --options) follow from the row.
#include "models/contract/time_limits.h"
#include "models/run/traffic_run.h"
#include "testbench/config/option.h"
#include "testbench/config/option_builders.h"
#include "testbench/config/option_values.h"
#include "testbench/config/units.h"

namespace torusim {
namespace {

using Kind = Option::Kind;
using Role = Option::Role;

constexpr unsigned kOneRun = kRun | kHardwired;
constexpr unsigned kAll = kInfo | kCheck | kSchedule | kOneRun;
constexpr unsigned kOpenLoop = kTraffic | kCurve;
constexpr const char* kSource = "What is sent";
constexpr const char* kPackets = "Open-loop traffic";
constexpr const char* kMessages = "Messages and time";
constexpr const char* kUnits = "Time and bytes";
constexpr const char* kHardware = "Hardware";
constexpr const char* kOutside = "Schedules from outside";
constexpr const char* kMeasurement = "Measurement";
constexpr const char* kTraces = "Waveforms";
constexpr const char* kResults = "Run and results";
constexpr const char* kPages = "Pages for reference";
constexpr const char* kFiles = "Configuration files";
constexpr const char* kSweeps = "Sweeps";

constexpr OptionsOf config([](auto& config) -> auto& { return config; });
constexpr OptionsOf run([](auto& config) -> auto& { return config.run; });
constexpr OptionsOf hardware([](auto& config) -> auto& { return config.run.hardware; });
constexpr OptionsOf traffic([](auto& config) -> auto& { return config.traffic; });
constexpr OptionsOf packets([](auto& config) -> auto& { return config.traffic.packets; });
constexpr OptionsOf convert([](auto& config) -> auto& { return config.convert; });
constexpr OptionsOf outside([](auto& config) -> auto& { return config.convert.outside; });
constexpr OptionsOf sweep([](auto& config) -> auto& { return config.sweep; });
constexpr OptionsOf reproduce([](auto& config) -> auto& { return config.reproduce; });
constexpr OptionsOf list([](auto& config) -> auto& { return config.list; });

constexpr double kDay = 86'400;    // seconds
constexpr int kMostPorts = 65535;  // more than a node of any shape has

std::string pattern_names() {
  std::string names;
  for (const std::string& name : Pattern::names()) names += (names.empty() ? "" : "|") + name;
  return names;
}

/// An option whose values are read and written by members of their type.
template <typename Part, typename Value>
Option own_text(const OptionText& wording, const char* values, Value Part::*member) {
  const auto print = [](const Value& value) { return value.text(); };
  return packets.option(wording, Kind::kText, values, member, &Value::parse, print);
}

/// Flags add to each other, and to what a configuration file says.
Option settings(const OptionText& wording) {
  Option option =
      text_option(config, wording, "see torusim list", &RunConfig::set, parse_settings, settings_text);
  option.repeats = true;
  option.set = [](RunConfig& config, const std::string& value) {
    for (const auto& [name, chosen] : parse_settings(value)) config.set[name] = chosen;
  };
  return option;
}

std::vector<Option> make_table() {
  return {
      config.words(
          {"algorithm", "", "", kSource,
           "name of an algorithm (torusim list) or path of a .tcs file; convert also reads .goal, .cm, .xml",
           kAll | kConvert},
          "name or path", &RunConfig::algorithm),
      sweep.words(
          {"sweep", "", "", kSource, "file that says what is swept: docs/sweep.md", kSweep, Role::kSetting},
          "path", &SweepConfig::file),
      reproduce.words(
          {"exhibits", "", "", kSource, "a paper, or one of its tables, figures or theorems (torusim list)",
           kReproduce, Role::kSetting},
          "PAPER or PAPER:EXHIBIT", &ReproduceConfig::exhibits),
      convert.words(
          {"into", "", "", kSource, "file to write: .tcs, .goal, .cm or .xml", kConvert, Role::kSetting},
          "path", &ConvertConfig::into),
      config.words(
          {"topology", "SHAPE", "", kSource, "shape of the network; a .tcs file brings its own",
           kAll | kOpenLoop | kConvert, Role::kResult, 't'},
          "torus:8x8, mesh:4x6, ring:16, path:9, hypercube:4, complete:5, torus:8x4mx5k, product:petersen,4",
          &RunConfig::topology),
      settings(
          {"set", "NAME=VALUE", "", kSource, "option of the algorithm; may be repeated", kAll | kConvert}),

      traffic.words(
          {"pattern", "", "", kPackets, "where packets go; docs/traffic.md defines each", kOpenLoop},
          pattern_names().c_str(), &TrafficConfig::pattern),
      packets.number(
          {"load", "LOAD", "flits per node and cycle", kPackets, "offered by every node", kTraffic}, 0, 64,
          &OpenLoopOptions::load),
      own_text({"packet", "FLITS", "flits", kPackets, "lengths of packets, head included", kOpenLoop},
               "8; 1,5 (equal shares); 1:0.8,5:0.2 (weights)", &OpenLoopOptions::packet),
      own_text({"injection", "PROCESS", "", kPackets,
                "when packets are made; bursty: mean cycles on, and flits a cycle while on", kOpenLoop},
               "bernoulli or bursty:CYCLES[:PEAK]", &OpenLoopOptions::injection),
      traffic.words(
          {"hotspot", "NODE", "", kPackets, "pattern hotspot: the node that everyone likes", kOpenLoop},
          "such as 5 or (3,5)", &TrafficConfig::hotspot),
      traffic.number({"hotspot-share", "SHARE", "", kPackets,
                      "pattern hotspot: share of the packets that go there, the rest is uniform", kOpenLoop},
                     0, 1, &TrafficConfig::hotspot_share),

      config.number_or(
          "auto",
          {"block", "FLITS", "flits", kMessages, "size of a block (b); auto: as the schedule says",
           kInfo | kSchedule | kOneRun | kConvert},
          0, 1'000'000, &RunConfig::block),
      run.number(
          {"startup", "CYCLES", "cycles", kMessages,
           "from the start of a send to its head entering the network (t_s)", kInfo | kOneRun | kOpenLoop},
          0, kLongestStartup, &RunOptions::startup),
      config.named({"sync", "MODE", "", kMessages, "what orders the phases; auto: as the schedule says",
                    kSchedule | kRun},
                   {{"none", Synchronisation::kNone},
                    {"barrier", Synchronisation::kBarrier},
                    {"local", Synchronisation::kLocal},
                    {"priority", Synchronisation::kPriority},
                    {"auto", std::nullopt}},
                   &RunConfig::sync),
      run.number({"barrier", "CYCLES", "cycles", kMessages, "latency of the barrier network", kRun}, 0,
                 kLongestBarrier, &RunOptions::barrier),
      run.number(
          {"reduce-delay", "CYCLES", "cycles", kMessages,
           "of a reduction: from the arrival of what is added to when the sum may be sent", kInfo | kRun},
          0, kLongestReduceDelay, &RunOptions::reduce_delay),

      text_option(config,
                  {"clock", "FREQUENCY", "", kUnits,
                   "how long a cycle is: results are given in ns too, and times may be given (docs/units.md)",
                   kInfo | kOneRun | kOpenLoop},
                  "1GHz, 312.5MHz or none", &RunConfig::clock, parse_clock, clock_text),
      config.number({"flit-bytes", "BYTES", "bytes", kUnits,
                     "data that a flit carries: results are given in bytes too, and sizes may be given; 0: "
                     "nobody says (convert: 16)",
                     kInfo | kSchedule | kOneRun | kOpenLoop | kConvert},
                    0, 1'000'000, &RunConfig::flit_bytes),

      run.named({"level", "LEVEL", "", kHardware,
                 "fast, or every wire a SystemC pin; same cycles, same results", kRun | kOpenLoop},
                by_text({Level::kFast, Level::kPins}), &RunOptions::level),
      config.number_or("auto",
                       {"alpha", "N", "channels", kHardware,
                        "injection and ejection channels of a node; auto: the schedule's ports, open loop 1",
                        kRun | kOpenLoop},
                       1, 2 * Topology::kMaxDimensions, &RunConfig::alpha),
      config.number_or("auto",
                       {"lanes", "N", "", kHardware,
                        "virtual channels of a class; auto: 2 (dateline) if a dimension wraps, else 1",
                        kCheck | kRun | kOpenLoop},
                       1, 2, &RunConfig::lanes),
      config.number_or(
          "auto",
          {"classes", "N", "", kHardware,
           "priority levels; auto: as many as schedule and --sync need, open loop 1", kRun | kOpenLoop},
          1, Hardware::kMaxVcs, &RunConfig::classes),
      config.number_or("auto",
                       {"reserve", "FLITS", "flits", kHardware,
                        "buffer of every virtual channel; auto: the credit round trip, 2 * link-delay + "
                        "2, and with vct and saf the "
                        "longest message",
                        kRun | kOpenLoop},
                       1, Hardware::kMaxSlots, &RunConfig::reserve),
      hardware.number({"shared", "FLITS", "flits", kHardware,
                       "further buffer that the virtual channels of an input port share", kRun | kOpenLoop},
                      0, Hardware::kMaxSlots, &Hardware::shared),
      hardware.number({"link-delay", "CYCLES", "cycles", kHardware, "on a channel between routers, each way",
                       kInfo | kOneRun | kOpenLoop},
                      1, 255, &Hardware::link_delay),
      hardware.named(
          {"switching", "MODE", "", kHardware,
           "wormhole, virtual cut-through, store and forward, or circuits set up by the head and its ack",
           kInfo | kRun | kOpenLoop},
          by_text({Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward,
                   Switching::kCircuit}),
          &Hardware::switching),
      hardware.named(
          {"arbitration", "RULE", "", kHardware,
           "for a link, among flits of one class: input ports take turns, or those from other routers go "
           "before those that enter here",
           kRun | kOpenLoop},
          by_text({Arbitration::kTurns, Arbitration::kTransitFirst}), &Hardware::arbitration),
      config.words(
          {"rtl", "NODES[=ROUTER]", "", kHardware,
           "nodes whose router is the Verilated RTL, or one's own in a shared library "
           "(docs/your-own-router.md); groups are joined by ;",
           kRun | kOpenLoop},
          "all, none, 3,5..7, (1,*), x%2==0 or random:25%, each with =./libmine.so, =rtl or =model behind it",
          &RunConfig::rtl),
      config.named(
          {"rtl-models", "WHICH", "", kHardware,
           "whose models of the RTL router: of the program, and built on demand where none of them serves "
           "(auto); of the program; or always one that fits, built at its first use and kept",
           kRun | kOpenLoop, Role::kSetting},
          {{"auto", RtlModels::kAuto}, {"built-in", RtlModels::kBuiltIn}, {"fitting", RtlModels::kFitting}},
          &RunConfig::rtl_models),
      config.flag(
          {"hardwired", "", "", kHardware,
           "routers that are only wires, by the static table of the schedule (gossip-two, gossip-one)",
           kOneRun},
          &RunConfig::hardwired),
      run.flag({"lockstep", "", "", kHardware,
                "beside every RTL router a model of the contract; stop at their first difference",
                kRun | kOpenLoop, Role::kSetting},
               &RunOptions::lockstep),

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
                   kRun, Role::kSetting},
                  &RunConfig::monitor),
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

}  // namespace

const std::vector<Option>& option_table() {
  static const std::vector<Option> table = [] {
    std::vector<Option> options = make_table();
    for (Option& option : options) accept_units(option);
    return options;
  }();
  return table;
}

const Option* find_option(std::string_view name) {
  for (const Option& option : option_table()) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

}  // namespace torusim
