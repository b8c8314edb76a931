#pragma once
/// One run of a schedule on a network, by the same call for every level.

#include "models/contract/run_options.h"
#include "models/contract/run_result.h"
#include "models/run/make_network.h"

namespace torusim {

/// The properties of a schedule's messages that hardware must fit.
struct MessageNeeds {
  int highest_class = 0;
  std::int64_t most_flits = 1;  ///< of a message, with its head
};

/// Reads the schedule once and rewinds it. Throws InputError for a message of more flits than a worm may
/// have.
MessageNeeds message_needs(Schedule& schedule, int block_flits);
/// Number of classes that a schedule with this highest class of a message needs. Priority needs one class per
/// phase; local needs the schedule's classes and one for signals; other synchronisations need the schedule's
/// classes. Throws InputError for local and a schedule without signals.
int classes_needed(const ScheduleInfo& info, int highest_class, Synchronisation sync);
/// As above, with a pass over the messages.
int classes_needed(Schedule& schedule, Synchronisation sync);
/// Throws InputError if the hardware cannot carry messages of so many flits.
void check_longest(const ScheduleInfo& info, const Hardware& hardware, std::int64_t flits);

/// Runs the schedule to its end. Throws InputError when schedule, hardware and options do not fit together.
RunResult simulate(Schedule& schedule, const RunOptions& options, NetworkFactory make = make_network);

}  // namespace torusim
