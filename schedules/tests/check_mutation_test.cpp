// Correct schedules with one random fault each: the checker finds every one and says where it is.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "schedules/algorithms/registry.h"
#include "schedules/check/check.h"
#include "schedules/tests/schedule_helpers.h"

namespace torusim {
namespace {

enum class Fault { kDropped, kDoubled, kRedirected, kSwapped, kWrongDirection };
constexpr std::array kFaults{Fault::kDropped, Fault::kDoubled, Fault::kRedirected, Fault::kSwapped,
                             Fault::kWrongDirection};

struct Mutation {
  Fault fault;
  bool copies = false;  ///< in a gossip or broadcast
  int phase = 0;
  std::vector<NodeId> nodes;     ///< senders concerned
  std::vector<BlockSet> blocks;  ///< what they sent, or should have
};

class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  int below(std::size_t n) { return std::uniform_int_distribution<int>(0, static_cast<int>(n) - 1)(random_); }

  Mutation apply(StoredSchedule& schedule, Fault fault) {
    const Topology& topology = schedule.info().topology;
    int index = below(schedule.phases().size());
    while (schedule.phases()[index].transfers.size() < 2) index = below(schedule.phases().size());
    auto& transfers = schedule.phases()[index].transfers;
    const int at = below(transfers.size());
    Transfer& chosen = transfers[at];
    Mutation mutation{fault, schedule.info().collective.copies(), index, {chosen.source}, {chosen.blocks}};
    switch (fault) {
      case Fault::kDropped:
        transfers.erase(transfers.begin() + at);
        break;
      case Fault::kDoubled:
        transfers.push_back(Transfer(chosen));
        break;
      case Fault::kRedirected: {
        NodeId other = chosen.destination;
        while (other == chosen.destination || other == chosen.source) other = below(topology.nodes());
        chosen.destination = other;
        chosen.route = dimension_order_route(topology, chosen.source, other);
        break;
      }
      case Fault::kSwapped: {
        // Two copies for one node may come from either side.
        const auto alike = [&](int i) {
          return mutation.copies ? transfers[i].destination == chosen.destination : i == at;
        };
        int partner = at;
        while (alike(partner)) partner = below(transfers.size());
        Transfer& other = transfers[partner];
        mutation.nodes.push_back(other.source);
        BlockSet mine(topology.dimensions()), theirs(topology.dimensions());
        mine.add(topology, any_block(topology, chosen.blocks));
        theirs.add(topology, any_block(topology, other.blocks));
        chosen.blocks.remove(topology, mine);
        other.blocks.remove(topology, theirs);
        chosen.blocks.add(theirs);
        other.blocks.add(mine);
        mutation.blocks = {theirs, mine};
        break;
      }
      case Fault::kWrongDirection: {
        Route turned;
        for (Run run : chosen.route) turned.append({run.dimension, static_cast<std::int16_t>(-run.hops)});
        chosen.route = turned;
        break;
      }
    }
    return mutation;
  }

 private:
  Block any_block(const Topology& topology, const BlockSet& set) {
    int left = below(static_cast<std::size_t>(set.blocks()));
    Block result;
    set.for_each(topology, [&](Block block) { result = left-- == 0 ? block : result; });
    return result;
  }

  std::mt19937 random_;
};

/// Whether a violation points at the fault: a block of it by name, and phase and node as far as the fault
/// itself is visible there (what is dropped or led astray shows later, where the block is missing).
bool points_at(const Violation& violation, const Mutation& mutation, const Topology& topology,
               const Collective& collective) {
  if (!violation.block) return false;
  const std::string block = block_name(topology, collective, *violation.block);
  const std::string phase = violation.phase_name.empty() ? "at the end" : "phase " + violation.phase_name;
  if (violation.text.find(phase + ", node " + topology.node_name(violation.node)) != 0) return false;
  if (violation.text.find("block " + block) == std::string::npos) return false;
  // A copy in the wrong place shows only where it comes again or is missing.
  const bool later =
      mutation.copies || mutation.fault == Fault::kDropped || mutation.fault == Fault::kRedirected;
  for (std::size_t i = 0; i < mutation.nodes.size(); ++i) {
    if (!mutation.blocks[i].contains(topology, *violation.block)) continue;
    if (later ? violation.phase >= mutation.phase
              : violation.phase == mutation.phase && violation.node == mutation.nodes[i]) {
      return true;
    }
  }
  return false;
}

TEST(CheckMutations, EveryFaultIsFoundAndNamed) {
  struct Case {
    const char* name;
    const char* shape;
    AlgorithmOptions options;

    StoredSchedule schedule() const {
      const Topology topology = Topology::parse(shape);
      if (name == std::string("gossip")) return ring_gossip(topology.nodes(), false);
      if (name == std::string("halves")) return ring_gossip(topology.nodes(), true);
      if (name == std::string("broadcast")) return ring_broadcast(topology.nodes(), 2);
      return StoredSchedule::copy_of(*make_schedule(name, topology, options));
    }
  };
  const std::vector<Case> cases{{"ring-gs", "ring:16", {{"rule", "S"}}},
                                {"ring-gs", "ring:13", {}},
                                {"ring-gs", "ring:11", {{"completion", "split"}}},
                                {"t1", "torus:6x9", {}},
                                {"t4", "torus:8x8", {}},
                                {"t4", "torus:12x16", {}},
                                {"c1", "torus:3x4x5", {}},
                                {"c64", "torus:8x8x8", {}},
                                {"ring-direct", "torus:8x8", {{"dilation", "2"}}},
                                {"ring-product", "torus:8x4", {}},
                                {"paired", "torus:8x8", {{"near", "direct"}}},
                                {"gossip", "ring:9", {}},
                                {"halves", "ring:8", {}},
                                {"broadcast", "ring:11", {}}};
  Mutator mutator(20);
  int applied = 0;
  for (int i = 0; applied < 550; ++i) {
    const Case& chosen = cases[i % cases.size()];
    const Fault fault = kFaults[(i / cases.size()) % kFaults.size()];
    StoredSchedule schedule = chosen.schedule();
    const Topology topology = schedule.info().topology;
    const Collective collective = schedule.info().collective;
    // All messages of a broadcast carry the same, so that exchanging them changes nothing.
    if (collective.kind == Collective::Kind::kBroadcast && fault == Fault::kSwapped) continue;
    const Mutation mutation = mutator.apply(schedule, fault);
    // Half way round a ring the other direction is right too, if the channels are free.
    if (fault == Fault::kWrongDirection) {
      const auto& transfers = schedule.phases()[mutation.phase].transfers;
      const bool leads_there = std::all_of(transfers.begin(), transfers.end(), [&](const Transfer& t) {
        return t.route.end_node(topology, t.source) == t.destination;
      });
      if (leads_there) continue;
    }
    ++applied;
    const CheckReport report = check(schedule, {.keep = 100000});
    const bool named =
        std::any_of(report.violations.begin(), report.violations.end(),
                    [&](const Violation& v) { return points_at(v, mutation, topology, collective); });
    EXPECT_FALSE(report.correct()) << chosen.name << " fault " << static_cast<int>(fault);
    EXPECT_TRUE(named) << chosen.name << " fault " << static_cast<int>(fault) << " in phase "
                       << mutation.phase
                       << "; first: " << (report.violations.empty() ? "" : report.violations[0].text);
  }
}

}  // namespace
}  // namespace torusim
