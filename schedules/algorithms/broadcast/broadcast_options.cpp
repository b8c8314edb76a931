#include "schedules/algorithms/broadcast/broadcast_options.h"

#include <fmt/format.h>

#include "schedules/algorithms/broadcast/cited.h"
#include "schedules/algorithms/broadcast/variants.h"
#include "schedules/algorithms/families.h"
#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/error.h"
#include "schedules/core/read_number.h"
#include "schedules/text/tcs_nodes.h"

namespace torusim {

NodeId read_root(const std::string& algorithm, const std::string& text, const Topology& topology,
                 const std::string& option) {
  text::Cursor cursor("root", 1, text);
  try {
    const NodeId node = text::parse_node(cursor, topology, {});
    cursor.expect_end();
    return node;
  } catch (const InputError&) {
    throw UsageError(fmt::format("{}: {}={}: not a node of {}; the last one is {}, or {}", algorithm, option,
                                 text, topology.name(), topology.nodes() - 1,
                                 topology.node_name(topology.nodes() - 1)));
  }
}

namespace {

/// The steps of a plan are the phases. The paths of a phase share no channel, so worms never wait as long as
/// phases do not overlap: it is made to run with barriers. Phases are named by stage and step, "S2.1", those
/// found by search "F1", "F2", and so on.
class BroadcastSchedule : public PhaseByPhase {
 public:
  BroadcastSchedule(const Topology& topology, NodeId root, int ports, broadcast::Plan plan)
      : plan_(std::move(plan)) {
    info_.topology = topology;
    info_.collective.kind = Collective::Kind::kBroadcast;
    info_.collective.root = root;
    info_.ports = ports;
    info_.phases = static_cast<int>(plan_.size());
    info_.claims.link_disjoint = true;
  }

 private:
  void make(Phase& phase) override {
    const broadcast::Step& step = plan_[at_];
    phase.name = step.name;
    TransferWriter writer(phase, info_.topology.dimensions());
    for (const broadcast::Send& send : step.sends) {
      writer.add(send.from, send.to, send.route).blocks.add(info_.topology, Block{info_.collective.root, 0});
    }
  }

  broadcast::Plan plan_;
};

const OptionInfo kRoot{"root", {}, "0", "the node that has the message, 5 or (3,5)", "NODE"};

const NamedOption<broadcast::Variant>& variants() {
  using broadcast::Variant;
  static const NamedOption<Variant> kVariants{
      "variant",
      "auto",
      "paper: as published, gaps filled in; best: shorter on tori of unequal sides; maxflow: found by "
      "search, "
      "mostly in the fewest steps; auto: best, ended by one searched step where that is shorter, and maxflow "
      "where there is no other",
      {{"auto", Variant::kAuto},
       {"best", Variant::kBest},
       {"paper", Variant::kPaper},
       {"maxflow", Variant::kMaxFlow}}};
  return kVariants;
}

/// Throws UsageError for a root that is no node, or ports that are no number; InputError for more ports than
/// channels, and as broadcast::make_plan().
std::unique_ptr<AlgorithmSchedule> make_broadcast(const Topology& topology, const AlgorithmOptions& options) {
  int ports = count_of("broadcast", options, "ports", true);
  const NodeId root = read_root("broadcast", options.at("root"), topology);
  if (ports == 0) ports = topology.network_ports();
  if (ports > topology.network_ports()) {
    throw InputError(
        fmt::format("broadcast on {} with {} ports: a node has {} channels; ports=all uses all of them",
                    topology.name(), ports, topology.network_ports()));
  }
  return std::make_unique<BroadcastSchedule>(
      topology, root, ports, broadcast::make_plan(variants().of(options), topology, root, ports));
}

using MakePlan = broadcast::Plan (*)(const Topology& torus);

Algorithm cited(const char* name, const char* what, const char* citation, const char* shapes, MakePlan make) {
  return {{name, what, citation, shapes, {kRoot}, Collective::Kind::kBroadcast},
          [name, make](const Topology& topology, const AlgorithmOptions& options) {
            const NodeId root = read_root(name, options.at("root"), topology);
            return std::make_unique<BroadcastSchedule>(topology, root, topology.network_ports(),
                                                       broadcast::moved(make(topology), topology, root));
          }};
}

}  // namespace

std::vector<Algorithm> broadcast_algorithms() {
  return {{{"broadcast",
            "broadcast from one node in steps of paths that share no channel, with any number of ports",
            "Wang, Tseng, Ni, Sheu: Circuit-Switched Broadcasting in Multi-Port Multi-Dimensional Torus "
            "Networks, "
            "Sections 3 to 5",
            "any topology, twisted tori too; paper and best: plain tori of equal sides, of up to three "
            "dimensions, or with one or two "
            "ports",
            {variants(),
             {"ports", {}, "all", "messages that a node sends at once; all: one per channel", "N|all"},
             kRoot},
            Collective::Kind::kBroadcast,
            false,
            true,
            true},
           make_broadcast}};
}

std::vector<Algorithm> cited_broadcasts() {
  return {
      cited("edn",
            "broadcast by extended dominating nodes, four times as many in each step; all-port, "
            "dimension-ordered",
            "Tsai, McKinley: A Broadcast Algorithm for All-Port Wormhole-Routed Torus Networks; a "
            "reconstruction",
            "tori of 2^p x 2^p and 2^p x 2^p x any", broadcast::edn_plan),
      cited("peters-syska", "broadcast by a recursive tiling of 5 x 5 in log_5 N steps; all-port, circuits",
            "Peters, Syska: Circuit-Switched Broadcasting in Torus Networks; a reconstruction",
            "square tori with sides 5^p or 2 * 5^p", broadcast::peters_syska_plan),
      cited("park-choi",
            "broadcast in log_{2k+1} N steps by tiles of 2k+1 along each of k sides; all-port, circuits",
            "Park, Choi: Circuit-Switched Broadcasting in Torus and Mesh Networks; a reconstruction",
            "tori of k equal sides of (2k+1)^p", broadcast::park_choi_plan),
      cited("wang-tseng",
            "broadcast by diagonals in k ceil(log_{2k+1} n) + k - 1 steps; all-port, dimension-ordered",
            "Tseng: A Dilated-Diagonal-Based Scheme (k = 2); Wang, Tseng: Algebraic Foundations and "
            "Broadcasting "
            "Algorithms for Wormhole-Routed All-Port Tori; a reconstruction",
            "tori of k equal sides", broadcast::dimension_ordered_plan)};
}

}  // namespace torusim
