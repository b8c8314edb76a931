#pragma once
/// How a message spreads over a line: cut it into alpha + 1 parts as even as possible, send to the owner's
/// place in each part, and so on in every part at once. Every stage of the broadcasts is such a line of
/// nodes, of diagonals or of planes. Wang, Tseng, Ni, Sheu, Section 3.1.1: "lengths as even as possible", the
/// owner "at the center". The paper leaves open how; this is one way that keeps the invariant for every
/// length and alpha, odd ones too.

#include <vector>

namespace torusim::broadcast {

/// The owner's part is part 0; floor(alpha/2) parts lie before it, ceil(alpha/2) after it.
struct Hop {
  int owner = 0;     ///< place on the line, the first owner's being 0; it may be negative
  int distance = 0;  ///< to the receiver; the sign is that of the slot
  int slot = 0;      ///< the part that the receiver is in, counted from the owner's: .. -2, -1, 1, 2 ..
};

using LineStep = std::vector<Hop>;

/// The steps that spread a message over `length` >= 1 places: exactly ceil(log_{alpha+1} length) of them.
/// Taken modulo the length, every place but 0 receives once.
std::vector<LineStep> interval_recursion(int length, int alpha);

}  // namespace torusim::broadcast
