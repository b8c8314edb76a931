#include "schedules/algorithms/planned/live_links.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/core/error.h"
#include "schedules/core/failures.h"
#include "schedules/core/read_number.h"

namespace torusim::planned {

namespace {

LinkValues read_values(const char* option, const std::string& text, std::int32_t most_value,
                       const Topology& topology) {
  const auto refuse = [&] {
    throw UsageError(fmt::format(
        "planned: {}={}: must be 1 or a number from 1 to {} for each of the {} ports, and exceptions "
        "such as /12:8,25:8 for channels",
        option, text, most_value, topology.network_ports()));
  };
  const auto read = [&](std::string_view part, std::int32_t most, std::int32_t least) {
    std::int32_t value = 0;
    if (!read_number(part, value) || value < least || value > most) refuse();
    return value;
  };
  const auto each_part = [](std::string_view list, const auto& visit) {
    for (std::size_t begin = 0; begin <= list.size();) {
      const std::size_t end = std::min(list.find(',', begin), list.size());
      visit(list.substr(begin, end - begin));
      begin = end + 1;
    }
  };
  LinkValues values;
  const std::string_view all = text;
  const std::size_t slash = std::min(all.find('/'), all.size());
  each_part(all.substr(0, slash),
            [&](std::string_view part) { values.of_port.push_back(read(part, most_value, 1)); });
  if (values.of_port.size() == 1) values.of_port.resize(topology.network_ports(), values.of_port[0]);
  if (values.of_port.size() != static_cast<std::size_t>(topology.network_ports())) refuse();
  if (slash == all.size()) return values;
  each_part(all.substr(slash + 1), [&](std::string_view part) {
    const std::size_t colon = part.find(':');
    if (colon == part.npos) refuse();
    const std::int32_t most = topology.nodes() * topology.network_ports() - 1;
    values.of_channel[read(part.substr(0, colon), most, 0)] = read(part.substr(colon + 1), most_value, 1);
  });
  return values;
}

}  // namespace

LinkTimes LinkTimes::parse(const std::string& intervals, const std::string& hops, const Topology& topology) {
  return {read_values("intervals", intervals, kMostInterval, topology),
          read_values("hops", hops, kMostHop, topology)};
}

std::int64_t Crossing::blocks(std::int64_t time) const {
  std::int64_t sum = 0;
  for (const auto& [interval, weight] : weights_) sum += weight * (time / interval);
  return sum;
}

std::int64_t Crossing::time(std::int64_t wanted) const {
  std::int64_t weight = 0;
  for (const auto& [interval, more] : weights_) weight += more;
  if (weight == 0) return 0;
  // With the slowest interval for all links the time is no longer.
  std::int64_t low = 0, high = (wanted + weight - 1) / weight * weights_.rbegin()->first;
  while (low < high) {
    const std::int64_t middle = (low + high) / 2;
    if (blocks(middle) >= wanted) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

LiveLinks::LiveLinks(const Topology& topology, bool transposed, const LinkTimes& times, int slowest,
                     int longest)
    : topology_(topology),
      transposed_(transposed),
      invariant_(topology.all_wrap() && topology.failures() == nullptr &&
                 times.intervals.of_channel.empty() && times.hops.of_channel.empty()) {
  if (nodes() > kMostNodes) {
    throw InputError(
        fmt::format("planned on {}: it plans for up to {} nodes", topology.name(), NodeId{kMostNodes}));
  }
  for (NodeId node = 0; node < nodes(); ++node) {
    if (takes_part(topology.failures(), node)) live_.push_back(node);
  }
  for (std::int32_t channel = 0; channel < nodes() * ports(); ++channel) {
    intervals_.push_back(times.intervals.of(channel));
    hops_.push_back(times.hops.of(channel));
  }
  std::vector<LiveLink> links;
  for (NodeId node = 0; node < nodes(); ++node) {
    for (int port = 0; port < ports(); ++port) {
      if (!topology.has_channel(node, port)) continue;
      const NodeId next = topology.neighbor(node, port);
      const std::int32_t channel = node * ports() + port;
      const int interval = intervals_[channel];
      if (interval > slowest || hops_[channel] > longest) {
        invariant_ = false;
        continue;
      }
      slowest_ = std::max(slowest_, interval);
      longest_ = std::max(longest_, hops_[channel]);
      shortest_ = std::min(shortest_, hops_[channel]);
      links.push_back(transposed ? LiveLink{next, node, channel, interval}
                                 : LiveLink{node, next, channel, interval});
    }
  }
  const auto filed = [&](NodeId LiveLink::*key) {
    Lists lists;
    lists.links = links;
    std::ranges::stable_sort(lists.links, {}, key);
    lists.first.assign(nodes() + 1, lists.links.size());
    for (std::size_t i = lists.links.size(); i-- > 0;) lists.first[lists.links[i].*key] = i;
    for (NodeId node = nodes(); node-- > 0;) {
      lists.first[node] = std::min(lists.first[node], lists.first[node + 1]);
    }
    return lists;
  };
  into_ = filed(&LiveLink::to);
  out_of_ = filed(&LiveLink::from);
  measure_distances();
  if (invariant()) find_opposites();
}

int LiveLinks::interval(std::int32_t channel, int hops) const {
  int longest = 1;
  for (; hops > 0; --hops) {
    longest = std::max(longest, intervals_[channel]);
    const int port = channel % ports();
    channel = topology_.neighbor(channel / ports(), port) * ports() + port;
  }
  return longest;
}

std::int64_t LiveLinks::hop(std::int32_t channel, int hops) const {
  std::int64_t sum = 0;
  for (; hops > 0; --hops) {
    sum += hops_[channel];
    const int port = channel % ports();
    channel = topology_.neighbor(channel / ports(), port) * ports() + port;
  }
  return sum;
}

void LiveLinks::find_opposites() {
  opposites_.assign(nodes(), -1);
  opposites_[0] = 0;
  std::vector<NodeId> queue{0};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (int port = 0; port < ports(); ++port) {
      const NodeId next = topology_.neighbor(queue[i], port);
      if (opposites_[next] >= 0) continue;
      opposites_[next] = topology_.neighbor(opposites_[queue[i]], topology_.opposite(port));
      queue.push_back(next);
    }
  }
}

void LiveLinks::measure_distances() {
  distances_.assign(std::size_t(nodes()) * nodes(), kFar);
  std::vector<NodeId> queue;
  for (NodeId from = 0; from < nodes(); ++from) {
    std::uint16_t* const row = distances_.data() + std::size_t(from) * nodes();
    row[from] = 0;
    queue.assign(1, from);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const LiveLink& link : out_of(queue[i])) {
        if (row[link.to] != kFar) continue;
        row[link.to] = static_cast<std::uint16_t>(row[queue[i]] + 1);
        queue.push_back(link.to);
      }
    }
    diameter_ = std::max<int>(diameter_, row[queue.back()]);
    whole_ &= queue.size() == live_.size() || !takes_part(topology_.failures(), from);
  }
}

}  // namespace torusim::planned
