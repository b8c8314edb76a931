#pragma once
/// Converts a file that the user names to a program on a network.

#include <memory>
#include <string>

#include "schedules/core/program_schedule.h"
#include "testbench/config/run_config.h"

namespace torusim {

/// The program that `config.algorithm` names, on `config.topology`, placed by `config.map`. Throws UsageError
/// and InputError.
std::unique_ptr<ProgramSchedule> load_program(const RunConfig& config);

/// Reads `o=10,g=5,O=0.1,G=0.02,S=65535`, each value optional; `none`: all 0. With `clock` (Hz), o and g may
/// be times. Throws UsageError `must be ..`.
HostCosts parse_host(const std::string& text, double clock);

}  // namespace torusim
