#include "testbench/config/named_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "schedules/algorithms/registry.h"
#include "schedules/chakra/trace.h"
#include "schedules/convert/goal_program.h"
#include "schedules/core/error.h"
#include "schedules/core/factor_catalogue.h"
#include "testbench/config/jobs_file.h"
#include "testbench/config/router_groups.h"
#include "testbench/config/traffic_file.h"

namespace torusim {

bool names_file(const std::string& name) {
  if (name.ends_with(".tcs") || name.ends_with(".goal") || names_cm(name) || names_chakra(name) ||
      names_chunks(name) || names_jobs(name) || name.find('/') != std::string::npos)
    return true;
  if (!std::filesystem::exists(name)) return false;
  return std::ranges::none_of(algorithms(), [&](const AlgorithmInfo& info) { return info.name == name; });
}

bool names_jobs(const std::string& path) { return path.ends_with(".toml"); }

bool names_program(const std::string& path) {
  return path.ends_with(".goal") || names_cm(path) || names_chakra(path) || names_chunks(path) ||
         is_binary_goal(path);
}

bool names_cm(const std::string& path) { return path.ends_with(".cm"); }

bool names_msccl(const std::string& path) { return path.ends_with(".xml"); }
bool names_mscclpp(const std::string& path) { return path.ends_with(".json"); }
bool names_chunks(const std::string& path) { return names_msccl(path) || names_mscclpp(path); }

void refuse_program(const std::string& path) {
  const bool jobs = names_jobs(path);
  if (!jobs && !names_program(path)) return;
  throw InputError(
      fmt::format("{} is a program without phases, and a schedule consists of phases; torusim run "
                  "{}{} runs it",
                  path, path, jobs ? "" : " -t SHAPE"));
}

std::string map_file(const RunConfig& config) {
  for (const char* known : {"auto", "linear", "snake"}) {
    if (config.map == known) return "";
  }
  return config.map.starts_with(kRandomMap) ? "" : config.map;
}

namespace {

/// The file that an option of the algorithm names as its matrix, or empty.
std::string matrix_file(const RunConfig& config) {
  const auto matrix = config.set.find("matrix");
  if (matrix == config.set.end() || matrix->second.find_first_of("./") == std::string::npos) return "";
  return matrix->second;
}

/// The files that the jobs of a run file need; none if it cannot be read.
std::vector<std::string> files_of_jobs(const RunConfig& config) {
  std::vector<std::string> result;
  if (!names_jobs(config.algorithm)) return result;
  try {
    for (const JobEntry& entry : read_jobs_file(config.algorithm)) {
      RunConfig one;
      one.algorithm = entry.run;
      one.topology = entry.topology;
      one.set = entry.set;
      one.groups = config.groups;
      for (std::string& file : input_files(one)) result.push_back(std::move(file));
    }
  } catch (const InputError&) {
    return {};
  }
  return result;
}

}  // namespace

std::vector<std::string> input_files(const RunConfig& config) {
  std::vector<std::string> result = rtl::router_libraries(config.rtl);
  if (names_chakra(config.algorithm)) {
    for (std::string& file : chakra_files(config.algorithm)) result.push_back(std::move(file));
    if (config.groups != RunConfig().groups) result.push_back(config.groups);
  } else if (!config.algorithm.empty() && names_file(config.algorithm)) {
    result.push_back(config.algorithm);
  }
  if (names_traffic_file(config.traffic.pattern)) result.push_back(config.traffic.pattern);
  if (std::string matrix = matrix_file(config); !matrix.empty()) result.push_back(std::move(matrix));
  for (std::string& file : files_of_jobs(config)) result.push_back(std::move(file));
  if (std::string map = map_file(config); !map.empty()) result.push_back(std::move(map));
  for (std::string& factor : factor_files(config.topology)) result.push_back(std::move(factor));
  return result;
}

}  // namespace torusim
