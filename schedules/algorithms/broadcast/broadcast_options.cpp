#include "schedules/algorithms/broadcast/broadcast_options.h"

#include <fmt/format.h>

#include "schedules/algorithms/broadcast/broadcast_schedule.h"
#include "schedules/algorithms/families.h"
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

/// 0 for all.
int read_ports(const std::string& text) {
  if (text == "all") return 0;
  int ports = 0;
  if (!read_number(text, ports) || ports < 1) {
    throw UsageError(fmt::format("broadcast: ports={}: must be all or a number from 1", text));
  }
  return ports;
}

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

/// Throws UsageError for a root that is no node, or ports that are no number.
BroadcastOptions read_options(const AlgorithmOptions& options, const Topology& topology) {
  return {variants().of(options), read_ports(options.at("ports")),
          read_root("broadcast", options.at("root"), topology)};
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
             {"root", {}, "0", "the node that has the message, 5 or (3,5)", "NODE"}},
            Collective::Kind::kBroadcast,
            false,
            true,
            true},
           [](const Topology& topology, const AlgorithmOptions& options, const std::string& generator) {
             return std::make_unique<BroadcastSchedule>(generator, topology, read_options(options, topology));
           }}};
}

}  // namespace torusim
