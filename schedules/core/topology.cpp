#include "schedules/core/topology.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdlib>

#include "schedules/core/dimension_name.h"
#include "schedules/core/error.h"
#include "schedules/core/factor_graph.h"
#include "schedules/core/failures.h"
#include "schedules/core/twist.h"

namespace torusim {

static_assert(Topology::kMaxDimensions == Seam::kMostDimensions);

bool Dimension::operator==(const Dimension& other) const {
  return side == other.side && line == other.line && (line != Line::kGraph || *graph == *other.graph);
}

Topology::Topology(std::vector<Dimension> dimensions) : dimensions_(std::move(dimensions)) {
  if (dimensions_.empty() || dimensions_.size() > kMaxDimensions) {
    throw InputError(
        fmt::format("a topology has 1 to {} dimensions, not {}", int{kMaxDimensions}, dimensions_.size()));
  }
  std::int64_t nodes = 1;
  for (int d = this->dimensions() - 1; d >= 0; --d) {
    if (side(d) < 2) {
      throw InputError(
          fmt::format("side {} of dimension {}: every side must be at least 2", side(d), dimension_name(d)));
    }
    strides_[d] = static_cast<NodeId>(nodes);
    nodes *= side(d);
    if (nodes >= (std::int64_t{1} << 31)) throw InputError("the topology has 2^31 nodes or more");
  }
  nodes_ = static_cast<NodeId>(nodes);
  number_ports();
}

Topology Topology::with_seams(std::vector<Dimension> dimensions, std::vector<Seam> seams) {
  Topology result(std::move(dimensions));
  if (seams.empty()) return result;
  std::vector<int> sides;
  for (int d = 0; d < result.dimensions(); ++d) {
    if (!result.wraps(d)) {
      throw InputError(
          fmt::format("dimension {} is {}, without a wrap; all dimensions of a twisted torus are rings",
                      dimension_name(d),
                      result.complete(d) ? "complete"
                      : result.graph(d)  ? "a graph"
                                         : "a path"));
    }
    sides.push_back(result.side(d));
  }
  result.twist_ = std::make_shared<const Twist>(std::move(sides), std::move(seams));
  return result;
}

Topology Topology::with_failures(std::shared_ptr<const Failures> failures) const {
  Topology result = *this;
  result.failures_ = std::move(failures);
  return result;
}

bool Topology::operator==(const Topology& other) const {
  if (dimensions_ != other.dimensions_ || twisted() != other.twisted()) return false;
  if (failures_ != other.failures_ && (!failures_ || !other.failures_ || !(*failures_ == *other.failures_))) {
    return false;
  }
  return !twisted() || twist_->seams() == other.twist_->seams();
}

/// Complete and other graphs are last, so the two ports of a ring are 2i and 2i+1; a router that has only
/// port numbers (rtl/torusim_next_lane.sv) relies on that.
void Topology::number_ports() {
  std::int64_t needed = 0;
  for (int d = 0; d < dimensions(); ++d)
    needed += complete(d) ? side(d) - 1 : graph(d) ? graph(d)->ports() : 2;
  if (needed > kMaxNetworkPorts) {
    throw InputError(
        fmt::format("every node would have {} network ports; a router has at most {}, since five "
                    "bits of a head flit name one of 32 and one is local: complete:32 is the "
                    "largest complete graph",
                    needed, int{kMaxNetworkPorts}));
  }
  const auto add = [this](int dimension, int step, int opposite) {
    ports_[network_ports_++] = {static_cast<std::int8_t>(dimension), static_cast<std::int8_t>(step),
                                static_cast<std::int8_t>(opposite)};
  };
  for (const bool last : {false, true}) {
    for (int d = 0; d < dimensions(); ++d) {
      if (jumps(d) != last) continue;
      const int first = first_port_[d] = network_ports_;
      if (!jumps(d)) {
        add(d, +1, first + 1);
        add(d, -1, first);
      }
      for (int step = 1; complete(d) && step < side(d); ++step) add(d, step, first + side(d) - step - 1);
      for (int step = 1; graph(d) && step <= graph(d)->ports(); ++step) {
        add(d, step, first + graph(d)->opposite(step - 1));
      }
    }
  }
}

bool Topology::has_graph() const {
  return std::ranges::any_of(dimensions_, [](const Dimension& d) { return d.line == Line::kGraph; });
}

bool Topology::all_wrap() const {
  return std::ranges::all_of(dimensions_, [](const Dimension& d) { return d.line == Line::kRing; });
}

Topology::Coordinates Topology::coordinates(NodeId node) const {
  Coordinates result{};
  for (int d = 0; d < dimensions(); ++d) result[d] = coordinate(node, d);
  return result;
}

NodeId Topology::node(const Coordinates& coordinates) const {
  NodeId result = 0;
  for (int d = 0; d < dimensions(); ++d) {
    assert(coordinates[d] >= 0 && coordinates[d] < side(d));
    result += coordinates[d] * strides_[d];
  }
  return result;
}

bool Topology::has_run(NodeId from, int dimension, int hops) const {
  return has_intact_run(from, dimension, hops) && (!failures_ || run_lives(from, dimension, hops));
}

bool Topology::run_lives(NodeId from, int dimension, int hops) const {
  const int port = this->port(dimension, hops);
  int left = channels_along(dimension, hops);
  if (!jumps(dimension) && !twisted()) left = std::min(left, side(dimension));  // then once round
  for (; left > 0; --left, from = neighbor(from, port)) {
    if (failures_->channel(from, port)) return false;
  }
  return true;
}

bool Topology::has_intact_run(NodeId from, int dimension, int hops) const {
  if (dimension < 0 || dimension >= dimensions() || hops == 0) return false;
  if (complete(dimension)) return hops % side(dimension) != 0;
  if (const FactorGraph* const factor = graph(dimension)) {
    return hops > 0 && hops <= factor->ports() && factor->has_channel(coordinate(from, dimension), hops - 1);
  }
  const int to = coordinate(from, dimension) + hops;
  return wraps(dimension) || (to >= 0 && to < side(dimension));
}

bool Topology::has_channel(NodeId node, int port) const {
  return has_run(node, port_dimension(port), port_step(port));
}

NodeId Topology::neighbor(NodeId node, int port) const {
  return displaced(node, port_dimension(port), port_step(port));
}

NodeId Topology::displaced(NodeId node, int dimension, int hops) const {
  if (twisted()) return twist_->displaced(node, dimension, hops);
  const int from = coordinate(node, dimension);
  if (const FactorGraph* const factor = graph(dimension)) {
    return node + (factor->neighbor(from, hops - 1) - from) * strides_[dimension];
  }
  const int n = side(dimension);
  const int on = hops % n < 0 ? hops % n + n : hops % n;
  const int back = from - (n - on);  // sums of two coordinates may be more than an int holds
  const int to = back < 0 ? back + n : back;
  return node + (to - from) * strides_[dimension];
}

NodeId Topology::translated(NodeId node, NodeId by) const {
  for (int d = 0; d < dimensions(); ++d) node = displaced(node, d, coordinate(by, d));
  return node;
}

bool Topology::crosses_dateline(NodeId node, int port) const {
  const int d = port_dimension(port), step = port_step(port);
  if (!wraps(d) || coordinate(node, d) != (step > 0 ? side(d) - 1 : 0)) return false;
  return !twisted() || twist_->begins_ring(step > 0 ? neighbor(node, port) : node, d);
}

std::int64_t Topology::line_channels(int dimension) const {
  const std::int64_t n = side(dimension);
  if (complete(dimension)) return n * (n - 1);
  if (graph(dimension)) return graph(dimension)->channels();
  return 2 * (wraps(dimension) ? n : n - 1);
}

std::int64_t Topology::middle_channels(int dimension) const {
  const std::int64_t half = side(dimension) / 2;
  if (complete(dimension)) return half * (side(dimension) - half);
  if (graph(dimension)) return graph(dimension)->middle_channels();
  return wraps(dimension) ? 2 : 1;
}

std::int64_t Topology::cut_channels(int dimension) const {
  if (!twisted()) return middle_channels(dimension) * (nodes_ / side(dimension));
  const auto lower = [&](NodeId node) { return coordinate(node, dimension) < side(dimension) / 2; };
  std::int64_t result = 0;
  for (NodeId node = 0; node < nodes_; ++node) {
    for (int port = 0; lower(node) && port < network_ports_; ++port) {
      result += lower(neighbor(node, port)) ? 0 : 1;
    }
  }
  return result;
}

std::int64_t Topology::channels() const {
  std::int64_t result = 0;
  for (int d = 0; d < dimensions(); ++d) result += line_channels(d) * (nodes_ / side(d));
  return result;
}

int Topology::distance_along(int dimension, int a, int b) const {
  if (graph(dimension)) return graph(dimension)->distance(a, b);
  const int apart = std::abs(a - b);
  if (complete(dimension)) return apart == 0 ? 0 : 1;
  return wraps(dimension) ? std::min(apart, side(dimension) - apart) : apart;
}

int Topology::distance(NodeId a, NodeId b) const {
  if (twisted()) return twist_->distance(a, b);
  int result = 0;
  for (int d = 0; d < dimensions(); ++d) result += distance_along(d, coordinate(a, d), coordinate(b, d));
  return result;
}

}  // namespace torusim
