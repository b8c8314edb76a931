#pragma once
/// What kind of file a name stands for, and which files results depend on.

#include <string>
#include <string_view>
#include <vector>

#include "testbench/config/run_config.h"

namespace torusim {

/// Whether the name is that of a file with a schedule, a program or jobs: it ends as one, has a /, or is no
/// algorithm but an existing file.
bool names_file(const std::string& name);
/// Whether it is a run file of jobs: it ends in .toml.
bool names_jobs(const std::string& path);
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

/// Throws InputError if the file has a program or jobs, which are not written as a schedule.
void refuse_program(const std::string& path);

/// `random:SEED`: a map that is no file.
inline constexpr std::string_view kRandomMap = "random:";
/// The file that `config.map` names; empty: it names none.
std::string map_file(const RunConfig& config);

/// The files that a run or measurement depends on: its schedule file, the libraries of its routers, and the
/// factors of its topology, which a schedule file may name only once it is resolved.
std::vector<std::string> input_files(const RunConfig& config);

}  // namespace torusim
