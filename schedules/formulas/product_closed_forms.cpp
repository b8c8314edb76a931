#include "schedules/formulas/product_closed_forms.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "schedules/core/factor_graph.h"

namespace torusim {
namespace {

Dimension line_of(const Topology& topology, int dimension) { return topology.dimension(dimension); }

/// Status of coordinate x of a line.
std::int64_t line_status(const Dimension& line, std::int64_t x) {
  const std::int64_t n = line.side;
  if (line.graph) return line.graph->status(static_cast<int>(x));
  if (line.line == Line::kComplete) return n - 1;
  if (line.line == Line::kRing) return n * n / 4;
  return x * (x + 1) / 2 + (n - 1 - x) * (n - x) / 2;
}

/// Sum of the status of all nodes of a line.
std::int64_t line_total(const Dimension& line) {
  const std::int64_t n = line.side;
  if (line.graph) return line.graph->total_status();
  return line.line == Line::kArray ? n * (n * n - 1) / 3 : n * line_status(line, 0);
}

/// T of A2 on the dimensions first .. last - 1.
std::optional<std::int64_t> a2_steps(const Topology& topology, int first, int last) {
  if (last - first == 1) return line_exchange_steps(line_of(topology, first), PortModel::kAllPort);
  const auto nodes = [&](int from, int to) {
    std::int64_t result = 1;
    for (int d = from; d < to; ++d) result *= topology.side(d);
    return result;
  };
  for (int cut = first + 1; cut < last; ++cut) {
    if (nodes(first, cut) != nodes(cut, last)) continue;
    const auto a = a2_steps(topology, first, cut), b = a2_steps(topology, cut, last);
    if (!a || !b) return std::nullopt;
    return nodes(first, cut) * std::max(*a, *b);
  }
  return std::nullopt;
}

}  // namespace

Ratio Ratio::of(std::int64_t numerator, std::int64_t denominator) {
  const std::int64_t common = std::gcd(numerator, denominator);
  return {numerator / common, denominator / common};
}

std::string Ratio::text() const {
  return denominator == 1 ? fmt::format("{}", numerator) : fmt::format("{}/{}", numerator, denominator);
}

std::int64_t status(const Topology& topology, NodeId node) {
  std::int64_t result = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    result +=
        topology.nodes() / topology.side(d) * line_status(line_of(topology, d), topology.coordinate(node, d));
  }
  return result;
}

std::int64_t total_status(const Topology& topology) {
  std::int64_t result = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const std::int64_t lines = topology.nodes() / topology.side(d);
    result += lines * lines * line_total(line_of(topology, d));
  }
  return result;
}

Ratio average_status(const Topology& topology) {
  std::int64_t whole = 1;  // makes the status of graphs, which need not be whole either, so
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (topology.graph(d)) whole = std::lcm(whole, topology.side(d));
  }
  std::int64_t thirds = 0;  // of an array's average status, (n^2 - 1) / 3, which need not be whole
  for (int d = 0; d < topology.dimensions(); ++d) {
    const Dimension line = line_of(topology, d);
    const std::int64_t n = line.side;
    thirds += topology.nodes() / n *
              (line.graph                  ? 3 * line_total(line) * (whole / n)
               : line.line == Line::kArray ? (n * n - 1) * whole
                                           : 3 * line_status(line, 0) * whole);
  }
  return Ratio::of(thirds, 3 * whole);
}

Ratio average_distance(const Topology& topology) {
  const Ratio status = average_status(topology);
  return Ratio::of(status.numerator, status.denominator * (topology.nodes() - std::int64_t{1}));
}

Ratio middle_cut_bound(const Topology& topology) {
  Ratio best;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const std::int64_t half = topology.side(d) / 2, rest = topology.side(d) - half;
    const Ratio cut =
        Ratio::of(topology.nodes() / topology.side(d) * half * rest, topology.middle_channels(d));
    if (cut.value() > best.value()) best = cut;
  }
  return best;
}

std::int64_t line_exchange_steps(const Dimension& line, PortModel ports) {
  const std::int64_t n = line.side;
  const bool one = ports == PortModel::kOnePort;
  switch (line.line) {
    case Line::kRing:
      return one ? n * n / 4 : n % 2 == 1 ? (n * n - 1) / 8 : (n * n + 7) / 8;
    case Line::kArray:
      return one ? (n * n - 1) / 2 : (n / 2) * (n - n / 2);
    case Line::kComplete:
      return one ? n - 1 : 1;
    case Line::kGraph: {
      const std::int64_t half = n / 2 * (n - n / 2);
      const Ratio status = Ratio::of(line.graph->total_status(), one ? n : line.graph->channels());
      const Ratio cut = Ratio::of(one ? 0 : half, line.graph->middle_channels());
      return std::max(status.rounded_up(), cut.rounded_up());
    }
  }
  return 0;
}

std::int64_t a1_steps(const Topology& topology, PortModel ports) {
  std::int64_t result = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    result += topology.nodes() / topology.side(d) * line_exchange_steps(line_of(topology, d), ports);
  }
  return result;
}

std::optional<std::int64_t> a2_steps(const Topology& topology) {
  return a2_steps(topology, 0, topology.dimensions());
}

}  // namespace torusim
