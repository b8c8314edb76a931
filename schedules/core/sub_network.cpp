#include "schedules/core/sub_network.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "schedules/core/dimension_name.h"
#include "schedules/core/error.h"
#include "schedules/core/failed_network.h"
#include "schedules/core/read_number.h"

namespace torusim {
namespace {

struct Coordinates {
  int first = 0, stride = 1, count = 1;
};

/// The whole text as a number from 0; -1 if it is no number.
int number(std::string_view text) {
  int value = -1;
  return read_number(text, value) && value >= 0 ? value : -1;
}

Coordinates parse_coordinates(const Topology& whole, int d, std::string_view text) {
  const int side = whole.side(d);
  const auto refuse = [&](const std::string& why) {
    throw UsageError(fmt::format("must be the coordinates of a part, such as (0..3,*): '{}' along {}: {}",
                                 text, dimension_name(d), why));
  };
  if (text == "*") return {0, 1, side};
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) {
    const int at = number(text);
    if (at < 0) refuse("not a number, a..b, a..b/step or *");
    if (at >= side) refuse(fmt::format("coordinates are 0 to {}", side - 1));
    return {at, 1, 1};
  }
  const std::size_t slash = text.find('/', dots);
  const int first = number(text.substr(0, dots));
  const int last = number(text.substr(dots + 2, slash == std::string_view::npos ? slash : slash - dots - 2));
  const int stride = slash == std::string_view::npos ? 1 : number(text.substr(slash + 1));
  if (first < 0 || last < 0 || stride < 1) refuse("not a number, a..b, a..b/step or *");
  if (last >= side) refuse(fmt::format("coordinates are 0 to {}", side - 1));
  if (first > last) refuse("the first is above the last");
  return {first, stride, (last - first) / stride + 1};
}

}  // namespace

Route SubNetwork::route(const Route& of_part) const {
  Route result;
  for (const Run& run : of_part) {
    const auto& [dimension, stride] = along[static_cast<std::size_t>(run.dimension)];
    result.append(Run::of(dimension, run.hops * stride));
  }
  return result;
}

Route SubNetwork::way(int port) const {
  return route(Route{Run::of(topology.port_dimension(port), topology.port_step(port))});
}

Topology SubNetwork::live(const Topology& whole) const {
  const Failures* const of_whole = whole.failures();
  if (of_whole == nullptr) return topology;
  auto failures = std::make_shared<FailedNetwork>(topology);
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    if (of_whole->node(node_of[node])) failures->fail_node(node);
  }
  const Topology intact = whole.with_failures(nullptr);
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < topology.network_ports(); ++port) {
      if (!topology.has_channel(node, port) || failures->channel(node, port)) continue;
      bool lives = true;
      way(port).for_each_channel(intact, node_of[node],
                                 [&](NodeId at, int through) { lives &= !of_whole->channel(at, through); });
      if (!lives) failures->fail_link({node, port, true});
    }
  }
  if (failures->links().empty() && failures->nodes().empty()) return topology;
  failures->check_whole();
  return topology.with_failures(std::move(failures));
}

SubNetwork SubNetwork::parse(const Topology& whole, std::string_view text) {
  if (whole.twisted()) {
    throw UsageError(fmt::format(
        "must be on a network without seams: {} is twisted, and its parts are no tori", whole.name()));
  }
  const std::string_view given = text = trimmed(text);
  if (text.size() >= 2 && text.front() == '(' && text.back() == ')') text = text.substr(1, text.size() - 2);
  std::vector<Coordinates> of_dimension;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const auto d = static_cast<int>(of_dimension.size());
    if (d == whole.dimensions()) break;
    of_dimension.push_back(parse_coordinates(whole, d, trimmed(text.substr(begin, end - begin))));
    begin = end + 1;
    if (begin <= text.size() && d + 1 == whole.dimensions()) of_dimension.clear();  // more than there are
  }
  if (static_cast<int>(of_dimension.size()) != whole.dimensions()) {
    throw UsageError(
        fmt::format("must have the coordinates of a part along {} dimension{}, such as (0..3,*): "
                    "'{}' on {}",
                    whole.dimensions(), whole.dimensions() == 1 ? "" : "s", given, whole.name()));
  }
  SubNetwork part;
  std::vector<Dimension> dimensions;
  for (int d = 0; d < whole.dimensions(); ++d) {
    const auto& [first, stride, count] = of_dimension[static_cast<std::size_t>(d)];
    if (count == 1) continue;
    Dimension dimension = whole.dimension(d);
    if (count != whole.side(d)) {
      if (whole.jumps(d)) {
        throw UsageError(
            fmt::format("must have all coordinates or one along {}, a complete or other graph: "
                        "'{}' on {}",
                        dimension_name(d), given, whole.name()));
      }
      dimension.line = whole.wraps(d) && stride * count == whole.side(d) ? Line::kRing : Line::kArray;
      dimension.side = count;
    }
    dimensions.push_back(dimension);
    part.along.push_back({d, stride});
  }
  if (dimensions.empty()) {
    throw UsageError(fmt::format("must have two nodes or more: '{}' on {}", given, whole.name()));
  }
  part.topology = Topology(std::move(dimensions));
  for (NodeId node = 0; node < part.topology.nodes(); ++node) {
    Topology::Coordinates place{};
    for (int d = 0; d < whole.dimensions(); ++d) {
      place[static_cast<std::size_t>(d)] = of_dimension[static_cast<std::size_t>(d)].first;
    }
    for (int d = 0; d < part.topology.dimensions(); ++d) {
      const auto& [dimension, stride] = part.along[static_cast<std::size_t>(d)];
      place[static_cast<std::size_t>(dimension)] += part.topology.coordinate(node, d) * stride;
    }
    part.node_of.push_back(whole.node(place));
  }
  return part;
}

}  // namespace torusim
