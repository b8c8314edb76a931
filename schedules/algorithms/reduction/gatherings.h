#pragma once
/// The reductions, each in the file of its name. Makers throw InputError for an unsupported shape, with the
/// nearest supported shape.

#include <memory>
#include <string>

#include "schedules/algorithms/algorithm.h"

namespace torusim {

/// The first half of an all-reduce: a reduce-scatter or reduce whose phases can be written in any order. The
/// second half is the first half run backwards.
class Gathering {
 public:
  virtual ~Gathering() = default;
  /// The collective of the info is a reduce-scatter or a reduce.
  virtual const ScheduleInfo& info() const = 0;
  /// Writes the transfers of phase `index` over the earlier content of `phase`; all transfers add.
  virtual void write(int index, Phase& phase) = 0;
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

}  // namespace torusim
