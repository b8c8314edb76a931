// Complete exchange with all ports at, or close to, the bound that the links set: `all-port`. Found with
// torusim; docs/algorithms/all-port.md has the phases, the search that plans them and the totals.
//
// Phases are named "P1.T01", ..: all nodes send straight, by all ports that the phase gives them
// (all_port_plan.h), equal messages for nodes of a class.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <tuple>

#include "schedules/algorithms/all_port/all_port_plan.h"
#include "schedules/algorithms/families.h"
#include "schedules/algorithms/torus_list.h"
#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/error.h"
#include "schedules/core/node_order.h"

namespace torusim {
namespace {

/// A block of a message, as seen from the node that sends it: hops, as coordinates, from its source to that
/// node and from its source to its destination.
struct Carried {
  Topology::Coordinates moved, offset;
};

class AllPortExchange : public PhaseByPhase {
 public:
  explicit AllPortExchange(const AllPortTable& table) : table_(table), plan_(table) {
    info_.topology = table.torus();
    info_.ports = info_.topology.network_ports();
    info_.claims = {.link_disjoint = true, .shortest_paths = true};
    info_.phases = static_cast<int>(table.phases.size());
  }

  const AllPortPlan& plan() const { return plan_; }

 private:
  void make(Phase& phase) override {
    const Topology& torus = info_.topology;
    const WayLoads& loads = plan_.loads();
    phase.name = fmt::format("P{}.{}", at_ + 1, table_.phases[at_].name(torus.dimensions()));

    std::vector<std::vector<Carried>> carried(static_cast<std::size_t>(loads.classes()) * info_.ports);
    for (int source_class = 0; source_class < loads.classes(); ++source_class) {
      for (NodeId offset = 1; offset < torus.nodes(); ++offset) {
        const Way& way = plan_.way(source_class, offset);
        if (way[at_] == kStays) continue;
        const WayLoads::Place place = loads.place(source_class, way, at_);
        carried[place.node_class * info_.ports + way[at_]].push_back(
            {place.moved, torus.coordinates(offset)});
      }
    }
    TransferWriter writer(phase, torus.dimensions());
    for (NodeId node = 0; node < torus.nodes(); ++node) {
      const auto at = torus.coordinates(node);
      const int node_class = loads.class_of(at);
      for (int port = 0; port < info_.ports; ++port) {
        const auto& blocks = carried[node_class * info_.ports + port];
        if (blocks.empty()) continue;
        const int d = torus.port_dimension(port);
        const int hops = torus.port_step(port) * table_.phases[at_].hops(torus, at, port);
        Transfer& transfer = writer.add(node, torus.displaced(node, d, hops), {Run::of(d, hops)});
        for (const Carried& block : blocks) {
          const auto source = moved(torus, at, block.moved, -1);
          const auto destination = moved(torus, source, block.offset);
          transfer.blocks.add(torus, Block{torus.node(source), torus.node(destination)});
        }
      }
    }
  }
  const AllPortTable& table_;
  AllPortPlan plan_;
};

const NamedOption<bool> kLeast{"least",
                               "blocks",
                               "the plan with the fewest blocks or the fewest startups",
                               {{"blocks", false}, {"startups", true}}};

const OptionInfo kStartups{"startups", {}, "auto", "the plan with so many startups", "N", true};

/// Whether the option is auto or this table's number of startups.
bool fits(const AllPortTable& table, const std::string& startups) {
  return startups == "auto" || startups == fmt::format("{}", table.cost.startups);
}

/// The tori that there are plans for.
std::vector<Topology> tori() { return tori_of(all_port_tables()); }

std::unique_ptr<AlgorithmSchedule> make_all_port(const Topology& topology, const AlgorithmOptions& options) {
  const AllPortTable* chosen = nullptr;
  std::vector<std::int64_t> startups;
  for (const AllPortTable& table : all_port_tables()) {
    if (!(table.torus() == topology)) continue;
    startups.push_back(table.cost.startups);
    if (!fits(table, options.at("startups"))) continue;
    const auto better = [&](const Cost& a, const Cost& b) {
      return kLeast.of(options) ? std::tie(a.startups, a.blocks) < std::tie(b.startups, b.blocks)
                                : std::tie(a.blocks, a.startups) < std::tie(b.blocks, b.startups);
    };
    if (chosen == nullptr || better(table.cost, chosen->cost)) chosen = &table;
  }
  if (chosen == nullptr && !startups.empty()) {
    std::sort(startups.begin(), startups.end());
    throw UsageError(fmt::format("all-port: startups={}: on {} there are plans of {} startups",
                                 options.at("startups"), topology.name(), fmt::join(startups, ", ")));
  }
  if (chosen == nullptr) {
    throw InputError(fmt::format(
        "all-port on {}: there are plans for {} only; nearest: {}; paired runs, with one port, on "
        "tori of multiples of 4, direct on any topology",
        topology.name(), fmt::join(names_of(tori()), ", "), nearest_torus(topology, tori())));
  }
  return std::make_unique<AllPortExchange>(*chosen);
}

}  // namespace

std::vector<Algorithm> all_port_algorithms() {
  return {{{"all-port",
            "complete exchange with all ports, at the bound of the links or close to it",
            "found with torusim: docs/algorithms/all-port.md",
            fmt::format("{}", fmt::join(names_of(tori()), ", ")),
            {kLeast, kStartups}},
           make_all_port}};
}

}  // namespace torusim
