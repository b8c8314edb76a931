#pragma once
/// Reductions of MSCCL as schedules: executed on sets of contributions.
///
/// MSCCL has places, of which a GPU may have several with parts of one chunk; a schedule has one part of a
/// chunk for every node. What a receive adds to a place, at once or by a later `re`, is a transfer that adds;
/// any other receive is one that stores. The schedule that comes out is checked, so a program that keeps
/// apart what a node here would have added up is refused, and not changed.

#include "schedules/convert/msccl_program.h"
#include "schedules/convert/outside.h"

namespace torusim {

/// Throws InputError `file:line: ..`: also when the program does not reduce what it says.
OutsideSchedule execute_reduction(MscclProgram program, const OutsideOptions& options);

}  // namespace torusim
