#pragma once
/// From a file that the user names to a program on a network.

#include <memory>
#include <string>

#include "schedules/core/program_schedule.h"
#include "testbench/config/run_config.h"

namespace torusim {

/// Whether it is a program: it ends in .goal, .cm, .et, .xml or .json, or is a file in GOAL's binary form.
bool names_program(const std::string& path);
/// Whether it ends as connection matrices of htsim do: .cm.
bool names_cm(const std::string& path);
/// Whether it ends as algorithms of MSCCL do: .xml.
bool names_msccl(const std::string& path);
/// Whether it ends as plans of MSCCL++ do: .json.
bool names_mscclpp(const std::string& path);
/// Whether it is either, whose chunks are followed.
bool names_chunks(const std::string& path);

/// The program that `config.algorithm` names, on `config.topology`, placed by `config.map`. Throws UsageError
/// and InputError.
std::unique_ptr<ProgramSchedule> load_program(const RunConfig& config);
/// The file that `config.map` names; empty: it names none.
std::string map_file(const RunConfig& config);

/// `o=10,g=5,O=0.1,G=0.02,S=65535`, each of them optional; `none`: all 0. With `clock` (Hz) o and g may be
/// times. Throws UsageError `must be ..`.
HostCosts parse_host(const std::string& text, double clock);

}  // namespace torusim
