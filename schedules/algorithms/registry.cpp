#include "schedules/algorithms/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "schedules/algorithms/broadcast/broadcast_options.h"
#include "schedules/algorithms/broadcast/broadcast_schedule.h"
#include "schedules/algorithms/direct_exchange.h"
#include "schedules/algorithms/invariant_gossip.h"
#include "schedules/algorithms/pairwise_exchange.h"
#include "schedules/algorithms/product_exchange.h"
#include "schedules/algorithms/ring_pass.h"
#include "schedules/algorithms/table_gossip.h"
#include "schedules/algorithms/torus_family.h"
#include "schedules/core/error.h"
#include "schedules/core/nearest.h"

namespace torusim {
namespace {

using Maker = std::function<std::unique_ptr<Schedule>(const Topology&, const AlgorithmOptions&,
                                                      const std::string& generator)>;

struct Entry {
  AlgorithmInfo info;
  Maker make;
};

const OptionInfo kRule{
    "rule",
    {"auto", "A", "S", "E", "F"},
    "auto",
    "which blocks climb the tree: A as in the lemmas, S as in the pseudo-code, E and F for rings "
    "that are not powers of two; auto: A on 2^d nodes, F on others (fewest blocks)"};
const OptionInfo kCompletion{
    "completion",
    {"auto", "fold", "split", "seq"},
    "auto",
    "rings of odd length: fold leaves node 0 out of one tree, split runs colliding phases "
    "as two; seq (any length) runs the two directions one after the other; auto: seq on 5 and 7 nodes, "
    "where it is the cheapest, fold on others"};

RingOptions ring_options(const AlgorithmOptions& options) {
  static const std::map<std::string, RingRule> kRules{{"auto", RingRule::kAuto},
                                                      {"A", RingRule::kA},
                                                      {"S", RingRule::kS},
                                                      {"E", RingRule::kE},
                                                      {"F", RingRule::kF}};
  static const std::map<std::string, RingCompletion> kCompletions{{"auto", RingCompletion::kAuto},
                                                                  {"fold", RingCompletion::kFold},
                                                                  {"split", RingCompletion::kSplit},
                                                                  {"seq", RingCompletion::kSeq}};
  return {kRules.at(options.at("rule")), kCompletions.at(options.at("completion"))};
}

Entry family(AlgorithmInfo info, TorusFamilyMember member) {
  info.options = {kRule, kCompletion};
  info.name = member.name;
  return {std::move(info),
          [member](const Topology& topology, const AlgorithmOptions& options, const std::string& generator) {
            return make_torus_exchange(member, topology, ring_options(options), generator);
          }};
}

const OptionInfo kTie{
    "tie",
    {"pos", "parity"},
    "pos",
    "on rings of even length, over exactly half a ring: pos in direction +, parity + from nodes "
    "whose coordinates have an even sum, - from the others"};

Entry pairwise(PairwiseRule rule, const std::string& what, const std::string& section,
               const std::string& requirements) {
  return {{PairwiseExchange::name(rule),
           "complete exchange by pairs, " + what,
           "Thakur, Choudhary, Fox: Complete Exchange on a Wormhole Routed Mesh, Section " + section,
           requirements,
           {kTie}},
          [rule](const Topology& topology, const AlgorithmOptions& options, const std::string& generator) {
            const HalfRing tie = options.at("tie") == "pos" ? HalfRing::kPositive : HalfRing::kParity;
            return std::make_unique<PairwiseExchange>(rule, tie, generator, topology);
          }};
}

const OptionInfo kSupply{"supply",
                         {"corrected", "printed", "swapped"},
                         "corrected",
                         "who passes nodes beside a cycle which of its two streams: printed, as in the "
                         "paper's text; swapped, the other "
                         "way round (docs/papers/meyer-sibeyn.md); both take more steps"};
const OptionInfo kPackets{
    "packets", {"2", "1"}, "2", "2: half of what a node has on each cycle; 1: all of it on both (Theorem 2)"};

Supply supply_of(const AlgorithmOptions& options) {
  const std::string& supply = options.at("supply");
  return supply == "corrected" ? Supply::kCorrected
         : supply == "printed" ? Supply::kPrinted
                               : Supply::kSwapped;
}

Entry gossip(AlgorithmInfo info, Maker make) {
  info.collective = Collective::Kind::kGossip;
  return {std::move(info), std::move(make)};
}

Entry broadcast_entry() {
  AlgorithmInfo info{
      "broadcast",
      "broadcast from one node in steps of paths that share no channel, with any number of ports",
      "Wang, Tseng, Ni, Sheu: Circuit-Switched Broadcasting in Multi-Port Multi-Dimensional Torus Networks, "
      "Sections 3 to 5",
      "any topology; paper and best: tori of equal sides, of up to three dimensions, or with one or two "
      "ports",
      broadcast_option_infos()};
  info.collective = Collective::Kind::kBroadcast;
  return {std::move(info),
          [](const Topology& topology, const AlgorithmOptions& options, const std::string& generator) {
            return std::make_unique<BroadcastSchedule>(generator, topology,
                                                       read_broadcast_options(options, topology));
          }};
}

const OptionInfo kPorts{
    "ports",
    {"one", "all"},
    "one",
    "what the exchanges on the dimensions use: one, a node sends and receives one message a step; "
    "all, one over every channel"};
const OptionInfo kLine3{"line3",
                        {"repaired", "printed"},
                        "repaired",
                        "line 3 of the listing; as printed (k != i for k != j) messages are lost"};
const OptionInfo kSet8{
    "set8",
    {"repaired", "outer-sign", "printed"},
    "repaired",
    "set (8); as printed, or with only its outer sign repaired, nodes send what they do not hold"};

const char* const kProducts =
    "Dimakopoulos, Dimopoulos: A Theory for Total Exchange in Multidimensional Interconnection Networks, "
    "Section ";

Entry product_a1() {
  return {{"te-a1",
           "complete exchange in single hops: along the last dimension, then so on the others; one-port",
           std::string(kProducts) + "4",
           "any topology; with one dimension the exchange on a ring, path or complete graph",
           {kPorts, kLine3}},
          [](const Topology& topology, const AlgorithmOptions& options, const std::string& generator) {
            return std::make_unique<ProductExchange>(
                ProductRule::kA1, options.at("ports") == "one" ? PortModel::kOnePort : PortModel::kAllPort,
                options.at("line3") == "printed" ? Listing::kPrinted : Listing::kRepaired, generator,
                topology);
          }};
}

Entry product_a2() {
  return {{"te-a2",
           "complete exchange in single hops: along both halves of the dimensions at once; all-port",
           std::string(kProducts) + "5",
           "dimensions that can be cut into halves of as many nodes, and these again: 2^k equal ones",
           {kSet8}},
          [](const Topology& topology, const AlgorithmOptions& options, const std::string& generator) {
            static const std::map<std::string, Listing> kListings{{"repaired", Listing::kRepaired},
                                                                  {"outer-sign", Listing::kOuterSign},
                                                                  {"printed", Listing::kPrinted}};
            return std::make_unique<ProductExchange>(ProductRule::kA2, PortModel::kAllPort,
                                                     kListings.at(options.at("set8")), generator, topology);
          }};
}

const OptionInfo kWays{"ways",
                       {"one", "both"},
                       "one",
                       "one: all blocks go the same way round; both: the shorter way, with two ports"};

const std::vector<Entry>& entries() {
  static const std::string kPaper =
      "Tseng, Ni, Sheu: Toward Optimal Complete Exchange on Wormhole-Routed Tori, Section ";
  static const std::string kC1 = "c1 runs on any torus";
  static const std::string kGossipPaper = "Meyer, Sibeyn: Oblivious Gossiping on Tori, ";
  static const std::vector<Entry> kEntries{
      family({"",
              "complete exchange on a ring: gather-scatter trees in both directions at once",
              kPaper + "2",
              "one wrapped dimension",
              {}},
             {"ring-gs", 1, 1, kC1}),
      family({"",
              "complete exchange on a 2D torus: rings along x, then along y",
              kPaper + "3.1",
              "two wrapped dimensions",
              {}},
             {"t1", 2, 1, kC1}),
      family({"",
              "complete exchange on a 2D torus: four interleaved logical tori use x and y at the same time",
              kPaper + "3.2",
              "two wrapped dimensions of even sides",
              {}},
             {"t4", 2, 2, "t1 runs on any 2D torus, c1 on any torus"}),
      family({"",
              "complete exchange on a torus: rings along one dimension after the other",
              kPaper + "4",
              "any number of dimensions, all wrapped",
              {}},
             {"c1", 0, 1, "direct runs on any topology"}),
      family({"",
              "complete exchange on a 3D torus: 64 interleaved logical tori use x, y and z at the same time",
              kPaper + "4",
              "three wrapped dimensions whose sides are divisible by 4",
              {}},
             {"c64", 3, 4, kC1}),
      pairwise(PairwiseRule::kPex, "in N-1 steps: in step j node s exchanges with s xor j", "3.1",
               "any topology of 2^d nodes"),
      pairwise(PairwiseRule::kPexGen,
               "in 2^ceil(lg N) - 1 steps: s exchanges with s xor j where that is a node", "3.2",
               "any topology"),
      pairwise(PairwiseRule::kPexGenShift,
               "as pex-gen, with numbers shifted so that idle nodes spread over the steps", "3.3",
               "any topology"),
      pairwise(PairwiseRule::kGen, "in N-1 steps: s sends to s + j and receives from s - j, modulo N", "3.4",
               "any topology"),
      product_a1(),
      product_a2(),
      {{"direct",
        "complete exchange in N-1 steps: in step j node s sends to s + j, in dimension order",
        "folklore; the baseline",
        "any topology",
        {}},
       [](const Topology& topology, const AlgorithmOptions&, const std::string& generator) {
         return std::make_unique<DirectExchange>(generator, topology);
       }},
      {{"ring-pass",
        "complete exchange on one ring through all nodes: every node passes on what is not its own",
        "folklore; the other baseline",
        "any topology",
        {kWays}},
       [](const Topology& topology, const AlgorithmOptions& options, const std::string& generator) {
         return std::make_unique<RingPass>(options.at("ways") == "both", generator, topology);
       }},
      gossip({"gossip-two",
              "gossip on a 2D torus by a static table: two packets a node run both ways round two cycles",
              kGossipPaper + "Sections 2 and 3",
              "two wrapped dimensions, at least one of even side",
              {kPackets, kSupply}},
             [](const Topology& topology, const AlgorithmOptions& options, const std::string& generator) {
               return make_two_packet_gossip(topology, options.at("packets") == "1", supply_of(options),
                                             generator);
             }),
      gossip({"gossip-one",
              "gossip on a torus by a static table: one packet a node on cycles that pass all nodes closely",
              kGossipPaper + "Section 4",
              "two wrapped dimensions, one of even side; or three, n1 divisible by 3, n2 by n1, n3 >= 3",
              {kSupply}},
             [](const Topology& topology, const AlgorithmOptions& options, const std::string& generator) {
               return make_one_packet_gossip(topology, supply_of(options), generator);
             }),
      gossip({"gossip-ti",
              "gossip in the fewest steps, by a broadcast tree that is the same for all nodes and changes "
              "with time",
              "after Soch, Tvrdik (reference 21 of Meyer, Sibeyn), whose bound it reaches",
              "any torus",
              {}},
             [](const Topology& topology, const AlgorithmOptions&, const std::string& generator) {
               return std::make_unique<InvariantGossip>(generator, topology);
             }),
      broadcast_entry(),
  };
  return kEntries;
}

const Entry& find_entry(const std::string& name) {
  std::vector<std::string> names;
  for (const Entry& entry : entries()) {
    if (entry.info.name == name) return entry;
    names.push_back(entry.info.name);
  }
  throw UsageError(fmt::format("unknown algorithm '{}'; the nearest is '{}'", name, nearest(name, names)));
}

/// The options with the defaults filled in.
AlgorithmOptions complete(const AlgorithmInfo& info, const AlgorithmOptions& given) {
  std::vector<std::string> names;
  AlgorithmOptions result;
  for (const OptionInfo& option : info.options) {
    names.push_back(option.name);
    result[option.name] = option.standard;
  }
  for (const auto& [name, value] : given) {
    const auto option = std::find_if(info.options.begin(), info.options.end(),
                                     [&name = name](const OptionInfo& o) { return o.name == name; });
    if (option == info.options.end()) {
      if (names.empty())
        throw UsageError(fmt::format("{}: unknown option '{}'; it takes none", info.name, name));
      throw UsageError(
          fmt::format("{}: unknown option '{}'; the nearest is '{}'", info.name, name, nearest(name, names)));
    }
    const std::vector<std::string>& values = option->values;
    if (!values.empty() && std::find(values.begin(), values.end(), value) == values.end()) {
      throw UsageError(fmt::format("{}: {}={}: the nearest value is '{}', all are {}", info.name, name, value,
                                   nearest(value, values), fmt::join(values, ", ")));
    }
    result[name] = value;
  }
  return result;
}

}  // namespace

const std::vector<AlgorithmInfo>& algorithms() {
  static const std::vector<AlgorithmInfo> kAlgorithms = [] {
    std::vector<AlgorithmInfo> result;
    for (const Entry& entry : entries()) result.push_back(entry.info);
    return result;
  }();
  return kAlgorithms;
}

const AlgorithmInfo& find_algorithm(const std::string& name) { return find_entry(name).info; }

std::unique_ptr<Schedule> make_schedule(const std::string& name, const Topology& topology,
                                        const AlgorithmOptions& options) {
  const Entry& entry = find_entry(name);
  const AlgorithmOptions all = complete(entry.info, options);
  std::string generator = fmt::format("{} {}", name, topology.name());
  for (const auto& [key, value] : all) generator += fmt::format(" {}={}", key, value);
  return entry.make(topology, all, generator);
}

}  // namespace torusim
