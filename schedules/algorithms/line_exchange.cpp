#include "schedules/algorithms/line_exchange.h"

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "schedules/algorithms/graph_exchange.h"
#include "schedules/core/factor_graph.h"

namespace torusim {
namespace {

std::int16_t narrow(int step) { return static_cast<std::int16_t>(step); }

/// Displacement by displacement, all nodes alike: on a Cayley graph there is no contention.
ExchangeSteps by_displacements(const Dimension& line) {
  const int n = line.side;
  ExchangeSteps steps;
  for (int d = 1; d < n; ++d) {
    const bool back = line.line == Line::kRing && 2 * d > n;
    const int step = line.line == Line::kComplete ? d : back ? -1 : +1;
    const int hops = line.line == Line::kComplete ? 1 : back ? n - d : d;
    for (int h = 0; h < hops; ++h) {
      ExchangeStep& now = steps.emplace_back();
      for (int v = 0; v < n; ++v) now.push_back({(v + step * h + n) % n, 0, narrow(step), v, (v + d) % n});
    }
  }
  return steps;
}

struct Waiting {
  int left;  // hops to go
  int source, destination;
  bool operator<(const Waiting& other) const {
    return left != other.left ? left < other.left : source > other.source;
  }
};

/// Messages that wait at a node from the next step on.
struct Arrival {
  int node, direction;
  Waiting message;
};

/// Messages wait at their nodes, apart for the two directions; in a step the farthest to go leaves on every
/// channel that `open(step, node, direction)` admits.
ExchangeSteps by_queues(const Dimension& line, const std::function<bool(int, int, int)>& open) {
  const int n = line.side;
  std::vector<std::vector<Waiting>> queues(2 * n);  // heaps
  const auto queue = [&](int node, int direction) -> std::vector<Waiting>& {
    return queues[2 * node + (direction < 0 ? 1 : 0)];
  };
  const auto push = [&](int node, int direction, const Waiting& message) {
    auto& heap = queue(node, direction);
    heap.push_back(message);
    std::push_heap(heap.begin(), heap.end());
  };
  for (int v = 0; v < n; ++v) {
    for (int w = 0; w < n; ++w) {
      if (w == v) continue;
      int away = w - v;
      if (line.line == Line::kRing) {
        away = (away + n) % n;
        if (2 * away > n || (2 * away == n && v % 2 != 0)) away -= n;
      }
      push(v, away, {std::abs(away), v, w});
    }
  }
  ExchangeSteps steps;
  for (std::int64_t left = std::int64_t{n} * (n - 1); left > 0;) {
    ExchangeStep now;
    std::vector<Arrival> arrivals;
    for (int v = 0; v < n; ++v) {
      for (const int direction : {+1, -1}) {
        auto& heap = queue(v, direction);
        if (heap.empty() || !open(static_cast<int>(steps.size()), v, direction)) continue;
        std::pop_heap(heap.begin(), heap.end());
        Waiting message = heap.back();
        heap.pop_back();
        now.push_back({v, 0, narrow(direction), message.source, message.destination});
        if (--message.left == 0) {
          --left;
        } else {
          arrivals.push_back({(v + direction + n) % n, direction, message});
        }
      }
    }
    for (const Arrival& arrival : arrivals) push(arrival.node, arrival.direction, arrival.message);
    steps.push_back(std::move(now));
  }
  return steps;
}

ExchangeSteps all_at_once(int n) {
  ExchangeStep step;
  for (int v = 0; v < n; ++v) {
    for (int d = 1; d < n; ++d) step.push_back({v, 0, narrow(d), v, (v + d) % n});
  }
  return {step};
}

}  // namespace

ExchangeSteps line_exchange(const Dimension& line, PortModel ports) {
  if (line.graph) return graph_exchange(*line.graph, ports);
  if (ports == PortModel::kOnePort) {
    if (line.line != Line::kArray) return by_displacements(line);
    const int middle = (line.side - 2) / 2;
    return by_queues(line, [middle](int step, int node, int direction) {
      const int link = direction > 0 ? node : node - 1;
      return (link - middle + step) % 2 == 0;
    });
  }
  if (line.line == Line::kComplete) return all_at_once(line.side);
  return by_queues(line, [](int, int, int) { return true; });
}

}  // namespace torusim
