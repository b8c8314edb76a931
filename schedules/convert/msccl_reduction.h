#pragma once
/// Reductions of MSCCL as schedules: executed on sets of contributions.
///
/// MSCCL has places, of which a GPU may have several with parts of one chunk; a schedule has one part of a
/// chunk for every node. What a receive adds to a place, at once or by a later `re`, is a transfer that adds;
/// any other receive is one that stores. The resulting schedule is checked. So a program that keeps partial
/// sums apart that a node here would add is refused, not changed.

#include "schedules/convert/msccl_program.h"
#include "schedules/convert/outside.h"

namespace torusim {

/// Throws InputError `file:line: ..`: also if the program does not perform the reduction that it names.
OutsideSchedule execute_reduction(MscclProgram program, const OutsideOptions& options);

}  // namespace torusim
