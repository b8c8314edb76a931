#include "schedules/tests/broadcast/oracle.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace torusim::test {
namespace {

/// Nodes by coordinates, and their numbers by counting; channels by node, dimension and direction, or step on
/// a complete graph.
class Rules {
 public:
  Rules(const Topology& topology, NodeId source, int alpha, Links links)
      : topology_(topology),
        alpha_(alpha),
        links_(links),
        owned_since_(topology.nodes(), kNever),
        sends_(topology.nodes()),
        used_in_(topology.nodes() * topology.dimensions() * kMostChannels, kNever) {
    owned_since_[source] = 0;
  }

  std::string step(const broadcast::Step& step) {
    ++step_;
    std::fill(sends_.begin(), sends_.end(), 0);
    if (step.sends.empty()) return "nobody sends";
    for (const broadcast::Send& send : step.sends) {
      const std::string wrong = one(send);
      if (!wrong.empty()) return fmt::format("{} > {}: {}", send.from, send.to, wrong);
    }
    return {};
  }

  std::string end() const {
    const auto lacking = std::count(owned_since_.begin(), owned_since_.end(), kNever);
    if (lacking == 0) return {};
    return fmt::format("R5, {} of {} nodes own the message", topology_.nodes() - lacking, topology_.nodes());
  }

 private:
  static constexpr int kNever = -1;
  static constexpr int kMostChannels = 32;  // of a node, along one dimension
  using Place = std::array<int, Topology::kMaxDimensions>;

  std::string one(const broadcast::Send& send) {
    const int since = owned_since_[send.from];
    if (since == kNever || since == step_) return "R1, the sender does not own the message";
    if (owned_since_[send.to] == step_) return "R2, receives twice";
    if (owned_since_[send.to] != kNever) return "R2, the receiver owns it already";
    owned_since_[send.to] = step_;
    if (++sends_[send.from] > alpha_) return "R4, too many sends";
    Place at = place(send.from);
    for (const Run& run : send.route) {
      if (topology_.complete(run.dimension)) {
        if (!take(at, run.dimension, run.hops)) return "R3, a channel is used twice";
        continue;
      }
      const int direction = run.hops < 0 ? -1 : 1;
      for (int hop = 0; hop != run.hops; hop += direction) {
        if (!take(at, run.dimension, direction)) return "R3, a channel is used twice";
      }
    }
    return number(at) == send.to ? "" : "the route ends elsewhere";
  }

  Place place(NodeId node) const {
    Place result{};
    for (int d = topology_.dimensions() - 1; d >= 0; --d) {
      result[d] = node % topology_.side(d);
      node /= topology_.side(d);
    }
    return result;
  }

  int number(const Place& at) const {
    int result = 0;
    for (int d = 0; d < topology_.dimensions(); ++d) result = result * topology_.side(d) + at[d];
    return result;
  }

  /// Goes on by one channel. False if it does not exist, has been used in this step, or what R3 forbids
  /// besides.
  bool take(Place& at, int dimension, int step) {
    const int side = topology_.side(dimension);
    const bool complete = topology_.complete(dimension), array = topology_.line(dimension) == Line::kArray;
    const auto channel = [&](int by) {
      const int towards = complete ? (by + side) % side : by < 0;
      return (number(at) * topology_.dimensions() + dimension) * kMostChannels + towards;
    };
    int& used_in = used_in_[channel(step)];
    const bool free = used_in != step_;
    used_in = step_;
    const int to = at[dimension] + step;
    const bool exists = step != 0 && (!array || (to >= 0 && to < side));
    at[dimension] = (to + side) % side;
    return exists && free && (links_ == Links::kDirected || used_in_[channel(-step)] != step_);
  }

  const Topology& topology_;
  int alpha_;
  Links links_;
  int step_ = 0;
  std::vector<int> owned_since_;  // [node]: the step in which it came
  std::vector<int> sends_;        // [node], in this step
  std::vector<int> used_in_;      // [channel]: the last step that used it
};

}  // namespace

std::string fault(const Topology& topology, NodeId source, int alpha, const broadcast::Plan& plan,
                  Links links) {
  Rules rules(topology, source, alpha, links);
  for (const broadcast::Step& step : plan) {
    const std::string wrong = rules.step(step);
    if (!wrong.empty()) return fmt::format("{}: {}", step.name, wrong);
  }
  return rules.end();
}

std::vector<int> receivers(const broadcast::Plan& plan) {
  std::vector<int> result;
  for (const broadcast::Step& step : plan) result.push_back(static_cast<int>(step.sends.size()));
  return result;
}

}  // namespace torusim::test
