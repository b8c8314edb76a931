// Draws the steps of a broadcast on an 8x8 torus as SVG, docs/broadcast-8x8.svg: above the construction,
// below the schedule found by search.
#include <fmt/format.h>

#include <vector>

#include "schedules/algorithms/broadcast/variants.h"

namespace torusim {
namespace {

using broadcast::Plan;
using broadcast::Variant;

constexpr int kSide = 8;
constexpr double kCell = 24, kMargin = 26, kPanel = kSide * kCell + kMargin;
constexpr double kAside = 2.2;  // the two channels of a link lie side by side

struct Point {
  double x, y;
};

class Picture {
 public:
  Picture(double left, double top) : left_(left), top_(top) {}

  void step(const Topology& torus, const std::string& title, const broadcast::Step& step,
            std::vector<bool>& owners) const {
    fmt::print("<text x=\"{}\" y=\"{}\">{}</text>\n", left_, top_ - 14, title);
    fmt::print("<g fill=\"none\" stroke=\"#c33\" stroke-width=\"1.3\">\n");
    for (const broadcast::Send& send : step.sends) path(torus, send);
    fmt::print("</g>\n<g stroke=\"black\">\n");
    for (const broadcast::Send& send : step.sends) dot(torus, send.to, "white");
    for (NodeId node = 0; node < torus.nodes(); ++node) {
      if (owners[node]) dot(torus, node, "black");
    }
    std::vector<bool> idle(torus.nodes(), true);
    for (const broadcast::Send& send : step.sends) idle[send.to] = false;
    for (NodeId node = 0; node < torus.nodes(); ++node) {
      if (!owners[node] && idle[node]) {
        const Point at = place(torus, node);
        fmt::print("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"1.5\" fill=\"#bbb\" stroke=\"none\"/>\n", at.x,
                   at.y);
      }
    }
    fmt::print("</g>\n");
    for (const broadcast::Send& send : step.sends) owners[send.to] = true;
  }

 private:
  /// x goes right, y up; node (0,0) is left below.
  Point place(const Topology& torus, NodeId node) const {
    return {left_ + torus.coordinate(node, 0) * kCell,
            top_ + (kSide - 1 - torus.coordinate(node, 1)) * kCell};
  }

  void dot(const Topology& torus, NodeId node, const char* fill) const {
    const Point at = place(torus, node);
    fmt::print("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4.5\" fill=\"{}\"/>\n", at.x, at.y, fill);
  }

  /// Hop by hop; a hop round the torus is two half ones.
  void path(const Topology& torus, const broadcast::Send& send) const {
    std::string d;
    NodeId at = send.from;
    for (const Run& run : send.route) {
      const int port = torus.port(run.dimension, run.hops);
      const double sign = torus.port_step(port);
      const Point way = run.dimension == 0 ? Point{sign * kCell, 0} : Point{0, -sign * kCell};
      const Point aside = run.dimension == 0 ? Point{0, sign * kAside} : Point{sign * kAside, 0};
      for (int hop = std::abs(run.hops); hop > 0; --hop) {
        const Point from = place(torus, at), half{way.x * 0.6, way.y * 0.6};
        const NodeId next = torus.neighbor(at, port);
        const Point to = place(torus, next);
        if (torus.crosses_dateline(at, port)) {
          d += line(from, {from.x + half.x, from.y + half.y}, aside) +
               line({to.x - half.x, to.y - half.y}, to, aside);
        } else {
          d += line(from, to, aside);
        }
        at = next;
      }
    }
    fmt::print("<path d=\"{}\" marker-end=\"url(#to)\"/>\n", d);
  }

  static std::string line(Point from, Point to, Point aside) {
    return fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", from.x + aside.x, from.y + aside.y, to.x + aside.x,
                       to.y + aside.y);
  }

  double left_, top_;
};

void draw(const Topology& torus, NodeId source, const Plan& plan, const char* name, double top) {
  std::vector<bool> owners(torus.nodes());
  owners[source] = true;
  for (std::size_t i = 0; i < plan.size(); ++i) {
    Picture(kMargin + static_cast<double>(i) * kPanel, top)
        .step(torus, fmt::format("{}, step {}: {}", name, i + 1, plan[i].sends.size()), plan[i], owners);
  }
}

void draw_all() {
  const Topology torus = Topology::parse(fmt::format("torus:{0}x{0}", kSide));
  const NodeId source = torus.node({3, 3});
  const double row = kPanel + 22, width = 4 * kPanel + kMargin, height = 2 * row + 12;
  fmt::print(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n"
      "<defs><marker id=\"to\" viewBox=\"0 0 6 6\" refX=\"9\" refY=\"3\" markerWidth=\"5\" "
      "markerHeight=\"5\" "
      "orient=\"auto\"><path d=\"M0 0L6 3L0 6z\" fill=\"#c33\" stroke=\"none\"/></marker></defs>\n",
      width, height);
  draw(torus, source, make_plan(Variant::kPaper, torus, source, 4), "paper", 44);
  draw(torus, source, make_plan(Variant::kMaxFlow, torus, source, 4), "max-flow", 44 + row);
  fmt::print("</svg>\n");
}

}  // namespace
}  // namespace torusim

int main() { torusim::draw_all(); }
