#pragma once
/// Converts a name to its schedule or program.

#include <memory>

#include "schedules/algorithms/algorithm.h"
#include "schedules/core/schedule.h"
#include "testbench/config/run_config.h"

namespace torusim {

// All throw UsageError for contradictions and unknown names, InputError for files and shapes.

/// The schedule that `config.algorithm` names on `config.topology`: an algorithm with the options
/// `config.set`, a schedule file, or a program. Failures (--fail) and parts (--on) are not applied.
std::unique_ptr<Schedule> load_named(const RunConfig& config);

/// The options of the algorithm that `config.algorithm` names: `config.set`, and the block, startup and
/// flit-bytes of the run for an algorithm that depends on the cost of a message. `topology` has the failures.
AlgorithmOptions algorithm_options(const RunConfig& config, const Topology& topology);

/// Puts into `config.set` what the algorithm derives from --size and --sync, before a block takes the place
/// of --size: results are repeated by what they record. `topology`: the network of the algorithm.
void keep_derived(RunConfig& config, const Topology& topology);

/// Refuses the options of Chakra traces, and unless `program`, the options of all programs.
void refuse_program_options(const RunConfig& config, bool program);
/// Refuses --block for messages with sizes of their own, and schedules with more ports than routers can have.
void check_loaded(const RunConfig& config, const Schedule& schedule);

}  // namespace torusim
