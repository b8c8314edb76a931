// Total exchange on any product of lines, put together from total exchanges on its dimensions. Dimakopoulos,
// Dimopoulos: A Theory for Total Exchange in Multidimensional Interconnection Networks, Sections 4 and 5;
// Figures 3 and 5 (the listings of A1 and A2) are reconstructed from the text.
//
// The network is A x B, node (v, u) has number v |B| + u, and m_(v,u)(v',u') is the message of (v,u) for
// (v',u'). Everything is single hops: a phase is a step of the paper's store-and-forward model.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/families.h"
#include "schedules/algorithms/line_exchange.h"
#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/dimension_name.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

/// A1: |A| total exchanges in all copies of B, then |B| in all copies of A. Any A and B.
/// A2: |A| = |B| = n rounds, in which the copies of A and of B exchange at the same time. All-port only.
enum class ProductRule { kA1, kA2 };

/// What the paper prints where it is misprinted; anything but kRepaired makes a wrong schedule, to be looked
/// at with `torusim check`.
enum class Listing {
  kRepaired,
  kPrinted,    ///< A1, line 3: k != i for k != j. A2, set (8) as it stands
  kOuterSign,  ///< A2, set (8) with its outer sign alone repaired
};

/// x + y and x - y on the numbers 1 .. n, as in Section 5.
int plus(int n, int x, int y) { return (x + y - 1) % n + 1; }
int minus(int n, int x, int y) { return ((x - y - 1) % n + n) % n + 1; }

/// The displacement l = 1 .. n-1 from one of n nodes to another.
int displacement(int from, int to, int n) { return (to - from + n) % n; }

/// The steps of one exchange on A x B, made on demand from those on A and on B.
class ProductSteps {
 public:
  ProductSteps(ProductRule rule, Listing listing, ExchangeSteps a, int nodes_a, int dimensions_a,
               ExchangeSteps b, int nodes_b)
      : rule_(rule),
        listing_(listing),
        a_(std::move(a)),
        b_(std::move(b)),
        nodes_a_(nodes_a),
        dimensions_a_(dimensions_a),
        nodes_b_(nodes_b) {}

  int count() const {
    const int t_a = static_cast<int>(a_.size()), t_b = static_cast<int>(b_.size());
    return rule_ == ProductRule::kA1 ? nodes_a_ * t_b + nodes_b_ * t_a : nodes_a_ * std::max(t_a, t_b);
  }

  /// Replaces `sends` by the sends of a step.
  void step(int index, ExchangeStep& sends) const {
    sends.clear();
    const int t_a = static_cast<int>(a_.size()), t_b = static_cast<int>(b_.size());
    if (rule_ == ProductRule::kA1) {
      const int in_a = index - nodes_a_ * t_b;
      if (in_a < 0) {
        send_in_b(index / t_b, b_[index % t_b], sends);
      } else {
        send_in_a(in_a / t_a, a_[in_a % t_a], sends);
      }
      return;
    }
    const int length = std::max(t_a, t_b);
    const int round = index / length, at = index % length;
    if (at < t_b) send_in_b(round, b_[at], sends);
    if (at < t_a) send_in_a(round, a_[at], sends);
  }

  /// Round and step within it: `B2.1`, `A1.3`; of A2 `R2.1`.
  std::string name(int index) const {
    const int t_a = static_cast<int>(a_.size()), t_b = static_cast<int>(b_.size());
    const auto text = [](char where, int at, int length) {
      return fmt::format("{}{}.{}", where, at / length + 1, at % length + 1);
    };
    if (rule_ == ProductRule::kA2) return text('R', index, std::max(t_a, t_b));
    if (index < nodes_a_ * t_b) return text('B', index, t_b);
    return text('A', index - nodes_a_ * t_b, t_a);
  }

 private:
  /// One step of the exchange of a round in every copy of B: the pair u -> u' of the copy at v carries
  ///   A1: m_(v,u)(v_round,u')        A2: m_(v,u)(v+((r-1)+l),u') for r < n, m_(v,u)(v,u') for r = n: set (7)
  void send_in_b(int round, const ExchangeStep& step, ExchangeStep& sends) const {
    for (int v = 0; v < nodes_a_; ++v) {
      for (const HopSend& hop : step) {
        int to = round;
        if (rule_ == ProductRule::kA1) {
          if (listing_ == Listing::kPrinted && hop.destination == v) continue;
        } else {
          const int n = nodes_a_, r = round + 1, l = displacement(hop.source, hop.destination, n);
          to = r == n ? v : (v + plus(n - 1, r - 1, l)) % n;
        }
        sends.push_back({v * nodes_b_ + hop.node, static_cast<std::int16_t>(dimensions_a_ + hop.dimension),
                         hop.step, v * nodes_b_ + hop.source, to * nodes_b_ + hop.destination});
      }
    }
  }

  /// One step of the exchange of a round in every copy of A: the pair v -> v' of the copy at u carries
  ///   A1: m_(v,u_round)(v',u)        A2: what round r-1 in B has brought, set (8): m_(v,u-(l-(r-2)))(v',u)
  ///   for
  ///                                      r > 1; m_(v,u)(v',u) for r = 1
  void send_in_a(int round, const ExchangeStep& step, ExchangeStep& sends) const {
    for (const HopSend& hop : step) {
      for (int u = 0; u < nodes_b_; ++u) {
        int from = round;
        if (rule_ == ProductRule::kA1) {
          // With line 3 as printed this message never came here.
          if (listing_ == Listing::kPrinted && from != u && hop.source == u) continue;
        } else if (const int n = nodes_a_, r = round + 1; r > 1) {
          const int l = displacement(hop.source, hop.destination, n);
          const bool repaired = listing_ == Listing::kRepaired;
          const int away = repaired ? minus(n - 1, l, r - 2) : plus(n - 1, r - 2, l);
          from = (listing_ == Listing::kPrinted ? u + away : u - away + n) % n;
        } else {
          from = u;
        }
        sends.push_back({hop.node * nodes_b_ + u, hop.dimension, hop.step, hop.source * nodes_b_ + from,
                         hop.destination * nodes_b_ + u});
      }
    }
  }

  ProductRule rule_;
  Listing listing_;
  ExchangeSteps a_, b_;
  int nodes_a_, dimensions_a_, nodes_b_;
};

/// Dimensions first .. last - 1 of a topology.
struct Span {
  const Topology& topology;
  int first, last;

  int dimensions() const { return last - first; }
  int nodes() const {
    int result = 1;
    for (int d = first; d < last; ++d) result *= topology.side(d);
    return result;
  }
  Span before(int cut) const { return {topology, first, cut}; }
  Span from(int cut) const { return {topology, cut, last}; }
};

/// Where A ends and B begins. With nothing in B, A1 is the exchange on A.
int cut_of(const Span& all, ProductRule rule) {
  if (rule == ProductRule::kA1 || all.dimensions() == 1) {
    return all.dimensions() == 1 ? all.last : all.last - 1;
  }
  for (int cut = all.first + 1; cut < all.last; ++cut) {
    if (all.before(cut).nodes() == all.from(cut).nodes()) return cut;
  }
  throw InputError(
      fmt::format("te-a2 on {}: its dimensions {} to {} cannot be cut into halves of equal size; square tori "
                  "and meshes of 2^k dimensions can, te-a1 with ports=all runs on any topology",
                  all.topology.name(), dimension_name(all.first), dimension_name(all.last - 1)));
}

ExchangeSteps stored_steps(const Span& all, ProductRule rule, PortModel ports, Listing listing);

ProductSteps product_steps(const Span& all, ProductRule rule, PortModel ports, Listing listing) {
  const int cut = cut_of(all, rule);
  const Span a = all.before(cut), b = all.from(cut);
  return {b.dimensions() == 0 ? ProductRule::kA1 : rule,
          listing,
          stored_steps(a, rule, ports, listing),
          a.nodes(),
          a.dimensions(),
          stored_steps(b, rule, ports, listing),
          b.nodes()};
}

ExchangeSteps stored_steps(const Span& all, ProductRule rule, PortModel ports, Listing listing) {
  if (all.dimensions() == 0) return {};
  if (all.dimensions() == 1) {
    return line_exchange(all.topology.dimension(all.first), ports);
  }
  const ProductSteps steps = product_steps(all, rule, ports, listing);
  ExchangeSteps result(steps.count());
  for (int i = 0; i < steps.count(); ++i) steps.step(i, result[i]);
  return result;
}

/// A1 or A2 on all dimensions of a topology, as a schedule. A1 takes the last dimension for B and itself on
/// the others; A2 cuts the dimensions where both sides have as many nodes, and again until one is left.
class ProductExchange : public PhaseByPhase, public KnownTime {
 public:
  /// `ports` is what A1 runs on its dimensions; A2 is all-port. Throws InputError where A2 finds no such cut.
  ProductExchange(ProductRule rule, PortModel ports, Listing listing, const Topology& topology)
      : steps_(product_steps({topology, 0, topology.dimensions()}, rule,
                             rule == ProductRule::kA2 ? PortModel::kAllPort : ports, listing)) {
    info_.topology = topology;
    info_.ports = rule == ProductRule::kA1 && ports == PortModel::kOnePort ? 1 : topology.network_ports();
    info_.phases = steps_.count();
    info_.claims = {.link_disjoint = true, .shortest_paths = true};
  }

 private:
  /// Every message is one block over one hop.
  std::int64_t known_time(const TimeOf& time) const override { return info_.phases * time(1, 1); }
  void make(Phase& phase) override {
    phase.name = steps_.name(at_);
    steps_.step(at_, sends_);
    const Topology& topology = info_.topology;
    TransferWriter writer(phase, topology.dimensions());
    for (const HopSend& hop : sends_) {
      const NodeId to = topology.displaced(hop.node, hop.dimension, hop.step);
      writer.add(hop.node, to, Route{{hop.dimension, hop.step}})
          .blocks.add(topology, Block{hop.source, hop.destination});
    }
  }
  ProductSteps steps_;
  ExchangeStep sends_;
};

const char* const kPaper =
    "Dimakopoulos, Dimopoulos: A Theory for Total Exchange in Multidimensional Interconnection Networks, "
    "Section ";

Algorithm a1() {
  static const NamedOption<PortModel> kPorts{"ports",
                                             "one",
                                             "ports per dimension: one, a node sends and receives one "
                                             "message a step; all, one message over every channel",
                                             {{"one", PortModel::kOnePort}, {"all", PortModel::kAllPort}}};
  static const NamedOption<Listing> kLine3{
      "line3",
      "repaired",
      "line 3 of the listing; as printed (k != i for k != j) messages are lost",
      {{"repaired", Listing::kRepaired}, {"printed", Listing::kPrinted}}};
  return {{"te-a1",
           "complete exchange in single hops: along the last dimension, then so on the others; one-port",
           std::string(kPaper) + "4",
           "any topology; with one dimension the exchange on a ring, path, complete or other graph",
           {kPorts, kLine3},
           Collective::Kind::kCompleteExchange,
           true},
          [](const Topology& topology, const AlgorithmOptions& options) {
            return std::make_unique<ProductExchange>(ProductRule::kA1, kPorts.of(options), kLine3.of(options),
                                                     topology);
          }};
}

Algorithm a2() {
  static const NamedOption<Listing> kSet8{
      "set8",
      "repaired",
      "set (8); as printed, or with only its outer sign repaired, nodes send what they do not hold",
      {{"repaired", Listing::kRepaired},
       {"outer-sign", Listing::kOuterSign},
       {"printed", Listing::kPrinted}}};
  return {{"te-a2",
           "complete exchange in single hops: along both halves of the dimensions at once; all-port",
           std::string(kPaper) + "5",
           "dimensions that can be cut into halves of equal size, and these again: 2^k equal ones",
           {kSet8},
           Collective::Kind::kCompleteExchange,
           true},
          [](const Topology& topology, const AlgorithmOptions& options) {
            return std::make_unique<ProductExchange>(ProductRule::kA2, PortModel::kAllPort, kSet8.of(options),
                                                     topology);
          }};
}

}  // namespace

std::vector<Algorithm> product_algorithms() { return {a1(), a2()}; }

}  // namespace torusim
