#include "schedules/algorithms/broadcast/broadcast_options.h"

#include <fmt/format.h>

#include <charconv>

#include "schedules/core/error.h"
#include "schedules/text/tcs_parts.h"

namespace torusim {
namespace {

NodeId read_root(const std::string& text, const Topology& topology) {
  text::Cursor cursor("root", 1, text);
  try {
    const NodeId node = text::parse_node(cursor, topology, {});
    cursor.expect_end();
    return node;
  } catch (const InputError&) {
    throw UsageError(fmt::format("broadcast: root={}: not a node of {}; the last one is {}, or {}", text,
                                 topology.name(), topology.nodes() - 1,
                                 topology.node_name(topology.nodes() - 1)));
  }
}

/// 0 for all.
int read_ports(const std::string& text) {
  if (text == "all") return 0;
  int ports = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ports);
  if (error != std::errc() || end != text.data() + text.size() || ports < 1) {
    throw UsageError(fmt::format("broadcast: ports={}: must be all or a number from 1", text));
  }
  return ports;
}

}  // namespace

std::vector<OptionInfo> broadcast_option_infos() {
  return {{"variant",
           {"auto", "best", "paper", "maxflow"},
           "auto",
           "paper: as published, gaps filled in; best: shorter on tori of unequal sides; maxflow: found by "
           "search, "
           "mostly in the fewest steps; auto: best, ended by one searched step where that is shorter, and "
           "maxflow "
           "where there is no other"},
          {"ports", {}, "all", "messages a node may send at once; all: as many as it has channels", "N|all"},
          {"root", {}, "0", "the node that has the message, 5 or (3,5)", "NODE"}};
}

BroadcastOptions read_broadcast_options(const AlgorithmOptions& options, const Topology& topology) {
  using broadcast::Variant;
  static const std::map<std::string, Variant> kVariants{{"auto", Variant::kAuto},
                                                        {"best", Variant::kBest},
                                                        {"paper", Variant::kPaper},
                                                        {"maxflow", Variant::kMaxFlow}};
  return {kVariants.at(options.at("variant")), read_ports(options.at("ports")),
          read_root(options.at("root"), topology)};
}

}  // namespace torusim
