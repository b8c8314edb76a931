#include "testbench/config/link_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string_view>

#include "schedules/core/dimension_name.h"
#include "schedules/core/error.h"
#include "schedules/core/read_number.h"
#include "schedules/core/sub_network.h"
#include "schedules/text/node_selection.h"

namespace torusim {
namespace {

/// Reads a whole number from 1 to UnevenLinks::kMost; 0: it is not one.
int read_value(std::string_view text) {
  int value = 0;
  return read_number(text, value) && value >= 1 && value <= UnevenLinks::kMost ? value : 0;
}

/// Reads `1` or `1/N` as N; 0: it is neither.
int read_interval(std::string_view text) {
  if (text == "1") return 1;
  return text.starts_with("1/") ? read_value(text.substr(2)) : 0;
}

/// The parts between commas outside of parentheses.
std::vector<std::string> items_of(const std::string& text) {
  std::vector<std::string> items(1);
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0) {
      items.emplace_back();
    } else if (c != ' ') {
      items.back() += c;
    }
  }
  return items;
}

LinkRules parse(const std::string& text, int (*read)(std::string_view), const char* values) {
  LinkRules result;
  const std::vector<std::string> items = items_of(text);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string& item = items[i];
    const std::size_t equals = item.rfind('=');
    const bool rule = equals != std::string::npos;
    const int value = read(std::string_view(item).substr(rule ? equals + 1 : 0));
    if (!rule && value > 0 && i > 0) {
      throw UsageError(fmt::format("'{}': only the first value is for all links; others name theirs", item));
    }
    if (value == 0 || (rule && equals == 0)) {
      throw UsageError(items.size() == 1 && !rule ? fmt::format("must be {}", values)
                                                  : fmt::format("'{}': must be {}", item, values));
    }
    if (rule) {
      result.rules.push_back({item.substr(0, equals), value});
    } else {
      result.all = value;
    }
  }
  return result;
}

std::string text_of(const LinkRules& links, const char* before) {
  const auto value = [before](int number) { return number == 1 ? "1" : fmt::format("{}{}", before, number); };
  std::string text = value(links.all);
  for (const LinkRules::Rule& rule : links.rules)
    text += fmt::format(",{}={}", rule.where, value(rule.value));
  return text;
}

/// Sets the values of one option on the links. Values of failed links have no effect.
class RuleSetter {
 public:
  RuleSetter(const char* option, std::int16_t LinkTime::*member, const Topology& topology, std::uint64_t seed,
             UnevenLinks& links)
      : option_(option),
        member_(member),
        topology_(topology.with_failures(nullptr)),
        seed_(seed),
        links_(links) {}

  void set(const LinkRules& rules) {
    for (const LinkRules::Rule& rule : rules.rules) {
      if (const int dimension = dimension_of(rule.where); dimension >= 0) set_dimension(rule, dimension);
    }
    for (const LinkRules::Rule& rule : rules.rules) {
      if (dimension_of(rule.where) < 0) set_links(rule);
    }
  }

 private:
  /// -1: it is none.
  int dimension_of(const std::string& where) const {
    for (int d = 0; d < topology_.dimensions(); ++d) {
      if (where == dimension_name(d)) return d;
    }
    return -1;
  }
  [[noreturn]] void refuse(const LinkRules::Rule& rule, const std::string& why) const {
    throw UsageError(fmt::format("{} {}: {}", option_, rule.where, why));
  }
  void set(NodeId node, int port, int value) {
    LinkTime time = links_.at(node, port);
    time.*member_ = static_cast<std::int16_t>(value);
    links_.set(topology_, node, port, time);
  }
  void set_dimension(const LinkRules::Rule& rule, int dimension) {
    if (!given_.insert(rule.where).second) refuse(rule, "the dimension is given twice");
    for (NodeId node = 0; node < topology_.nodes(); ++node) {
      for (int port = 0; port < topology_.network_ports(); ++port) {
        const bool here = topology_.port_dimension(port) == dimension && topology_.has_channel(node, port);
        if (here) set(node, port, rule.value);
      }
    }
  }
  void set_links(const LinkRules::Rule& rule) {
    const std::size_t sign = rule.where.find_last_of("+-");
    if (sign == std::string::npos || sign == 0) {
      refuse(rule, fmt::format("{} has the dimensions {}; a link is a node and a port, such as {}{}",
                               topology_.name(), dimension_names(), topology_.node_name(0),
                               topology_.port_name(0)));
    }
    const std::string name = rule.where.substr(sign);
    int port = 0;
    while (port < topology_.network_ports() && topology_.port_name(port) != name) ++port;
    if (port == topology_.network_ports()) {
      refuse(rule,
             fmt::format("a node of {} has no port {}; it has {}", topology_.name(), name, port_names()));
    }
    std::vector<NodeId> nodes;
    try {
      nodes = select_nodes(topology_, rule.where.substr(0, sign), seed_);
    } catch (const UsageError& error) {
      refuse(rule, error.what());
    }
    if (nodes.empty()) refuse(rule, "no node is named");
    for (const NodeId node : nodes) set_link(rule, node, port);
  }
  void set_link(const LinkRules::Rule& rule, NodeId node, int port) {
    const std::string link = topology_.node_name(node) + topology_.port_name(port);
    if (!topology_.has_channel(node, port)) refuse(rule, fmt::format("there is no link {}", link));
    const NodeId other = topology_.neighbor(node, port);
    const bool first = seen_.emplace(node, port).second;
    if (!first || !seen_.emplace(other, topology_.opposite(port)).second) {
      refuse(rule, fmt::format("the link {} is given twice; a link is both its channels", link));
    }
    set(node, port, rule.value);
  }
  std::string dimension_names() const {
    std::string names;
    for (int d = 0; d < topology_.dimensions(); ++d) names += (d == 0 ? "" : ", ") + dimension_name(d);
    return names;
  }
  std::string port_names() const {
    std::string names;
    for (int p = 0; p < topology_.network_ports(); ++p)
      names += (p == 0 ? "" : ", ") + topology_.port_name(p);
    return names;
  }

  const char* const option_;
  std::int16_t LinkTime::*const member_;
  const Topology topology_;  // intact
  const std::uint64_t seed_;
  UnevenLinks& links_;
  std::set<std::string> given_;
  std::set<std::pair<NodeId, int>> seen_;  // channels
};

/// `value(node, port)`: that of a channel, 0 if there is none.
template <typename Value>
std::string text_of_values(const Topology& topology, const Value& value) {
  std::vector<std::string> ports, channels;
  for (int port = 0; port < topology.network_ports(); ++port) {
    std::map<int, NodeId> count;  // of channels, by value
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      if (const int cycles = value(node, port); cycles > 0) ++count[cycles];
    }
    const int usual = std::ranges::max_element(count, {}, [](const auto& of) { return of.second; })->first;
    ports.push_back(std::to_string(usual));
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      const int cycles = value(node, port);
      if (cycles == usual || !topology.has_channel(node, port)) continue;
      channels.push_back(fmt::format("{}:{}", node * topology.network_ports() + port, cycles));
    }
  }
  const std::string text = fmt::format("{}", fmt::join(ports, ","));
  return channels.empty() ? text : fmt::format("{}/{}", text, fmt::join(channels, ","));
}

}  // namespace

LinkRules parse_link_delays(const std::string& text) { return parse(text, read_value, kLinkDelays); }
std::string link_delays_text(const LinkRules& delays) { return text_of(delays, ""); }
LinkRules parse_link_rates(const std::string& text) { return parse(text, read_interval, kLinkRates); }
std::string link_rates_text(const LinkRules& rates) { return text_of(rates, "1/"); }

std::optional<UnevenLinks> uneven_links(const RunConfig& config, const Topology& topology) {
  const LinkRules& rates = config.link_rates;
  const int delay = config.run.hardware.link_delay;
  if (config.link_delays.empty() && rates.rules.empty() && rates.all == 1) return {};
  UnevenLinks links(topology, {static_cast<std::int16_t>(delay), static_cast<std::int16_t>(rates.all)});
  RuleSetter("--link-delay", &LinkTime::delay, topology, config.seed, links).set({delay, config.link_delays});
  RuleSetter("--link-rate", &LinkTime::interval, topology, config.seed, links).set(rates);
  return links;
}

namespace {

/// `time(node, port)`: the time of a channel, 0 where there is none.
template <typename Time>
std::map<std::string, std::string> texts_of(const RunConfig& config, const Topology& topology,
                                            const Time& time) {
  std::map<std::string, std::string> texts;
  if (!(config.link_rates == LinkRules{})) {
    texts["intervals"] =
        text_of_values(topology, [&](NodeId node, int port) { return time(node, port).second; });
  }
  const Hardware& hardware = config.run.hardware;
  if (hardware.link_delay + hardware.router_delay > 2 || !config.link_delays.empty()) {
    texts["hops"] = text_of_values(topology, [&](NodeId node, int port) { return time(node, port).first; });
  }
  return texts;
}

/// The cycles of a head and of a flit over a channel.
std::function<std::pair<int, int>(NodeId, int)> times_of(const RunConfig& config, const Topology& topology) {
  const Hardware& hardware = config.run.hardware;
  return [&hardware, links = uneven_links(config, topology)](NodeId node, int port) {
    const LinkTime link =
        links ? links->at(node, port) : LinkTime{static_cast<std::int16_t>(hardware.link_delay), 1};
    return std::pair<int, int>(hardware.router_delay + link.delay, link.interval);
  };
}

}  // namespace

std::map<std::string, std::string> planned_links(const RunConfig& config, const Topology& topology) {
  const auto time = times_of(config, topology);
  return texts_of(config, topology, [&](NodeId node, int port) { return time(node, port); });
}

std::map<std::string, std::string> planned_links(const RunConfig& config, const Topology& whole,
                                                 const SubNetwork& part) {
  const auto time = times_of(config, whole);
  return texts_of(config, part.topology, [&](NodeId node, int port) {
    std::pair<int, int> all;
    if (!part.topology.has_channel(node, port)) return all;
    part.way(port).for_each_channel(whole, part.node_of[node], [&](NodeId at, int through) {
      const auto [hop, interval] = time(at, through);
      all = {all.first + hop, std::max(all.second, interval)};
    });
    return all;
  });
}

std::string links_text(const RunConfig& config) {
  std::string text = link_delays_text({config.run.hardware.link_delay, config.link_delays}) + " cycles";
  if (!(config.link_rates == LinkRules{})) text += ", rate " + link_rates_text(config.link_rates);
  if (const int delay = config.run.hardware.router_delay; delay > 1)
    text += fmt::format(", router delay {}", delay);
  return text;
}

int longest_link_delay(const RunConfig& config, const Topology& topology) {
  const auto links = uneven_links(config, topology);
  return links ? links->longest(topology).delay : config.run.hardware.link_delay;
}

}  // namespace torusim
