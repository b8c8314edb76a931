#include "models/contract/time_limits.h"
#include "models/run/traffic_run.h"
#include "testbench/config/option_rows.h"
#include "testbench/config/option_values.h"
#include "testbench/config/run_config.h"
#include "testbench/config/units.h"

namespace torusim::rows {
namespace {

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

}  // namespace

std::vector<Option> of_simulation() {
  return {
      config.words(
          {"algorithm", "", "", kSource,
           "name of an algorithm (torusim list) or path of a .tcs file; convert also reads .goal, .cm, .xml, "
           "check --deadlock takes a pattern of traffic",
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
      own_text(
          {"packet", "FLITS", "flits", kPackets, "lengths of packets, head included", kCheck | kOpenLoop},
          "8; 1,5 (equal shares); 1:0.8,5:0.2 (weights)", &OpenLoopOptions::packet),
      own_text({"injection", "PROCESS", "", kPackets,
                "when packets are made; bursty: mean cycles on, and flits a cycle while on", kOpenLoop},
               "bernoulli or bursty:CYCLES[:PEAK]", &OpenLoopOptions::injection),
      traffic.words({"hotspot", "NODE", "", kPackets, "pattern hotspot: the node that everyone likes",
                     kCheck | kOpenLoop},
                    "such as 5 or (3,5)", &TrafficConfig::hotspot),
      traffic.number(
          {"hotspot-share", "SHARE", "", kPackets,
           "pattern hotspot: share of the packets that go there, the rest is uniform", kCheck | kOpenLoop},
          0, 1, &TrafficConfig::hotspot_share),

      config.number_or(
          "auto",
          {"block", "FLITS", "flits", kMessages, "size of a block (b); auto: as the schedule says",
           kInfo | kCheck | kSchedule | kOneRun | kConvert},
          0, 1'000'000, &RunConfig::block),
      run.number(
          {"startup", "CYCLES", "cycles", kMessages,
           "from the start of a send to its head entering the network (t_s)", kInfo | kOneRun | kOpenLoop},
          0, kLongestStartup, &RunOptions::startup),
      config.named({"sync", "MODE", "", kMessages, "what orders the phases; auto: as the schedule says",
                    kCheck | kSchedule | kRun},
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
                        kCheck | kRun | kOpenLoop},
                       1, Hardware::kMaxSlots, &RunConfig::reserve),
      hardware.number(
          {"shared", "FLITS", "flits", kHardware,
           "further buffer that the virtual channels of an input port share", kCheck | kRun | kOpenLoop},
          0, Hardware::kMaxSlots, &Hardware::shared),
      hardware.number({"link-delay", "CYCLES", "cycles", kHardware, "on a channel between routers, each way",
                       kInfo | kCheck | kOneRun | kOpenLoop},
                      1, 255, &Hardware::link_delay),
      hardware.named(
          {"switching", "MODE", "", kHardware,
           "wormhole, virtual cut-through, store and forward, or circuits set up by the head and its ack",
           kInfo | kCheck | kRun | kOpenLoop},
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
  };
}

}  // namespace torusim::rows
