#pragma once
/// Total exchange on any product of lines, put together from total exchanges on its dimensions. Dimakopoulos,
/// Dimopoulos: A Theory for Total Exchange in Multidimensional Interconnection Networks, Sections 4 and 5;
/// Figures 3 and 5 (the listings of A1 and A2) are reconstructed from the text.
///
/// The network is A x B, node (v, u) has number v |B| + u, and m_(v,u)(v',u') is the message of (v,u) for
/// (v',u'). Everything is single hops: a phase is a step of the paper's store-and-forward model.

#include <string>

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/line_exchange.h"
#include "schedules/core/schedule.h"

namespace torusim {

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

/// The steps of one exchange on A x B, made on demand from those on A and on B.
class ProductSteps {
 public:
  ProductSteps(ProductRule rule, Listing listing, ExchangeSteps a, int nodes_a, int dimensions_a,
               ExchangeSteps b, int nodes_b);

  int count() const;
  /// Replaces `sends` by what is sent in a step.
  void step(int index, ExchangeStep& sends) const;
  /// Round and step within it: `B2.1`, `A1.3`; of A2 `R2.1`.
  std::string name(int index) const;

 private:
  void send_in_b(int round, const ExchangeStep& step, ExchangeStep& sends) const;
  void send_in_a(int round, const ExchangeStep& step, ExchangeStep& sends) const;

  ProductRule rule_;
  Listing listing_;
  ExchangeSteps a_, b_;
  int nodes_a_, dimensions_a_, nodes_b_;
};

/// A1 or A2 on all dimensions of a topology, as a schedule. A1 takes the last dimension for B and itself on
/// the others; A2 cuts the dimensions where both sides have as many nodes, and again until one is left.
class ProductExchange : public Schedule {
 public:
  /// `ports` is what A1 runs on its dimensions; A2 is all-port. Throws InputError where A2 finds no such cut.
  ProductExchange(ProductRule rule, PortModel ports, Listing listing, std::string generator,
                  const Topology& topology);

  const ScheduleInfo& info() const override { return info_; }
  bool next(Phase& phase) override;
  void rewind() override { step_ = 0; }

 private:
  ScheduleInfo info_;
  ProductSteps steps_;
  ExchangeStep sends_;
  int step_ = 0;
};

/// te-a1 and te-a2.
std::vector<Algorithm> product_algorithms();

}  // namespace torusim
