// The gossips of Meyer, Sibeyn: Oblivious Gossiping on Tori, that run by forwarding tables.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/cycles/decomposition.h"
#include "schedules/algorithms/families.h"
#include "schedules/algorithms/gossip_tables.h"
#include "schedules/algorithms/torus_list.h"
#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/error.h"
#include "schedules/core/node_order.h"

namespace torusim {
namespace {

// Gossip by a forwarding table: every step of its circulation is a phase of messages of one hop. The
// algorithms of Meyer, Sibeyn: Oblivious Gossiping on Tori.

std::int64_t blocks_sent(const HardwiredGossip& gossip) {
  std::int64_t result = 0;
  for (const Transfer& transfer : gossip.setup) result += transfer.blocks.blocks();
  Circulation circulation(gossip.table);
  const Topology& topology = gossip.table.topology();
  while (circulation.step() < gossip.steps) {
    circulation.advance();
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      for (int out = 0; out < topology.network_ports(); ++out) {
        const PacketNumber packet = circulation.on(node, out);
        if (packet != kNoPacket) result += gossip.packets[packet].blocks();
      }
    }
  }
  return result;
}

/// With its steps counted.
HardwiredGossip counted(const ScheduleInfo& info, HardwiredGossip gossip) {
  const auto found = count_steps(gossip.table);
  if (!found) {
    throw InputError(fmt::format("{} on {}: the table does not bring every packet to every node", info.name,
                                 info.topology.name()));
  }
  gossip.steps = found->steps;
  return gossip;
}

/// The packets of a table in which packet c of node s is piece c of the packet of s.
std::vector<BlockSet> packets_of_one_piece(const ForwardTable& table) {
  const Topology& topology = table.topology();
  std::vector<BlockSet> result;
  for (PacketNumber packet = 0; packet < table.packet_numbers(); ++packet) {
    result.emplace_back(topology.dimensions())
        .add(topology, Block{packet / table.packets_a_node(), packet % table.packets_a_node()});
  }
  return result;
}

class TableGossip : public PhaseByPhase {
 public:
  /// `info` has the name and the pieces of a packet; the rest follows from the table. The constructor counts
  /// `gossip.steps`. Throws InputError when the table does not gossip completely.
  TableGossip(ScheduleInfo info, HardwiredGossip gossip)
      : TableGossip(info, counted(info, std::move(gossip)), 0) {
    info_.collective.repeats = blocks_sent(gossip_) - deliveries(info_.topology, info_.collective);
  }

  /// The constructor for a table with known `gossip.steps` and `repeats`, which counts no steps.
  TableGossip(ScheduleInfo info, HardwiredGossip gossip, std::int64_t repeats)
      : gossip_(std::move(gossip)), circulation_(gossip_.table) {
    info_ = std::move(info);
    info_.phases = gossip_.steps + (gossip_.setup.empty() ? 0 : 1);
    info_.ports = info_.topology.network_ports();
    info_.claims = {.link_disjoint = true, .shortest_paths = true};
    info_.collective.repeats = repeats;
  }

  void rewind() override {
    PhaseByPhase::rewind();
    circulation_.rewind();
  }
  const HardwiredGossip* hardwired() const override { return &gossip_; }

 private:
  void make(Phase& phase) override {
    if (at_ == 0 && !gossip_.setup.empty()) {
      phase.name = "redistribution";
      phase.transfers = gossip_.setup;
      return;
    }
    circulation_.advance();
    const Topology& topology = info_.topology;
    phase.name = fmt::format("step {}", circulation_.step());
    TransferWriter writer(phase, topology.dimensions());
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      for (int out = 0; out < topology.network_ports(); ++out) {
        const PacketNumber packet = circulation_.on(node, out);
        if (packet == kNoPacket) continue;
        writer
            .add(node, topology.neighbor(node, out),
                 {Run::of(topology.port_dimension(out), topology.port_step(out))})
            .blocks = gossip_.packets[packet];
      }
    }
  }

  HardwiredGossip gossip_;
  Circulation circulation_;
};

[[noreturn]] void refuse(const std::string& name, const Topology& topology, const std::string& needs) {
  throw InputError(
      fmt::format("{} on {}: {} needs {}; gossip-ti runs on any torus", name, topology.name(), name, needs));
}

ScheduleInfo gossip_info(const std::string& name, const Topology& topology, int pieces) {
  ScheduleInfo info;
  info.name = name;
  info.topology = topology;
  info.collective = {Collective::Kind::kGossip, 0, pieces};
  return info;
}

constexpr int kSmallestSide = 3;

void require_sides(const std::string& name, const Topology& topology) {
  require_shape(name, topology, fmt::format("wrapped dimensions of sides of at least {}", kSmallestSide),
                [](const Dimension& d) {
                  return Dimension{std::max(kSmallestSide, d.side), Line::kRing};
                });
}

ForwardTable cycle_table(const Topology& topology, bool one_packet) {
  const auto cycles = cycle_decomposition(topology);
  ForwardTable table(topology, one_packet ? 1 : static_cast<int>(cycles.size()));
  for (std::size_t c = 0; c < cycles.size(); ++c) {
    const auto& cycle = cycles[c];
    NodeId before = cycle.back();
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const NodeId node = cycle[i];
      const int back = port_to(topology, node, before);
      const int on = port_to(topology, node, cycle[(i + 1) % cycle.size()]);
      table.connect(node, back, on);
      for (const int out : {back, on}) table.inject(node, out, one_packet ? 0 : static_cast<int>(c));
      before = node;
    }
  }
  return table;
}

/// Gossip on k edge-disjoint Hamiltonian cycles of a torus of k dimensions: Section 2 for more than two
/// dimensions and for two odd sides. The paper leaves the cycles to others.
///
/// A node has k packets, each of which runs both ways round a cycle of its own (cycle_decomposition()), in
/// floor(N/2) steps: on an odd number of nodes nothing comes twice. `one_packet`, the setting of Theorem 2:
/// one packet on all cycles, in as many steps as that takes. Throws InputError, in the words of `name`,
/// unless all dimensions wrap and have sides of at least 3.
std::unique_ptr<AlgorithmSchedule> make_cycle_gossip(const std::string& name, const Topology& topology,
                                                     bool one_packet) {
  require_sides(name, topology);
  ScheduleInfo info = gossip_info(name, topology, one_packet ? 1 : topology.dimensions());
  HardwiredGossip gossip{cycle_table(topology, one_packet), {}, {}, 0};
  gossip.packets = packets_of_one_piece(gossip.table);
  if (one_packet) return std::make_unique<TableGossip>(std::move(info), std::move(gossip));
  gossip.steps = topology.nodes() / 2;
  // On an even cycle the last step brings the packet of the node opposite from both sides.
  const std::int64_t repeats =
      topology.nodes() % 2 == 0 ? std::int64_t{topology.nodes()} * topology.dimensions() : 0;
  return std::make_unique<TableGossip>(std::move(info), std::move(gossip), repeats);
}

/// Section 2: two packets a node, each half of what the node has, on two cycles. `one_packet`: Theorem 2.
/// Two odd sides, which the paper leaves to its reference 14: on two Hamiltonian cycles of ours.
/// Throws InputError unless the shape is a 2D torus.
std::unique_ptr<AlgorithmSchedule> make_two_packet_gossip(const Topology& topology, bool one_packet,
                                                          Supply supply) {
  const std::string name = "gossip-two";
  if (topology.dimensions() != 2 || !topology.all_wrap()) {
    refuse(name, topology, "two wrapped dimensions");
  }
  const bool even0 = topology.side(0) % 2 == 0, even1 = topology.side(1) % 2 == 0;
  if (even0 == even1 && supply != Supply::kCorrected) {
    refuse(name, topology, "one odd side for supply=printed or swapped: else no node is beside a cycle");
  }
  if (!even0 && !even1) return make_cycle_gossip(name, topology, one_packet);
  if (one_packet && !(even0 && even1)) {
    refuse(name, topology, "two even or two odd sides for packets=1 (gossip-cycles: any)");
  }
  const RowsAndColumns dimensions = even0 ? RowsAndColumns{0, 1} : RowsAndColumns{1, 0};
  HardwiredGossip gossip{two_packet_table(topology, dimensions, one_packet, supply), {}, {}, 0};
  if (even0 && even1) {
    gossip.packets = packets_of_one_piece(gossip.table);
    return std::make_unique<TableGossip>(gossip_info(name, topology, one_packet ? 1 : 2), std::move(gossip));
  }
  const Redistribution redistribution(topology, dimensions);
  gossip.setup = redistribution.transfers();
  gossip.packets = redistribution.packets();
  return std::make_unique<TableGossip>(gossip_info(name, topology, redistribution.pieces()),
                                       std::move(gossip));
}

/// Section 4: one packet a node, on 2 or 3 partial cycles. Throws InputError for other shapes.
std::unique_ptr<AlgorithmSchedule> make_one_packet_gossip(const Topology& topology, Supply supply) {
  const std::string name = "gossip-one";
  const int k = topology.dimensions();
  if ((k != 2 && k != 3) || !topology.all_wrap()) refuse(name, topology, "two or three wrapped dimensions");
  std::optional<ForwardTable> table;
  if (k == 2) {
    if (supply == Supply::kPrinted) refuse(name, topology, "three dimensions for supply=printed");
    const bool even0 = topology.side(0) % 2 == 0;
    const bool odd = !even0 && topology.side(1) % 2 != 0;
    if (odd && supply != Supply::kCorrected) refuse(name, topology, "an even side for supply=swapped");
    // Of two odd sides the longer one is x1, which takes fewer steps.
    const int x1 = odd ? (topology.side(0) < topology.side(1) ? 1 : 0) : (even0 ? 0 : 1);
    table = one_packet_table_2d(topology, x1, 1 - x1, supply);
  } else {
    if (supply == Supply::kSwapped) refuse(name, topology, "two dimensions for supply=swapped");
    if (topology.side(0) % 3 != 0 || topology.side(1) % topology.side(0) != 0 || topology.side(2) < 3) {
      refuse(name, topology,
             "n1 x n2 x n3 with n1 divisible by 3, n2 by n1, and n3 at least 3; nearest: torus:3x3x4 or "
             "torus:6x6x4");
    }
    table = one_packet_table_3d(topology, supply);
  }
  HardwiredGossip gossip{std::move(*table), {}, {}, 0};
  gossip.packets = packets_of_one_piece(gossip.table);
  return std::make_unique<TableGossip>(gossip_info(name, topology, 1), std::move(gossip));
}

}  // namespace

std::vector<Algorithm> table_gossip_algorithms() {
  static const std::string kPaper = "Meyer, Sibeyn: Oblivious Gossiping on Tori, ";
  static const NamedOption<bool> kOnePacket{
      "packets",
      "2",
      "2: half of what a node has on each cycle; 1: all of it on both (Theorem 2)",
      {{"2", false}, {"1", true}}};
  static const NamedOption<bool> kShared{
      "packets",
      "k",
      "k: a part of what a node has on each of the k cycles; 1: all of it on all (Theorem 2)",
      {{"k", false}, {"1", true}}};
  static const NamedOption<Supply> kSupply{
      "supply",
      "corrected",
      "assignment of the two streams to nodes beside a cycle: printed (the paper's text) or swapped "
      "(docs/algorithms/papers/meyer-sibeyn.md); both take more steps",
      {{"corrected", Supply::kCorrected}, {"printed", Supply::kPrinted}, {"swapped", Supply::kSwapped}}};
  return {{{"gossip-two",
            "gossip on a 2D torus by a static table: two packets a node run both ways round two cycles",
            kPaper + "Sections 2 and 3",
            "two wrapped dimensions",
            {kOnePacket, kSupply},
            Collective::Kind::kGossip},
           [](const Topology& topology, const AlgorithmOptions& options) {
             return make_two_packet_gossip(topology, kOnePacket.of(options), kSupply.of(options));
           }},
          {{"gossip-one",
            "gossip on a torus by a static table: one packet a node on cycles that pass all nodes closely",
            kPaper + "Section 4",
            "two wrapped dimensions; or three, n1 divisible by 3, n2 by n1, n3 >= 3",
            {kSupply},
            Collective::Kind::kGossip},
           [](const Topology& topology, const AlgorithmOptions& options) {
             return make_one_packet_gossip(topology, kSupply.of(options));
           }},
          {{"gossip-cycles",
            "gossip on a torus of k dimensions by a static table: k packets a node run both ways round k "
            "edge-disjoint Hamiltonian cycles",
            kPaper + "Section 2; the cycles are built here",
            "wrapped dimensions of sides of at least 3",
            {kShared},
            Collective::Kind::kGossip},
           [](const Topology& topology, const AlgorithmOptions& options) {
             return make_cycle_gossip("gossip-cycles", topology, kShared.of(options));
           }}};
}

}  // namespace torusim
