#pragma once
/// The reductions, each in the file of its name. Makers throw InputError for an unsupported shape, with the
/// nearest supported shape.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "schedules/algorithms/algorithm.h"
#include "schedules/core/schedule.h"

namespace torusim {

/// The first half of an all-reduce: a reduce-scatter or reduce whose phases can be written in any order. The
/// second half is the first half run backwards.
class Gathering {
 public:
  explicit Gathering(ScheduleInfo info) : info_(std::move(info)) {}
  virtual ~Gathering() = default;
  /// The collective of the info is a reduce-scatter or a reduce.
  const ScheduleInfo& info() const { return info_; }
  /// Writes the transfers of phase `index` over the earlier content of `phase`; all transfers add.
  virtual void write(int index, Phase& phase) = 0;

 protected:
  ScheduleInfo info_;
};

// --- the first half of an all-reduce

/// `all_ports`: half of every packet runs each way round one Hamiltonian cycle; else all of every packet one
/// way. Dimensions must wrap, or one of several have an even side.
std::unique_ptr<Gathering> make_ring_gathering(const Topology& topology, bool all_ports);
/// On a torus of k dimensions, a 2k-th of every packet runs each way round each of k edge-disjoint
/// Hamiltonian cycles. Dimensions must wrap and have sides of at least 3 (ring_gathering.cpp).
std::unique_ptr<Gathering> make_hamiltonian_gathering(const Topology& topology);
/// Dimensions must wrap.
std::unique_ptr<Gathering> make_bucket_gathering(const Topology& topology, bool all_ports);
// In turns_gathering.cpp.
/// Rings along `rings` dimensions, fewer than all, then swing along the others. Sides must be even.
std::unique_ptr<Gathering> make_mixed_bucket_gathering(const Topology& topology, int rings, bool all_ports);
std::unique_ptr<Gathering> make_halving_gathering(const Topology& topology, bool all_ports);
std::unique_ptr<Gathering> make_swing_gathering(const Topology& topology, bool all_ports);
std::unique_ptr<Gathering> make_trivance_gathering(const Topology& topology);
/// Throws InputError unless the sides are powers of `base`, for halving and trivance.
void require_powers(const std::string& name, const Topology& topology, int base);

enum class TreePeers { kBine, kBinomial };
/// Sides must be powers of two, and wrap for Bine trees.
std::unique_ptr<Gathering> make_turn_tree(const Topology& topology, TreePeers peers, bool halving,
                                          bool all_ports, NodeId root);

/// A gossip or broadcast run backwards. It leaves out repeated deliveries, which would count twice in
/// reverse. A schedule with repeats (Collective::repeats > 0) is kept whole in memory.
std::unique_ptr<Gathering> make_reversed_spread(std::unique_ptr<Schedule> spread);

// --- whole reductions

/// `kind` is all-reduce, reduce or broadcast. There must be 1 to N pieces.
std::unique_ptr<AlgorithmSchedule> make_tree_reduction(const Topology& topology, NodeId root, int pieces,
                                                       Collective::Kind kind);

// All-reduces in the fewest steps, in whole_vector.cpp.
std::unique_ptr<AlgorithmSchedule> make_doubling_all_reduce(const Topology& topology, bool all_ports);
/// Dimensions must wrap.
std::unique_ptr<AlgorithmSchedule> make_swing_all_reduce(const Topology& topology, bool all_ports);
/// Dimensions must wrap and their sides be powers of three.
std::unique_ptr<AlgorithmSchedule> make_trivance_all_reduce(const Topology& topology);

// Requirements of the reductions on a shape, and the order of dimensions in their copies.
//
// With all ports an algorithm runs as several copies at once, each on a piece of every packet: copy c begins
// with dimension c mod D, and copies from D on go in the other direction.

/// The info of a reduce-scatter with as many pieces as copies; a node sends one message of each copy at a
/// time.
ScheduleInfo gathering_info(const Topology& topology, int copies);

/// Throws InputError unless all dimensions wrap.
void require_torus(const std::string& name, const Topology& topology);

/// A step of one copy: its dimension, and the step within the dimension.
struct Turn {
  int dimension = 0;
  int step = 0;
};

/// Dimensions in round-robin order from `first` on, one step each; dimensions without steps left are skipped.
std::vector<Turn> take_turns(const std::vector<int>& steps, int first);

/// The steps of take_turns(), dimension after dimension.
std::vector<Turn> one_by_one(const std::vector<int>& steps, int first);

/// The shorter way to the node at distance `offset` along a dimension; the sign of `offset` decides at half a
/// ring.
Route shorter_way(const Topology& topology, int dimension, int offset);

// A reduction as a schedule, from its first half: time runs backwards.
//
// A gossip becomes a reduce-scatter if its phases are reversed and its transfers lead from destination to
// source. A broadcast becomes a reduce. An all-reduce runs the reduction and then the spread: contributions
// add up on the way in, and nodes store the sums on the way out. The claims of the first half on channels
// and paths hold for the second half, which uses the opposite channels.

class Reduction : public PhaseByPhase {
 public:
  /// `kind` is the collective of the gathering, its reverse (gossip or broadcast), or all-reduce. Phases are
  /// named R1, R2, .. on the way in and G1, G2, .. on the way out.
  Reduction(std::unique_ptr<Gathering> gathering, Collective::Kind kind);

 private:
  void make(Phase& phase) override;
  std::unique_ptr<Gathering> gathering_;
  int ways_in_;  // phases on the way in
};

/// The runs of the route from the last to the first, each in the opposite direction.
Route reversed(const Route& route);
/// Exchanges source and destination of every transfer of the phase, and reverses its route.
void reverse(Phase& phase, bool adds);

}  // namespace torusim
