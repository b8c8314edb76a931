#include "schedules/algorithms/planned/planned_schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/data_order.h"

namespace torusim::planned {
namespace {

class PlannedSchedule : public PhaseByPhase, public KnownCost {
 public:
  PlannedSchedule(const Topology& topology, const Collective& collective, int ports,
                  std::vector<PlannedPart> parts, const BlockBounds& bounds)
      : parts_(std::move(parts)) {
    info_.topology = topology;
    info_.collective = collective;
    info_.ports = ports;
    info_.claims = {.link_disjoint = true, .shortest_paths = true};
    if (in_data_order(topology, collective, ports)) info_.sync = Synchronisation::kData;
    for (const PlannedPart& part : parts_) {
      cost_.startups += part.plan.phases;
      cost_.blocks += part.plan.blocks();
    }
    info_.phases = static_cast<int>(cost_.startups);
    info_.chosen = fmt::format("{}: {} phase{}, {} blocks on the busiest links; links allow no less than {}",
                               to_text(collective.kind), cost_.startups, cost_.startups == 1 ? "" : "s",
                               cost_.blocks, bounds.of_links);
    if (bounds.of_phases > bounds.of_links) {
      info_.chosen += fmt::format(", phases of single hops no less than {}", bounds.of_phases);
    }
  }

  Cost known_cost() const override { return cost_; }

 private:
  void make(Phase& phase) override {
    std::size_t which = 0;
    int index = at_;
    while (index >= parts_[which].plan.phases) index -= parts_[which++].plan.phases;
    const auto& [plan, backwards] = parts_[which];
    phase.name = fmt::format("{}{}", parts_.size() == 1 ? 'P' : backwards ? 'R' : 'G', index + 1);
    const int planned = backwards ? plan.phases - 1 - index : index;
    const auto first = std::ranges::lower_bound(plan.hops, planned, {}, &Hop::phase);
    const auto last = std::ranges::upper_bound(plan.hops, planned, {}, &Hop::phase);
    const auto hops = std::span<const Hop>(plan.hops).subspan(first - plan.hops.begin(), last - first);
    reach_ =
        plan.reach.empty()
            ? std::span<const std::uint8_t>()
            : std::span<const std::uint8_t>(plan.reach).subspan(planned * (plan.reach.size() / plan.phases));
    TransferWriter writer(phase, info_.topology.dimensions());
    // Boxes of an untwisted torus stay boxes when they move, so only those of node 0 are joined.
    const bool moves = plan.of_one_node && !info_.topology.twisted();
    if (moves) join(hops);
    for (NodeId node = 0; node < (plan.of_one_node ? info_.topology.nodes() : 1); ++node) {
      write(hops, node, moves, backwards, writer);
    }
  }

  /// The place after the hops that begin at `i` and take one channel.
  static std::size_t end_of_channel(std::span<const Hop> hops, std::size_t i) {
    std::size_t end = i;
    while (end < hops.size() && hops[end].channel == hops[i].channel) ++end;
    return end;
  }
  /// Adds the blocks of the hops, moved by `moved`.
  void list(std::span<const Hop> hops, NodeId moved, BlockSet& blocks) const {
    const Topology& topology = info_.topology;
    const Collective& collective = info_.collective;
    const bool pairs = collective.kind == Collective::Kind::kCompleteExchange;
    const auto at = [&](NodeId node) { return moved == 0 ? node : topology.translated(node, moved); };
    for (const Hop& hop : hops) {
      blocks.add(topology, collective.one_packet()
                               ? collective.chunk(topology.nodes(), hop.block.destination)
                               : Block{at(hop.block.source),
                                       pairs ? at(hop.block.destination) : hop.block.destination});
    }
    blocks.coalesce();
  }
  /// Fills `joined_` with the blocks of each channel.
  void join(std::span<const Hop> hops) {
    joined_.clear();
    for (std::size_t i = 0, end = 0; i < hops.size(); i = end) {
      end = end_of_channel(hops, i);
      list(hops.subspan(i, end - i), 0, joined_.emplace_back(info_.topology.dimensions()));
    }
  }
  /// Adds the boxes of `blocks`, moved by `moved`.
  void add_moved(const BlockSet& blocks, NodeId moved, BlockSet& to) const {
    const Topology& topology = info_.topology;
    const int k = topology.dimensions();
    const int moving = info_.collective.kind == Collective::Kind::kCompleteExchange ? 2 * k : k;
    std::vector<std::vector<Range>> choices(2 * k);
    for (std::size_t i = 0; i < blocks.boxes(); ++i) {
      for (int r = 0; r < 2 * k; ++r) {
        Range range = blocks.box(i)[r];
        const int side = topology.side(r % k);
        range.first += r < moving ? topology.coordinate(moved, r % k) : 0;
        if (range.first >= side) range.first -= side;
        if (range.last() < side) {
          choices[r].assign(1, range);
        } else {
          choices[r] = wrapped_range(range.first, range.stride, range.count, side);
        }
      }
      to.add_product(choices);
    }
  }

  /// Writes the hops, moved by `moved`: a message for each channel. `joined`: the blocks are in `joined_`.
  void write(std::span<const Hop> hops, NodeId moved, bool joined, bool adds, TransferWriter& writer) const {
    const Topology& topology = info_.topology;
    std::size_t channels = 0;
    for (std::size_t i = 0, end = 0; i < hops.size(); i = end, ++channels) {
      end = end_of_channel(hops, i);
      const NodeId sender = hops[i].channel / topology.network_ports();
      const NodeId from = moved == 0 ? sender : topology.translated(sender, moved);
      const int port = hops[i].channel % topology.network_ports();
      const int along = reach_.empty() ? 1 : reach_[hops[i].channel];
      NodeId to = from;
      for (int hop = 0; hop < along; ++hop) to = topology.neighbor(to, port);
      const Run run = Run::of(topology.port_dimension(port), topology.port_step(port) * along);
      Transfer& transfer = writer.add(from, to, Route{run});
      transfer.adds = adds;
      if (joined) {
        add_moved(joined_[channels], moved, transfer.blocks);
      } else {
        list(hops.subspan(i, end - i), moved, transfer.blocks);
      }
    }
  }

  std::span<const std::uint8_t> reach_;  // [channel]: hops of its message; empty: 1
  std::vector<BlockSet> joined_;         // [channel of node 0]: what it carries in the phase that is made
  std::vector<PlannedPart> parts_;
  Cost cost_;
};

}  // namespace

bool in_data_order(const Topology& topology, const Collective& collective, int ports) {
  return ports == topology.network_ports() && collective.one_packet() && collective.pieces > 1 &&
         2 * std::int64_t{topology.nodes()} * collective.pieces <= kMostFollowed;
}

std::unique_ptr<AlgorithmSchedule> planned_schedule(const Topology& topology, const Collective& collective,
                                                    int ports, std::vector<PlannedPart> parts,
                                                    const BlockBounds& bounds) {
  return std::make_unique<PlannedSchedule>(topology, collective, ports, std::move(parts), bounds);
}

}  // namespace torusim::planned
