#pragma once
/// A run as memory images for the network in SystemVerilog, rtl/torus. The files: docs/rtl-network.md.
///
/// Every node gets a program of steps: messages to send, and how many to receive until the next step. With
/// barriers a step is a phase. Else a step is a phase in which the node sends, with the phases behind it in
/// which it only receives: no node waits for anything between those.

#include <filesystem>

#include "models/contract/run_options.h"
#include "schedules/core/schedule.h"

namespace torusim {

/// Throws InputError that says what of the run rtl/torus does not have.
void check_rtl_image(const RunOptions& options);

/// Writes program.hex, machine.hex and image.sv into `directory`. Throws InputError, also for what
/// check_rtl_image() cannot see: routes of more than 15 segments, more than 65,535 steps, and phases of
/// nothing under barriers that take time.
void write_rtl_image(const std::filesystem::path& directory, Schedule& schedule, const RunOptions& options);

}  // namespace torusim
