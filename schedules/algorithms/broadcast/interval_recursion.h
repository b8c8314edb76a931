#pragma once
/// The spread of a message over a line: cut the line into alpha + 1 parts as even as possible, send to the
/// owner's place in each part, and repeat in all parts at once. Every stage of the broadcasts is such a line
/// of nodes, of diagonals or of planes. Wang, Tseng, Ni, Sheu, Section 3.1.1: "lengths as even as possible",
/// the owner "at the center". The paper leaves the cut open. This cut keeps the invariant for every length
/// and alpha, odd values included.

#include <vector>

namespace torusim::broadcast {

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

}  // namespace torusim::broadcast
