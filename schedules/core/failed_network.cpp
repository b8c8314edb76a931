#include "schedules/core/failed_network.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/core/error.h"

namespace torusim {

FailedNetwork::FailedNetwork(const Topology& intact)
    : Failures(intact.nodes(), intact.network_ports()), intact_(intact) {}

void FailedNetwork::fail_channel(NodeId node, int port) {
  if (!intact_.has_channel(node, port)) {
    throw InputError(
        fmt::format("there is no link {}: {} ends there", link_name(intact_, {node, port}), intact_.name()));
  }
  if (channels_[place(node, port)]) {
    const bool of_node = nodes_[static_cast<std::size_t>(node)] ||
                         nodes_[static_cast<std::size_t>(intact_.neighbor(node, port))];
    throw InputError(fmt::format("the link {} is named twice{}", link_name(intact_, {node, port}),
                                 of_node ? ": it fails with a node at its end" : ""));
  }
  channels_[place(node, port)] = true;
}

void FailedNetwork::fail_link(Link link) {
  if (link.port < 0 || link.port >= intact_.network_ports()) {
    throw InputError(fmt::format("there is no port {} on {}", link.port, intact_.name()));
  }
  fail_channel(link.node, link.port);
  if (!link.one_way) fail_channel(intact_.neighbor(link.node, link.port), intact_.opposite(link.port));
  failed_links_.push_back(link);
}

void FailedNetwork::fail_node(NodeId node) {
  if (node < 0 || node >= intact_.nodes()) {
    throw InputError(fmt::format("there is no node {} on {}", node, intact_.name()));
  }
  if (nodes_[static_cast<std::size_t>(node)]) {
    throw InputError(fmt::format("the node {} is named twice", intact_.node_name(node)));
  }
  nodes_[static_cast<std::size_t>(node)] = true;
  failed_nodes_.push_back(node);
  for (int port = 0; port < intact_.network_ports(); ++port) {
    if (!intact_.has_channel(node, port)) continue;
    const NodeId far = intact_.neighbor(node, port);
    const int back = intact_.opposite(port);
    const bool known = std::ranges::any_of(failed_links_, [&](const Link& link) {
      return (link.node == node && link.port == port) || (link.node == far && link.port == back);
    });
    if (known) fail_channel(node, port);  // which says so
    channels_[place(node, port)] = channels_[place(far, back)] = true;
  }
}

std::vector<Failures::Link> FailedNetwork::live_links() const {
  std::vector<Link> links;
  for (NodeId node = 0; node < intact_.nodes(); ++node) {
    for (int port = 0; port < intact_.network_ports(); ++port) {
      if (!intact_.has_channel(node, port)) continue;
      const NodeId far = intact_.neighbor(node, port);
      const int back = intact_.opposite(port);
      if (std::pair(far, back) < std::pair(node, port)) continue;  // named by its other channel
      if (!channel(node, port) && !channel(far, back)) links.push_back({node, port});
    }
  }
  return links;
}

void FailedNetwork::check_whole() const {
  const auto alive = std::ranges::find(nodes_, false);
  if (alive == nodes_.end()) throw InputError("no node is left");
  if (std::find(alive + 1, nodes_.end(), false) == nodes_.end()) {
    throw InputError("one node is left; a network takes two");
  }
  const auto first = static_cast<NodeId>(alive - nodes_.begin());
  for (const bool back : {false, true}) {
    const NodeId lost = beyond_reach(first, back);
    if (lost < 0) continue;
    throw InputError(fmt::format("the network is cut: no path leads from {} to {}",
                                 intact_.node_name(back ? lost : first),
                                 intact_.node_name(back ? first : lost)));
  }
}

NodeId FailedNetwork::beyond_reach(NodeId first, bool back) const {
  std::vector<bool> reached(nodes_.size());
  std::vector<NodeId> open{first};
  reached[static_cast<std::size_t>(first)] = true;
  while (!open.empty()) {
    const NodeId at = open.back();
    open.pop_back();
    for (int port = 0; port < intact_.network_ports(); ++port) {
      if (!intact_.has_channel(at, port)) continue;
      const NodeId far = intact_.neighbor(at, port);
      if (back ? channel(far, intact_.opposite(port)) : channel(at, port)) continue;
      if (reached[static_cast<std::size_t>(far)]) continue;
      reached[static_cast<std::size_t>(far)] = true;
      open.push_back(far);
    }
  }
  for (NodeId node = 0; node < intact_.nodes(); ++node) {
    if (!reached[static_cast<std::size_t>(node)] && !this->node(node)) return node;
  }
  return -1;
}

std::int64_t all_links(const Topology& topology) { return topology.channels() / 2; }

std::string link_name(const Topology& topology, const Failures::Link& link) {
  return fmt::format("{}{}{}", topology.node_name(link.node), topology.port_name(link.port),
                     link.one_way ? " one way" : "");
}

std::string failures_list(const Topology& topology) {
  std::string list;
  for (const Failures::Link& link : topology.failures()->links()) {
    list += fmt::format("{}{}{}{}", list.empty() ? "" : ",", topology.node_name(link.node),
                        topology.port_name(link.port), link.one_way ? ":one-way" : "");
  }
  for (const NodeId node : topology.failures()->nodes()) {
    list += (list.empty() ? "" : ",") + topology.node_name(node);
  }
  return list;
}

std::string failures_text(const Topology& topology, std::size_t most) {
  const std::vector<Failures::Link>& links = topology.failures()->links();
  const std::vector<NodeId>& nodes = topology.failures()->nodes();
  std::string result;
  const auto list = [&](const auto& items, const auto& name_of) {
    std::string names;
    for (std::size_t i = 0; i < std::min(items.size(), most); ++i) {
      names += (i == 0 ? "" : ", ") + name_of(items[i]);
    }
    if (items.size() > most) names += fmt::format(" and {} more", items.size() - most);
    return names;
  };
  if (!links.empty()) {
    result = fmt::format("{} of {} links: {}", links.size(), all_links(topology),
                         list(links, [&](const Failures::Link& link) { return link_name(topology, link); }));
  }
  if (!nodes.empty()) {
    result += fmt::format("{}node{} {}", result.empty() ? "" : "; ", nodes.size() == 1 ? "" : "s",
                          list(nodes, [&](NodeId node) { return topology.node_name(node); }));
  }
  return result;
}

}  // namespace torusim
