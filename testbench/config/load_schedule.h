#pragma once
/// From what the user names to a schedule.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "schedules/core/schedule.h"
#include "testbench/config/run_config.h"

namespace torusim {

/// Whether the name is that of a schedule file: it ends in .tcs, has a /, or is no algorithm but an existing
/// file.
bool names_file(const std::string& name);

/// Throws InputError if the file has a program or jobs, which are not written as a schedule.
void refuse_program(const std::string& path);

/// The schedule that `config.algorithm` names: an algorithm on `config.topology` with the options
/// `config.set`, or a file.
/// Throws UsageError for contradictions and unknown names, InputError for files and shapes.
std::unique_ptr<Schedule> load_schedule(const RunConfig& config);

/// The files that a run or measurement depends on: its schedule file, the libraries of its routers, and the
/// factors of its topology, which a schedule file may name only once it is resolved.
std::vector<std::string> input_files(const RunConfig& config);

/// What `--lanes auto` stands for: 2 if any dimension wraps, else 1; 1 under bubble flow control.
int automatic_lanes(const RunConfig& config, const Topology& topology);

/// Buffer of a virtual channel if none is set: a credit round trip of the longest link, so that worms stream
/// at full rate, and where the switching mode keeps whole worms at least the longest one; under bubble flow
/// control packet slots for a credit round trip and one more. Throws UsageError
/// if no buffer is long enough.
int automatic_reserve(const RunConfig& config, const Topology& topology,
                      const std::function<std::int64_t()>& longest_worm);

/// Bubble flow control: gives each buffer as many packet slots of `longest` flits as it holds. Throws
/// UsageError if that is less than two.
void settle_packet_slots(RunConfig& config, std::int64_t longest);

/// Whether it is the plain exchange on a network without graphs: one class, one block a message, and only
/// dimension-order routes. Of such a schedule of 10^10 messages this is known without going through them.
bool plain_direct(const RunConfig& config, const Schedule& schedule);

/// Flits of the longest message with the blocks of `config`.
std::int64_t longest_message(const RunConfig& config, Schedule& schedule);

/// Fills every `auto` from the schedule and the other settings, and the topology.
void settle(RunConfig& config, Schedule& schedule);
/// The same for a run, which is refused on graphs if its messages can wait for each other in a circle.
void resolve(RunConfig& config, Schedule& schedule);

/// The hardware of a resolved configuration. Throws UsageError for values that do not fit the topology.
Hardware hardware_of(const RunConfig& config, const Topology& topology);

}  // namespace torusim
