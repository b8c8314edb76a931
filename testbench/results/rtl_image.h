#pragma once
/// A run as memory images for the network in SystemVerilog, rtl/torus. docs/rtl.md explains the
/// files.
///
/// Every node has a program of steps: messages to send, and the number of messages to receive before the next
/// step. With barriers a step is a phase. Otherwise a step is a phase in which the node sends, with the next
/// phases in which it only receives: the node does not wait between these.

#include <filesystem>

#include "models/contract/run_options.h"
#include "schedules/core/schedule.h"

namespace torusim {

/// Throws an InputError that names a feature of the run that rtl/torus lacks.
void check_rtl_image(const RunOptions& options, Synchronisation sync);

/// Writes program.hex, machine.hex and image.sv into `directory`. Throws InputError, also for limits that
/// check_rtl_image() cannot check: routes of more than 15 segments, more than 65,535 steps, and empty phases
/// under barriers that take time.
void write_rtl_image(const std::filesystem::path& directory, Schedule& schedule, const RunOptions& options);

}  // namespace torusim
