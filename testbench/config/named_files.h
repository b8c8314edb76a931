#pragma once
/// The kind of file that a name stands for, and the files that results depend on.

#include <string>
#include <string_view>
#include <vector>

#include "testbench/config/run_config.h"

namespace torusim {

/// Whether the name is that of a file with a schedule, a program or jobs. The name has the ending of one, has
/// a /, or is an existing file and no algorithm.
bool names_file(const std::string& name);
/// Whether the path is that of a run file of jobs: .toml.
bool names_jobs(const std::string& path);
/// Whether the path is that of a program: .goal, .cm, .et, .xml, .json, or a file in GOAL's binary form.
bool names_program(const std::string& path);
/// Whether the path is that of a connection matrix of htsim: .cm.
bool names_cm(const std::string& path);
/// Whether the path is that of an MSCCL algorithm: .xml.
bool names_msccl(const std::string& path);
/// Whether the path is that of an MSCCL++ plan: .json.
bool names_mscclpp(const std::string& path);
/// Whether the path is that of an MSCCL or MSCCL++ file, whose chunks are followed.
bool names_chunks(const std::string& path);

/// Throws InputError if the file has a program or jobs, which cannot be written as a schedule.
void refuse_program(const std::string& path);

/// `random:SEED`: a map that is no file.
inline constexpr std::string_view kRandomMap = "random:";
/// The file that `config.map` names; empty if it names none.
std::string map_file(const RunConfig& config);

/// The files that a run or measurement depends on: router libraries, schedule or trace files, matrices, maps,
/// topology factors, and the files of its jobs. `config` is resolved, because a schedule file may name the
/// topology.
std::vector<std::string> input_files(const RunConfig& config);

}  // namespace torusim
