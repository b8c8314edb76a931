// Correct schedules with one random fault each: the checker finds every one and says where it is.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
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

// Reductions with one random fault each, judged by the checker and by a replay that lists contributions one
// by one: they must agree about every one.

/// Lists the contributions of every node to every chunk one by one, phase after phase. Knows nothing of sets,
/// boxes or tables.
class PlainReduction {
 public:
  explicit PlainReduction(Schedule& schedule) : info_(schedule.info()) {
    const Topology& topology = info_.topology;
    const Collective& collective = info_.collective;
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      initial_blocks(topology, collective, node).for_each(topology, [&](Block chunk) {
        held_[{node, chunk.source, chunk.destination}][node] = 1;
      });
    }
    schedule.rewind();
    for (Phase phase; schedule.next(phase);) run(phase);
    schedule.rewind();
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      final_blocks(topology, collective, node).for_each(topology, [&](Block chunk) {
        const auto& here = held_[{node, chunk.source, chunk.destination}];
        if (static_cast<NodeId>(here.size()) != topology.nodes()) ++lacking;
      });
    }
  }

  int not_held = 0;  ///< messages with a chunk of which the sender has nothing
  int twice = 0;     ///< messages that bring a contribution which is there already
  int lost = 0;      ///< messages stored over a contribution that they do not contain
  int lacking = 0;   ///< chunks, at nodes that must have their sums, that lack contributions
  bool right() const { return not_held + twice + lost + lacking == 0; }

 private:
  struct Place {
    NodeId node, owner, piece;
    auto operator<=>(const Place&) const = default;
  };
  using Counts = std::map<NodeId, int>;

  void run(const Phase& phase) {
    std::vector<std::map<Place, Counts>> messages;
    for (const Transfer& transfer : phase.transfers) {
      auto& message = messages.emplace_back();
      bool absent = false;
      transfer.blocks.for_each(info_.topology, [&](Block chunk) {
        const auto found = held_.find({transfer.source, chunk.source, chunk.destination});
        if (found == held_.end() || found->second.empty()) {
          absent = true;
          return;
        }
        message[{transfer.destination, chunk.source, chunk.destination}] = found->second;
        const bool moves = info_.collective.kind != Collective::Kind::kAllReduce;
        if (moves) held_.erase(found);
      });
      not_held += absent ? 1 : 0;
    }
    for (std::size_t i = 0; i < messages.size(); ++i) {
      bool doubled = false, dropped = false;
      for (const auto& [place, coming] : messages[i]) {
        Counts& here = held_[place];
        if (phase.transfers[i].adds) {
          for (const auto& [node, count] : coming) {
            doubled |= here.contains(node);
            here[node] = 1;
          }
        } else {
          for (const auto& [node, count] : here) dropped |= !coming.contains(node);
          here = coming;
        }
      }
      twice += doubled ? 1 : 0;
      lost += dropped ? 1 : 0;
    }
  }

  ScheduleInfo info_;
  std::map<Place, Counts> held_;
};

enum class ReductionFault { kDropped, kDoubled, kRedirected, kReordered, kOperation, kOtherChunk };
constexpr int kReductionFaults = 6;

class ReductionMutator {
 public:
  explicit ReductionMutator(unsigned seed) : random_(seed) {}

  int below(std::size_t n) { return std::uniform_int_distribution<int>(0, static_cast<int>(n) - 1)(random_); }

  void apply(StoredSchedule& schedule, ReductionFault fault) {
    const Topology& topology = schedule.info().topology;
    auto& phases = schedule.phases();
    auto& transfers = phases[below(phases.size())].transfers;
    const int at = below(transfers.size());
    Transfer& chosen = transfers[at];
    switch (fault) {
      case ReductionFault::kDropped:
        transfers.erase(transfers.begin() + at);
        break;
      case ReductionFault::kDoubled: {
        const Transfer again = chosen;
        phases[below(phases.size())].transfers.push_back(again);
        break;
      }
      case ReductionFault::kRedirected:
        do {
          chosen.destination = below(topology.nodes());
        } while (chosen.destination == chosen.source);
        chosen.route = dimension_order_route(topology, chosen.source, chosen.destination);
        break;
      case ReductionFault::kReordered: {
        const Transfer moved = chosen;
        transfers.erase(transfers.begin() + at);
        phases[below(phases.size())].transfers.push_back(moved);
        break;
      }
      case ReductionFault::kOperation:
        chosen.adds = !chosen.adds;
        break;
      case ReductionFault::kOtherChunk: {
        const Block block = initial_blocks(topology, schedule.info().collective, 0).front(topology);
        chosen.blocks = BlockSet(topology.dimensions());
        chosen.blocks.add(topology, block);
        break;
      }
    }
  }

 private:
  std::mt19937 random_;
};

struct Chosen {
  std::string name, shape;
  AlgorithmOptions options;
};

TEST(ReductionMutations, FiveHundredAreJudgedAsByAReplay) {
  const std::vector<Chosen> reductions{{"swing", "torus:4x4", {}},
                                       {"swing", "ring:10", {{"collective", "reduce-scatter"}}},
                                       {"swing", "torus:3x4", {{"variant", "latency"}}},
                                       {"bucket", "torus:3x4", {}},
                                       {"halving", "torus:4x2", {{"collective", "reduce-scatter"}}},
                                       {"ring-reduce", "torus:3x3", {}},
                                       {"trivance", "ring:9", {}},
                                       {"tree", "torus:3x4", {{"pieces", "3"}}},
                                       {"gossip-ti", "torus:3x4", {{"collective", "all-reduce"}}},
                                       {"broadcast", "torus:4x4", {{"collective", "reduce"}}}};
  ReductionMutator mutator(13);
  int wrong = 0, right = 0;
  for (int i = 0; i < 500; ++i) {
    const Chosen& chosen = reductions[i % reductions.size()];
    StoredSchedule schedule =
        StoredSchedule::copy_of(*make_schedule(chosen.name, Topology::parse(chosen.shape), chosen.options));
    ScheduleInfo info = schedule.info();
    // Only the account of contributions is judged here.
    info.claims = {};
    info.ports = 1000;
    std::vector<Phase> phases = schedule.phases();
    StoredSchedule mutated(info, std::move(phases));
    const auto fault = static_cast<ReductionFault>(i / reductions.size() % kReductionFaults);
    mutator.apply(mutated, fault);
    const PlainReduction plain(mutated);
    const CheckReport report = check(mutated, {.keep = 100000, .dependencies = false});
    ASSERT_EQ(report.correct(), plain.right())
        << chosen.name << " fault " << static_cast<int>(fault) << ": "
        << (report.violations.empty() ? "" : report.violations[0].text);
    // Not only that it is wrong, but where.
    int not_held = 0, twice = 0, lost = 0, lacking = 0;
    for (const Violation& violation : report.violations) {
      not_held += violation.kind == ViolationKind::kNotHeld;
      twice += violation.kind == ViolationKind::kRepeated;
      lost += violation.kind == ViolationKind::kLost;
      lacking += violation.kind == ViolationKind::kNotDelivered;
      EXPECT_TRUE(violation.block.has_value()) << violation.text;
    }
    EXPECT_EQ(not_held, plain.not_held);
    EXPECT_EQ(twice, plain.twice);
    EXPECT_EQ(lost, plain.lost);
    EXPECT_EQ(lacking > 0, plain.lacking > 0);
    ++(report.correct() ? right : wrong);
  }
  EXPECT_GT(wrong, 300);
  EXPECT_GT(right, 10);  // an operation changed where nothing was to be added to is no fault
}

TEST(ReductionMutations, NodeChunkAndContributionAreNamed) {
  const auto first = [](auto change) {
    StoredSchedule schedule = StoredSchedule::copy_of(*make_schedule("bucket", Topology::parse("torus:3x3")));
    change(schedule.phases());
    const CheckReport report = check(schedule);
    return report.violations.empty() ? std::string("correct") : report.violations[0].text;
  };
  EXPECT_EQ(first([](std::vector<Phase>&) {}), "correct");
  // Node (0,0) sends chunks of (2,*) to (1,0) in the first step.
  const auto again = [](std::vector<Phase>& phases) {
    phases[1].transfers.push_back(phases[0].transfers[0]);
  };
  EXPECT_EQ(first(again),
            "phase R2, node (0,0): sends 5 messages, but has 4 ports; the last with chunk (2,0):(0,0)");
  const auto stored = [](std::vector<Phase>& phases) { phases[0].transfers[0].adds = false; };
  EXPECT_EQ(first(stored),
            "phase R1, node (1,0): stores chunk (2,0):(0,0) from (0,0): the contribution of (1,0) at this "
            "node would be lost");
  const auto twice = [](std::vector<Phase>& phases) { phases.back().transfers[0].adds = true; };
  EXPECT_NE(first(twice).find("the contribution of (0,0) would count twice"), std::string::npos)
      << first(twice);
  const auto dropped = [](std::vector<Phase>& phases) {
    phases[0].transfers.erase(phases[0].transfers.begin());
  };
  EXPECT_EQ(first(dropped),
            "phase G4, node (0,0): stores chunk (2,0):(0,0) from (1,0): the contribution of (0,0) at this "
            "node would be lost");
}

}  // namespace
}  // namespace torusim
