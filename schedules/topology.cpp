#include "schedules/topology.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "schedules/error.h"

namespace torusim {

Topology::Topology(std::vector<Dimension> dimensions) : dimensions_(std::move(dimensions)) {
  if (dimensions_.empty() || dimensions_.size() > kMaxDimensions) {
    throw InputError(
        fmt::format("a topology has 1 to {} dimensions, not {}", int{kMaxDimensions}, dimensions_.size()));
  }
  std::int64_t nodes = 1;
  for (int d = this->dimensions() - 1; d >= 0; --d) {
    if (dimensions_[d].side < 2) {
      throw InputError(fmt::format("side {} of dimension {}: every side must be at least 2",
                                   dimensions_[d].side, dimension_name(d)));
    }
    strides_[d] = static_cast<NodeId>(nodes);
    nodes *= dimensions_[d].side;
    if (nodes >= (std::int64_t{1} << 31)) throw InputError("the topology has 2^31 nodes or more");
  }
  nodes_ = static_cast<NodeId>(nodes);
}

Topology Topology::parse(std::string_view text) {
  const auto bad = [&](const std::string& why) {
    return InputError(
        fmt::format("topology '{}': {}; write for example torus:16x16, mesh:16x32, torus:8x8m, ring:16 or "
                    "path:9",
                    text, why));
  };
  const auto colon = text.find_first_of(": ");
  if (colon == std::string_view::npos) throw bad("no sides given");
  const auto kind = text.substr(0, colon);
  const bool linear = kind == "ring" || kind == "path";
  if (!linear && kind != "torus" && kind != "mesh") throw bad(fmt::format("unknown kind '{}'", kind));
  const bool wraps = kind == "torus" || kind == "ring";

  std::vector<Dimension> dimensions;
  const char* at = text.data() + colon + 1;
  const char* const end = text.data() + text.size();
  while (true) {
    int side = 0;
    const auto [next, error] = std::from_chars(at, end, side);
    if (error == std::errc::result_out_of_range) throw bad("a side is too large");
    if (error != std::errc() || next == at) throw bad("a side is not a number");
    at = next;
    bool wrap = wraps;
    if (kind == "torus" && at != end && *at == 'm') {
      wrap = false;
      ++at;
    }
    dimensions.push_back({side, wrap});
    if (at == end) break;
    if (*at++ != 'x') throw bad("sides are joined by x");
  }
  if (linear && dimensions.size() != 1) throw bad("a ring or path has one side");
  try {
    return Topology(std::move(dimensions));
  } catch (const InputError& error) {
    throw bad(error.what());
  }
}

Topology::Coordinates Topology::coordinates(NodeId node) const {
  Coordinates result{};
  for (int d = 0; d < dimensions(); ++d) result[d] = coordinate(node, d);
  return result;
}

NodeId Topology::node(const Coordinates& coordinates) const {
  NodeId result = 0;
  for (int d = 0; d < dimensions(); ++d) result += coordinates[d] * strides_[d];
  return result;
}

bool Topology::has_channel(NodeId node, int port) const {
  const int d = port_dimension(port);
  if (dimensions_[d].wraps) return true;
  return coordinate(node, d) != (port_direction(port) > 0 ? side(d) - 1 : 0);
}

NodeId Topology::neighbor(NodeId node, int port) const {
  return displaced(node, port_dimension(port), port_direction(port));
}

NodeId Topology::displaced(NodeId node, int dimension, int hops) const {
  const int from = coordinate(node, dimension);
  const int n = side(dimension);
  const int to = ((from + hops % n) + n) % n;
  return node + (to - from) * strides_[dimension];
}

bool Topology::crosses_dateline(NodeId node, int port) const {
  const int d = port_dimension(port);
  return dimensions_[d].wraps && coordinate(node, d) == (port_direction(port) > 0 ? side(d) - 1 : 0);
}

std::int64_t Topology::channels() const {
  std::int64_t result = 0;
  for (int d = 0; d < dimensions(); ++d) {
    const std::int64_t per_line = wraps(d) ? side(d) : side(d) - 1;
    result += 2 * per_line * (nodes_ / side(d));
  }
  return result;
}

int Topology::distance(NodeId a, NodeId b) const {
  int result = 0;
  for (int d = 0; d < dimensions(); ++d) {
    const int apart = std::abs(coordinate(a, d) - coordinate(b, d));
    result += wraps(d) ? std::min(apart, side(d) - apart) : apart;
  }
  return result;
}

std::string Topology::name() const {
  const bool any_wrap = std::any_of(dimensions_.begin(), dimensions_.end(), [](auto d) { return d.wraps; });
  if (dimensions() == 1) return fmt::format("{}:{}", any_wrap ? "ring" : "path", side(0));
  std::string result = any_wrap ? "torus:" : "mesh:";
  for (int d = 0; d < dimensions(); ++d) {
    result += fmt::format("{}{}{}", d == 0 ? "" : "x", side(d), any_wrap && !wraps(d) ? "m" : "");
  }
  return result;
}

std::string Topology::node_name(NodeId node) const {
  if (dimensions() == 1) return fmt::format("{}", node);
  std::string result = "(";
  for (int d = 0; d < dimensions(); ++d)
    result += fmt::format("{}{}", d == 0 ? "" : ",", coordinate(node, d));
  return result + ")";
}

std::string Topology::node_suffix(NodeId node) const {
  std::string result;
  for (int d = 0; d < dimensions(); ++d)
    result += fmt::format("{}{}", d == 0 ? "" : "_", coordinate(node, d));
  return result;
}

std::string Topology::dimension_name(int dimension) {
  return dimension < 3 ? std::string(1, "xyz"[dimension]) : fmt::format("d{}", dimension);
}

std::string Topology::port_name(int port) {
  return (port_direction(port) > 0 ? "+" : "-") + dimension_name(port_dimension(port));
}

bool Topology::operator==(const Topology& other) const {
  return std::equal(
      dimensions_.begin(), dimensions_.end(), other.dimensions_.begin(), other.dimensions_.end(),
      [](const Dimension& a, const Dimension& b) { return a.side == b.side && a.wraps == b.wraps; });
}

}  // namespace torusim
