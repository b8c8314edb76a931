#pragma once
/// A torus within a torus: some coordinates of every ring, with their neighbours some links apart. Wang,
/// Tseng, Ni, Sheu, Definitions 2, 4, 6 and 7. With circuit switching the number of links between neighbours
/// does not matter.

#include <span>
#include <vector>

#include "schedules/algorithms/broadcast/plan.h"

namespace torusim::broadcast {

// The spread of a message over a line: cut the line into alpha + 1 parts as even as possible, send to the
// owner's place in each part, and repeat in all parts at once. Every stage of the broadcasts is such a line
// of nodes, of diagonals or of planes. Wang, Tseng, Ni, Sheu, Section 3.1.1: "lengths as even as possible",
// the owner "at the center". The paper leaves the cut open. This cut keeps the invariant for every length
// and alpha, odd values included.

/// The owner's part is part 0; floor(alpha/2) parts lie before it, ceil(alpha/2) after it.
struct Hop {
  int owner = 0;     ///< place on the line, 0 for the first owner; it may be negative
  int distance = 0;  ///< distance to the receiver, with the sign of the slot
  int slot = 0;      ///< part of the receiver, counted from the owner's part: .. -2, -1, 1, 2 ..
};

using LineStep = std::vector<Hop>;

/// The steps that spread a message over `length` >= 1 places: exactly ceil(log_{alpha+1} length) steps. Every
/// place modulo the length, except 0, receives once.
std::vector<LineStep> interval_recursion(int length, int alpha);

/// A send of an algorithm on a dilated torus: coordinates and hops count nodes of the dilated torus.
struct DilatedSend {
  Topology::Coordinates from{};  ///< taken modulo the sides of the dilated torus
  Route route;
};

using DilatedStep = std::vector<DilatedSend>;

/// The steps of a line, whose places are nodes, diagonals or planes: `sends(hop, step)` adds the sends of a
/// hop.
template <typename Sends>
std::vector<DilatedStep> steps_along(const std::vector<LineStep>& line, Sends sends) {
  std::vector<DilatedStep> steps;
  for (const LineStep& hops : line) {
    DilatedStep& step = steps.emplace_back();
    for (const Hop& hop : hops) sends(hop, step);
  }
  return steps;
}

class DilatedTorus {
 public:
  /// `levels[d]`: coordinates along dimension d, ascending and distinct. `torus` must outlive the dilated
  /// torus.
  DilatedTorus(const Topology& torus, std::vector<std::vector<int>> levels);

  NodeId node(const Topology::Coordinates& from) const;
  /// Links of the torus from one node of the dilated torus to another, `hops` (signed) nodes away.
  int links(int dimension, int from, int hops) const;
  /// The send on the torus itself.
  Send embed(const DilatedSend& send) const;

 private:
  const Topology& torus_;
  std::vector<std::vector<int>> levels_;
};

/// Writes the steps that a broadcast takes on several dilated tori at once.
void embed(const std::vector<DilatedStep>& steps, std::span<const DilatedTorus> tori, PlanBuilder& plan);

}  // namespace torusim::broadcast
