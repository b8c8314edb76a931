// The explanation of a measurement of traffic as text: the parts of the latency, and the links that limit it.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "models/run/traffic_run.h"
#include "testbench/process/text_table.h"
#include "testbench/report/page_summary.h"
#include "testbench/report/story.h"
#include "testbench/results/packet_tables.h"
#include "testbench/results/traffic_record.h"

namespace torusim {
namespace {

constexpr std::size_t kMostListed = 8;

constexpr std::array kCauseWords = {"another worm holds the channel", "the buffer behind it is full",
                                    "preempted by a more urgent worm", "an equally urgent worm's turn"};

std::int64_t waited(const WindowLink& link) {
  return std::accumulate(link.waited.begin(), link.waited.end(), std::int64_t{0});
}

std::string latencies(const PacketTables& packets) {
  if (packets.groups().empty()) return "No packet of the window has arrived.\n";
  TextTable table({"kind", "class", "flits", "packets", "latency", "p99", "source queue", "startup", "hops",
                   "blocked", "service"},
                  1);
  const auto row = [&](std::vector<std::string> cells, const PacketGroup& group) {
    cells.push_back(fmt::format("{}", group.latency.count()));
    cells.push_back(fmt::format("{:.2f}", group.latency.mean()));
    cells.push_back(fmt::format("{}", group.latency.percentile(0.99)));
    for (const double part : group.means()) cells.push_back(fmt::format("{:.2f}", part));
    table.row(std::move(cells));
  };
  for (const auto& [key, group] : packets.groups()) {
    const auto& [kind, message_class, flits] = key;
    row({to_text(kind), fmt::format("{}", message_class), fmt::format("{}", flits)}, group);
  }
  const PacketGroup whole = packets.whole();
  if (packets.groups().size() > 1 && whole.latency.count() > 0) row({"all", "", ""}, whole);
  return "Where the latency goes, mean cycles\n" + table.text();
}

/// The channels with the most of `worth`, the largest first.
template <typename Worth>
std::vector<ChannelId> most(const std::vector<WindowLink>& links, const Worth& worth) {
  std::vector<ChannelId> order;
  for (ChannelId c = 0; c < std::ssize(links); ++c) {
    if (worth(c) > 0) order.push_back(c);
  }
  const auto end = order.begin() + static_cast<std::ptrdiff_t>(std::min(order.size(), kMostListed));
  std::partial_sort(order.begin(), end, order.end(), [&](ChannelId a, ChannelId b) {
    return std::pair(-worth(a), a) < std::pair(-worth(b), b);
  });
  order.erase(end, order.end());
  return order;
}

std::string links(const Explanation& run) {
  const std::vector<WindowLink>& links = run.traffic->links;
  const ChannelTable& table = run.history.table();
  const auto of = [&](ChannelId c) -> const WindowLink& { return links[static_cast<std::size_t>(c)]; };
  std::string text = "Busiest links in the window\n";
  const auto busy = [&](ChannelId c) {
    return between_routers(table, c) ? of(c).flits * table.link(c).interval : 0;
  };
  for (const ChannelId c : most(links, busy)) {
    const auto window = static_cast<double>(run.traffic->end - run.traffic->begin);
    text += fmt::format("  {:>6.1f} %  {:>9} flits  {}\n", 100 * static_cast<double>(busy(c)) / window,
                        of(c).flits, channel_words(run.history, c));
  }
  text += "\nWhere packets wait for other packets, worm cycles in the window\n";
  const std::vector<ChannelId> worst = most(links, [&](ChannelId c) { return waited(of(c)); });
  if (worst.empty()) return text + "  at no channel\n";
  for (const ChannelId c : worst) {
    text += fmt::format("  {:>9}  {}\n", waited(of(c)), channel_words(run.history, c));
  }
  std::array<std::int64_t, kStallCauses> causes{};
  for (const WindowLink& link : links) {
    for (std::size_t i = 0; i < causes.size(); ++i) causes[i] += link.waited[i];
  }
  const std::int64_t all = std::accumulate(causes.begin(), causes.end(), std::int64_t{0});
  text += fmt::format("  {:>9}  in all; of these\n", all);
  for (std::size_t i = 0; i < causes.size(); ++i) {
    if (causes[i] > 0) text += fmt::format("  {:>9}  {}\n", causes[i], kCauseWords[i]);
  }
  return text;
}

}  // namespace

std::string traffic_story(const Explanation& run) {
  const MeasuredTraffic& traffic = *run.traffic;
  std::string text = fmt::format("{} on {}: {} after {} cycles, window {} .. {}\n", run.schedule.name,
                                 run.schedule.topology.name(), to_text(traffic.result.verdict),
                                 traffic.result.cycles, run.first(), run.last());
  for (const std::string& finding : traffic.result.findings) text += fmt::format("    {}\n", finding);
  text += "\n" + latencies(traffic.packets) + "\n";
  if (run.history.overflowed()) return text + too_long();
  return text + links(run);
}

nlohmann::ordered_json traffic_explanation_json(const Explanation& run) {
  using Json = nlohmann::ordered_json;
  const MeasuredTraffic& traffic = *run.traffic;
  Json json{{"name", run.schedule.name}, {"topology", run.schedule.topology.name()}};
  json.update(traffic_json(traffic.result, traffic.options.traffic.closed.on()));
  json["window"] = {run.first(), run.last()};
  json["places"] = Json::array();
  for (ChannelId c = 0; c < std::ssize(traffic.links); ++c) {
    const WindowLink& link = traffic.links[static_cast<std::size_t>(c)];
    if (link.flits == 0 && waited(link) == 0) continue;
    json["places"].push_back(
        {{"place", channel_words(run.history, c)}, {"flits", link.flits}, {"waited", waited(link)}});
  }
  json["text"] = traffic_story(run);
  return json;
}

}  // namespace torusim
