#pragma once
/// The order in which the communications of a rank hold their cpu (Operation::Kind::kHold).

#include "schedules/core/program.h"

namespace torusim {

/// Whether dependences within a rank fix the order of its holds, on every rank with a collective. A hold of a
/// collective waits for other ranks, so another order can be a deadlock. A hold of a send alone always ends.
bool holds_are_ordered(const Program& program);

}  // namespace torusim
