#include "testbench/report/deadlock_data.h"

#include <fmt/format.h>

#include <unordered_map>

#include "testbench/report/page_summary.h"

namespace torusim {
namespace {

constexpr NodeId kMostDrawn = 4096;

nlohmann::ordered_json cycle_table() {
  return page_table({"node", "port", "name", "vc", "holder", "waiting"});
}

}  // namespace

nlohmann::ordered_json deadlock_data(const Explanation& run) {
  auto json = cycle_table();
  const std::vector<ChannelWait>& cycle = run.result.deadlock_cycle;
  if (cycle.empty()) return json;
  const FlitHistory& history = run.history;
  std::unordered_map<std::uint32_t, std::string> names;  // by number; of the worms of the cycle
  for (const ChannelWait& wait : cycle) names[wait.waiting];
  WormIndex index = 0;
  for (const WormRecord& worm : history.worms()) {
    if (const auto found = names.find(worm.number); found != names.end())
      found->second = worm_name(run, index);
    ++index;
  }
  const Hardware& hardware = history.hardware();
  for (const ChannelWait& wait : cycle) {
    const ChannelRef& at = wait.channel;
    json["rows"].push_back(
        {at.node, at.port, channel_words(history, history.table().id(at.node, at.port)),
         fmt::format("class {} lane {}", hardware.vc_class(at.vc), hardware.vc_lane(at.vc)),
         names[wait.holder], names[wait.waiting]});
  }
  return json;
}

std::string verdict_sentence(const DeadlockCheck& check) {
  const CircleOfWaits& circle = check.verdict.circle;
  switch (check.verdict.risk) {
    case DeadlockRisk::kFree:
      if (check.hardware.bubbles()) {
        return "Channels depend on each other in a cycle along a ring at most, and bubble flow control "
               "keeps a packet slot of every ring free.";
      }
      if (check.hardware.adaptive) {
        return "No escape channels depend on each other in a cycle, directly or by way of adaptive channels, "
               "so "
               "no worms can wait for each other in a circle.";
      }
      return "No channels depend on each other in a cycle, so no worms can wait for each other in a circle.";
    case DeadlockRisk::kCannotClose:
      return fmt::format("{} channels depend on each other in a cycle, which this run cannot close: {}.",
                         circle.channels.size(), check.verdict.because);
    case DeadlockRisk::kCanDeadlock:
      break;
  }
  if (circle.channels.size() == 1) {
    return "Worms are longer than the buffer of a virtual channel: two can fill the shared slots, each with "
           "a part of itself, and none is ever whole.";
  }
  return fmt::format(
      "{} can wait for each other in a circle of {} channels. Timing decides whether they do.",
      circle.phase.empty() ? check.packets ? "Packets" : "Messages" : "Messages of phase " + circle.phase,
      circle.channels.size());
}

nlohmann::ordered_json verdict_data(const DeadlockCheck& check) {
  using Json = nlohmann::ordered_json;
  const Topology& topology = check.hardware.topology;
  const std::vector<HeldChannel>& circle = check.verdict.circle.channels;
  Json json;
  json["title"] = check.what;
  json["verdict"] = to_text(check.verdict.risk);
  json["before"] = check.setting;
  json["findings"] = Json::array({verdict_sentence(check)});
  if (!check.prevention.empty()) json["findings"].push_back(check.prevention);
  json["cycles"] = 0;
  json["messages"] = 0;
  json["settings"] = {{"run", check.setting}};
  json["notes"] = Json::array();
  json["phases"] = page_table({"name", "start", "end", "predicted", "messages"});
  json["deadlock"] = cycle_table();
  for (std::size_t i = 0; i < circle.size(); ++i) {
    const std::string& name = check.channels[i];
    const std::size_t comma = name.find(", ");
    json["deadlock"]["rows"].push_back({circle[i].node, circle[i].port, name.substr(0, comma),
                                        name.substr(comma + 2), check.verdict.messages[i],
                                        check.verdict.messages[(i + circle.size() - 1) % circle.size()]});
  }
  page_shape(topology, json);
  if (topology.nodes() > kMostDrawn) {
    json["notes"].push_back(
        fmt::format("The map is left out: the network has more than {} nodes.", int{kMostDrawn}));
    return json;
  }
  json["bin"] = json["bins"] = 1;
  json["heat"] = json["waiting"] = Json::array();
  json["channels"] = page_table(
      {"node", "port", "far", "name", "flits", "allocation", "credit", "preemption", "arbitration"});
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < topology.network_ports(); ++port) {
      if (!topology.has_channel(node, port)) continue;
      json["channels"]["rows"].push_back(
          {node, port, topology.neighbor(node, port), topology.port_name(port), 0, 0, 0, 0, 0});
      json["heat"].push_back("");
      json["waiting"].push_back("");
    }
  }
  return json;
}

}  // namespace torusim
