#include "models/contract/time_limits.h"
#include "models/run/traffic_run.h"
#include "schedules/core/schedule.h"
#include "testbench/config/link_rules.h"
#include "testbench/config/node_options.h"
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

/// An option whose type has members that read and write its values.
template <typename Part, typename Value>
Option own_text(const OptionText& wording, const char* values, Value Part::*member) {
  const auto print = [](const Value& value) { return value.text(); };
  return packets.option(wording, Kind::kText, values, member, &Value::parse, print);
}

/// A number for all links, and exceptions.
Option link_delay() {
  const OptionText wording{"link-delay",
                           "CYCLES",
                           "cycles",
                           kHardware,
                           "latency of links between routers, in each direction (docs/networks.md)",
                           kCompare | kInfo | kCheck | kOneRun | kOpenLoop};
  Option option = hardware.number(wording, 1, UnevenLinks::kMost, &Hardware::link_delay);
  option.values = kLinkDelays;
  option.set = [](RunConfig& config, const std::string& value) {
    LinkRules delays = parse_link_delays(value);
    config.run.hardware.link_delay = delays.all;
    config.link_delays = std::move(delays.rules);
  };
  option.get = [](const RunConfig& config) {
    return link_delays_text({config.run.hardware.link_delay, config.link_delays});
  };
  return option;
}

/// The values of repeated flags and of a configuration file are joined.
Option settings(const OptionText& wording) {
  Option option =
      text_option(config, wording, "see torusim list", &RunConfig::set, parse_settings, settings_text);
  option.repeats = true;
  option.set = [](RunConfig& config, const std::string& value) {
    for (const auto& [name, chosen] : parse_settings(value)) config.set[name] = chosen;
  };
  return option;
}

constexpr RuleScope kAdaptive{.values = "adaptive"};

}  // namespace

std::vector<Option> of_simulation() {
  return {
      config.words({"algorithm", "", "", kSource,
                    "algorithm (torusim list), .tcs file, program (.goal .cm .et .xml .json), jobs (.toml)",
                    kCompare | kAll | kConvert},
                   "name or path", &RunConfig::algorithm),
      sweep.words(
          {"sweep", "", "", kSource, "description of the sweep (docs/sweep.md)", kSweep, Role::kSetting},
          "path", &SweepConfig::file),
      reproduce.words(
          {"exhibits", "", "", kSource, "paper, or one of its tables, figures or theorems (torusim list)",
           kReproduce, Role::kSetting},
          "PAPER or PAPER:EXHIBIT", &ReproduceConfig::exhibits),
      convert.words(
          {"into", "", "", kSource, "output file: .tcs, .goal, .cm or .xml", kConvert, Role::kSetting},
          "path", &ConvertConfig::into),
      config.words(
          {"topology", "SHAPE", "", kSource, "network topology; a .tcs file has its own",
           kCompare | kAll | kOpenLoop | kConvert, Role::kResult, 't'},
          "torus:8x8, torus:4x4x8~, torus:8x4mx5k, mesh:4x6, ring:16, path:9, complete:5, product:petersen,4",
          &RunConfig::topology),
      settings(
          {"set", "NAME=VALUE", "", kSource, "set an option of the algorithm; repeatable", kAll | kConvert})
          .excludes({"algorithm .toml"}, "each of its jobs has its own, set.NAME = .."),

      config
          .words(
              {"fail", "LIST", "", kSource,
               "links and nodes that have failed; messages take other routes (docs/networks.md)",
               kCompare | kInfo | kCheck | kSchedule | kRun | kOpenLoop},
              "none, or such as (3,4)+x,(0,1)-y:one-way,(7,7),random:2%; random: a share or number of links",
              &RunConfig::fail)
          .listed(';'),
      config
          .named({"reroute", "METHOD", "", kSource,
                  "routes round failed links: shortest in layers of classes, or spread evenly over all links",
                  kCompare | kInfo | kCheck | kSchedule | kRun | kOpenLoop},
                 by_text({Reroute::kLayered, Reroute::kSpread}), &RunConfig::reroute, {},
                 "; long is gone for layered, and planned for broadcast and planned, which need no option")
          .needs({"fail"}),
      config
          .named(
              {"routing", "METHOD", "", kSource,
               "routes of packets (docs/traffic.md); adaptive: routers choose (docs/algorithms/adaptive.md)",
               kCheck | kRun | kOpenLoop},
              by_text({Routing::kDimensionOrder, Routing::kValiant, Routing::kRomm, Routing::kRandomOrder,
                       Routing::kAdaptive}),
              &RunConfig::routing)
          .listed()
          .excludes({"fail"}, "failures take channels away from shortest paths", kAdaptive)
          .excludes({"rtl"}, "these routers follow a route in the head, and an adaptive head has none",
                    kAdaptive)
          .excludes({"sync switch"}, "phase gates count the messages of fixed routes", kAdaptive)
          .excludes({"lane-choice"}, "it is for fixed routes", kAdaptive)
          .excludes({"switching bubble|circuit"},
                    "adaptive routers have escape lanes, and heads without routes", kAdaptive)
          .excludes({"level dense"}, "the dense level packs routes; take fast or pins", kAdaptive)
          .excludes({"on", "algorithm .toml"}, "jobs keep to the channels of their parts", kAdaptive)
          .excludes({"switching bubble"}, "bubbles need one order of dimensions",
                    {.values = "valiant|romm|random-order"}),
      config
          .words({"on", "PART", "", kSource,
                  "run on a part of the network, by default without synchronisation (docs/jobs.md)",
                  kInfo | kCheck | kRun},
                 "coordinates, such as (0..3,*) or (0..7/2,0); empty: the whole network", &RunConfig::on)
          .excludes({"algorithm .toml"}, "each of its jobs has its nodes")
          .excludes({"hardwired"}, "static tables fill the network"),
      config
          .words({"map", "WHERE", "", kSource,
                  "nodes of the ranks of a program; auto: rank r on node r, a rank for each node",
                  kInfo | kCheck | kRun},
                 "auto, linear, snake, random:SEED, or a file with the node of a rank in each line",
                 &RunConfig::map)
          .excludes({"on", "algorithm .toml"}, "a job has its ranks where its nodes are"),
      text_option(
          config,
          {"collectives", "LIST", "", kSource,
           "algorithms of the collectives of Chakra traces (docs/programs.md)", kInfo | kCheck | kRun},
          "auto, or such as all-reduce=swing,all-gather=ring,all-to-all=pairs", &RunConfig::collective,
          parse_collective_text, host_text),
      config.words(
          {"groups", "FILE", "", kSource,
           "process groups of Chakra traces as JSON: ranks by the name of a group", kInfo | kCheck | kRun},
          "none, or a file", &RunConfig::groups),
      config.flag(
          {"ctrl-deps", "", "", kSource, "control dependences of Chakra traces bind, as data dependences do",
           kInfo | kCheck | kRun, Role::kResult},
          &RunConfig::ctrl_deps),

      traffic
          .words({"pattern", "", "", kPackets, "traffic pattern, or a file of traffic (docs/traffic.md)",
                  kOpenLoop},
                 pattern_names().c_str(), &TrafficConfig::pattern)
          .listed(),
      packets.number(
          {"load", "LOAD", "flits per node and cycle", kPackets, "offered load of each node", kTraffic}, 0,
          64, &OpenLoopOptions::load),
      own_text({"packet", "FLITS", "flits", kPackets, "packet lengths, head included", kCheck | kOpenLoop},
               "8; 1,5 (equal shares); 1:0.8,5:0.2 (weights)", &OpenLoopOptions::packet),
      own_text(
          {"injection", "PROCESS", "", kPackets,
           "injection process; bursty: mean cycles of a burst, and flits per cycle during it", kOpenLoop},
          "bernoulli or bursty:CYCLES[:PEAK]", &OpenLoopOptions::injection),
      traffic.words({"hotspot", "NODE", "", kPackets, "hotspot node (pattern hotspot)", kCheck | kOpenLoop},
                    "such as 5 or (3,5)", &TrafficConfig::hotspot),
      traffic.number(
          {"hotspot-share", "SHARE", "", kPackets,
           "fraction of packets sent to the hotspot node; the others are uniform (pattern hotspot)",
           kCheck | kOpenLoop},
          0, 1, &TrafficConfig::hotspot_share),

      loop.number_or("none",
                     {"reply", "FLITS", "flits", kPackets,
                      "closed loop: packets are requests, and each has a reply of this length", kOpenLoop},
                     1, PacketMix::kMostFlits, &ClosedLoopOptions::reply)
          .excludes({"load", "injection", "loads", "points"},
                    "a node creates a request when another has its reply")
          .needed_by({"outstanding", "service"}),
      loop.number({"outstanding", "N", "requests", kPackets,
                   "most requests of a node without their reply; curve takes a list, 1,2,4", kOpenLoop},
                  1, 4096, &ClosedLoopOptions::outstanding)
          .listed(),
      loop.number({"service", "CYCLES", "cycles", kPackets,
                   "from the arrival of a request to the creation of its reply", kOpenLoop},
                  0, kLongestStartup, &ClosedLoopOptions::service),

      config.number_or("auto",
                       {"block", "FLITS", "flits", kMessages, "block size (b); auto: from the schedule",
                        kInfo | kCheck | kSchedule | kOneRun | kConvert},
                       0, kMostBlock, &RunConfig::block),
      config
          .words({"size", "SIZE", "", kMessages,
                  "vector of a rank, in place of --block; compare takes several, 1MB..1GB (docs/sweep.md)",
                  kInfo | kRun | kCompare},
                 "flits, or such as 1MB", &RunConfig::size)
          .excludes({"block"}, "the blocks follow from the vector"),
      run.number({"startup", "CYCLES", "cycles", kMessages,
                  "startup time (t_s): from the start of a send until its head enters the network",
                  kCompare | kInfo | kOneRun | kOpenLoop},
                 0, kLongestStartup, &RunOptions::startup),
      text_option(config,
                  {"slow-node", "NODES=CYCLES", "", kMessages,
                   "nodes whose sends take further cycles of startup time (docs/networks.md)",
                   kCompare | kInfo | kRun},
                  kSlowNodes, &RunConfig::slow_nodes, parse_slow_nodes, host_text),
      config.number({"start-skew", "CYCLES", "cycles", kMessages,
                     "latest start of a node; each draws its own by --seed (docs/networks.md)", kRun},
                    0, kLongestStartup, &RunConfig::start_skew),
      config
          .named({"sync", "MODE", "", kMessages, "synchronisation of phases; auto: from the schedule",
                  kCheck | kSchedule | kRun},
                 {{"none", Synchronisation::kNone},
                  {"barrier", Synchronisation::kBarrier},
                  {"local", Synchronisation::kLocal},
                  {"priority", Synchronisation::kPriority},
                  {"switch", Synchronisation::kSwitch},
                  {"data", Synchronisation::kData},
                  {"auto", std::nullopt}},
                 &RunConfig::sync)
          .excludes({"hardwired"}, "wires work in step, as with barriers",
                    {.values = "none|local|priority|switch|data"})
          .excludes({"on", "algorithm .toml"}, "parts and jobs have no phase gates", {.values = "switch"}),
      run.number({"barrier", "CYCLES", "cycles", kMessages, "latency of the barrier network", kRun}, 0,
                 kLongestBarrier, &RunOptions::barrier),
      run.number({"reduce-delay", "CYCLES", "cycles", kMessages,
                  "delay of a reduction: from the arrival of a block until the sum can be sent",
                  kCompare | kInfo | kRun},
                 0, kLongestReduceDelay, &RunOptions::reduce_delay)
          .excludes({"on", "algorithm .toml"}, "jobs count messages and make no sums"),

      text_option(
          config,
          {"host", "COSTS", "", kMessages,
           "host costs of a program's messages: o, O, g, G, S of LogGOPS (docs/programs.md)", kInfo | kRun},
          "none, or such as o=10,g=5,O=0.1,G=0.02,S=65535", &RunConfig::host, parse_host_text, host_text),

      text_option(config,
                  {"clock", "FREQUENCY", "", kUnits,
                   "clock frequency; results then include ns, and options accept times (docs/run.md)",
                   kCompare | kInfo | kOneRun | kOpenLoop},
                  "1GHz, 312.5MHz or none", &RunConfig::clock, parse_clock, clock_text),
      config.number({"flit-bytes", "BYTES", "bytes", kUnits,
                     "bytes per flit; adds bytes to results, options accept sizes; 0: unspecified (convert, "
                     "programs: 16)",
                     kCompare | kInfo | kSchedule | kOneRun | kOpenLoop | kConvert},
                    0, 1'000'000, &RunConfig::flit_bytes),
      text_option(config,
                  {"link", "RATE", "", kUnits,
                   "bandwidth of a link, in place of --clock or --flit-bytes (docs/run.md)",
                   kInfo | kOneRun | kOpenLoop | kCompare},
                  "50GB/s, 400Gbit/s or none", &RunConfig::link, parse_link, link_text),

      config.named(
          {"level", "LEVEL", "", kHardware,
           "network model; dense: 256 routers per instruction (docs/performance.md); auto: fast or dense",
           kRun | kOpenLoop},
          {{"fast", Level::kFast}, {"dense", Level::kDense}, {"pins", Level::kPins}, {"auto", std::nullopt}},
          &RunConfig::level),
      config.number_or(
          "auto",
          {"alpha", "N", "channels", kHardware,
           "injection and ejection channels per node; auto: the schedule's ports, 1 in open loop",
           kCompare | kRun | kOpenLoop},
          1, 2 * Topology::kMaxDimensions, &RunConfig::alpha),
      config
          .number_or(
              "auto",
              {"lanes", "N", "", kHardware,
               "virtual channels per class; auto: 2 (dateline) if a dimension wraps, else 1; 4 by --routing",
               kCompare | kCheck | kRun | kOpenLoop},
              1, Hardware::kMaxLanes, &RunConfig::lanes)
          .listed()
          .needs({"routing adaptive"}, "others have 1, the 2 of a dateline, or 4", {.values = "3|5|6|7|8"}),
      config
          .named({"lane-choice", "RULE", "", kHardware,
                  "lane on which a worm enters a ring: 0, or balanced over the lanes (docs/traffic.md)",
                  kCheck | kRun | kOpenLoop},
                 by_text({LaneChoice::kDateline, LaneChoice::kBalanced}), &RunConfig::lane_choice)
          .excludes({"fail"}, "routes round failed links begin on lane 0")
          .excludes({"switching bubble"}, "bubbles have one lane"),
      config.number_or("auto",
                       {"classes", "N", "", kHardware,
                        "priority classes; auto: as many as the schedule and --sync need, 1 in open loop",
                        kRun | kOpenLoop},
                       1, Hardware::kMaxVcs, &RunConfig::classes),
      config
          .number_or("auto",
                     {"reserve", "FLITS", "flits", kHardware,
                      "buffer per virtual channel; auto: credit round trip; vct, saf, bubble: room for "
                      "longest message",
                      kCompare | kCheck | kRun | kOpenLoop},
                     1, Hardware::kMaxSlots, &RunConfig::reserve)
          .listed(),
      hardware.number(
          {"shared", "FLITS", "flits", kHardware,
           "additional buffer shared by the virtual channels of an input port", kCheck | kRun | kOpenLoop},
          0, Hardware::kMaxSlots, &Hardware::shared),
      link_delay(),
      text_option(
          config,
          {"link-rate", "RATE", "", kHardware, "flits per cycle of links between routers (docs/networks.md)",
           kCompare | kInfo | kCheck | kRun | kOpenLoop},
          kLinkRates, &RunConfig::link_rates, parse_link_rates, link_rates_text),
      hardware.number({"router-delay", "CYCLES", "cycles", kHardware,
                       "cycles of a router from its buffer to the channel (docs/networks.md)",
                       kCompare | kInfo | kCheck | kRun | kOpenLoop},
                      1, Hardware::kMaxRouterDelay, &Hardware::router_delay),
      hardware.named(
          {"switching", "MODE", "", kHardware,
           "wormhole, virtual cut-through (vct), store and forward (saf), circuit, or bubble flow control",
           kInfo | kCheck | kRun | kOpenLoop},
          by_text({Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward,
                   Switching::kCircuit, Switching::kBubble}),
          &Hardware::switching),
      hardware.named(
          {"arbitration", "RULE", "", kHardware,
           "order among flits of one class: round-robin, or transit traffic before injected traffic",
           kRun | kOpenLoop},
          by_text({Arbitration::kRoundRobin, Arbitration::kTransitFirst}), &Hardware::arbitration,
          {{"turns", Arbitration::kRoundRobin}}),
      config.words(
          {"rtl", "NODES[=ROUTER]", "", kHardware,
           "nodes with RTL routers, or routers of a shared library (docs/your-own-router.md); ; joins groups",
           kRun | kOpenLoop},
          "all, none, 3,5..7, (1,*), x%2==0, random:25%; each with =./libmine.so, =rtl or =model",
          &RunConfig::rtl),
      config.named(
          {"rtl-models", "WHICH", "", kHardware,
           "RTL models: built-in, else compiled on demand (auto); built-in only; compiled only (fitting)",
           kRun | kOpenLoop, Role::kSetting},
          {{"auto", RtlModels::kAuto}, {"built-in", RtlModels::kBuiltIn}, {"fitting", RtlModels::kFitting}},
          &RunConfig::rtl_models),
      config
          .flag({"hardwired", "", "", kHardware,
                 "replace routers by wires, from the schedule's static table (gossip-two, gossip-one)",
                 kOneRun},
                &RunConfig::hardwired)
          .excludes({"algorithm .toml"}, "static tables fill the network"),
      run.flag({"lockstep", "", "", kHardware,
                "run a reference model beside each RTL router, and stop at the first difference",
                kRun | kOpenLoop, Role::kSetting},
               &RunOptions::lockstep),
  };
}

}  // namespace torusim::rows
