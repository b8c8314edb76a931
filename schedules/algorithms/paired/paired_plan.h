#pragma once
/// The plan of a paired exchange (docs/algorithms/paired.md): the dimension that each node runs in each
/// phase, and the cost.
///
/// Coordinates divide the nodes into classes. In a phase all nodes of a class run the next step of one
/// dimension (line_program.h), or nothing. On a line, the running classes of a phase and dimension are either
/// one class or all classes. Moves lead between classes that have run the same steps.

#include <optional>
#include <string>
#include <vector>

#include "schedules/algorithms/paired/line_program.h"
#include "schedules/core/cost.h"

namespace torusim {

enum class PairedVariant {
  kParity,  ///< sides that are multiples of 4: even and odd sums of coordinates, never on one dimension
  /// Two dimensions, an even side and a multiple of 4: rows of one parity run along the row while the other
  /// rows run across
  kRows,
  kThirds,  ///< three dimensions, multiples of 6: sums modulo 3, all dimensions at once
  kMixed,   ///< three dimensions, a multiple of 4 and two of 8: even sums run one dimension, odd sums run two
};

struct PairedPlan {
  PairedVariant variant = PairedVariant::kParity;
  std::vector<LineProgram> lines;  ///< [dimension]
  /// The class of a node: the sum over the dimensions of factor * (coordinate mod modulus), modulo `classes`.
  struct Residue {
    int modulus = 1, factor = 1;
  };
  std::vector<Residue> residues;  ///< [dimension]
  int classes = 1;
  struct PlannedPhase {
    std::string name;
    std::vector<int> runs;                ///< [class]: the dimension, or -1
    std::vector<std::vector<int>> steps;  ///< [class][dimension]: steps run before this phase
    /// If not empty, all nodes send to the neighbour of their pair in each of these dimensions at once.
    std::vector<int> across = {};
  };
  std::vector<PlannedPhase> phases;
  Cost cost;

  int class_of(const Topology::Coordinates& at) const;
};

/// All plans of a variant for a torus; empty if the variant does not run on it.
std::vector<PairedPlan> paired_plans(PairedVariant variant, const Topology& torus);

/// Replaces the last phases, in which pairs exchange in one dimension after the other, by a direct exchange
/// among the 2^k nodes whose coordinates are in the same pairs: 2^k - 1 phases of N / 2^k blocks. For plans
/// of kParity and kMixed.
void finish_directly(PairedPlan& plan, NodeId nodes);

/// The plan with the fewest blocks, and among equals the fewest startups, of variant `only` or of all
/// variants. `directly`: plans end by finish_directly(). Nullopt if no variant supports the topology.
std::optional<PairedPlan> best_paired_plan(const Topology& torus, std::optional<PairedVariant> only,
                                           bool directly = false);

}  // namespace torusim
