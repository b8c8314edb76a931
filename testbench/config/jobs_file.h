#pragma once
/// A run file: the jobs that share a network (docs/jobs.md).

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "schedules/core/schedule.h"

namespace torusim {

inline constexpr std::int64_t kMostJobBlock = 1'000'000;  ///< flits

/// A table [[job]] of the file.
struct JobEntry {
  std::string name;     ///< "job1", "job2" and so on, unless the file has another
  std::string run;      ///< the argument of `torusim run`; empty: open-loop traffic
  std::string traffic;  ///< pattern of open-loop traffic; empty: a run
  std::map<std::string, std::string>
      traffic_set;       ///< options of the traffic: load, cycles, packet, injection, hotspot, hotspot-share
  std::string nodes;     ///< nodes of the job: a part (0..3,*), or with `topology` any set
  std::string topology;  ///< topology of the schedule on any set of nodes; else empty
  std::map<std::string, std::string> set;
  std::optional<std::string> block;     ///< flits, or a size (units.h)
  std::string size;                     ///< the vector in place of the block (vector_size.h); empty: none
  std::optional<Synchronisation> sync;  ///< synchronisation of the phases of its schedule
  std::optional<std::string> barrier;   ///< latency of its barriers: cycles, or a time
  std::string start = "0";              ///< cycles, or a time; with `after`, from the end of that job
  std::string after;                    ///< name of an earlier job; empty: none
  int message_class = 0;
  bool shortest = false;  ///< routes of the whole network
  std::string place;      ///< file:line of the job's table
};

/// Reads the jobs of a run file. Throws InputError `file:line` for an invalid file.
std::vector<JobEntry> read_jobs_file(const std::string& path);
/// Reads the jobs from text; `name` stands for the file name in messages.
std::vector<JobEntry> read_jobs_text(const std::string& text, const std::string& name);

}  // namespace torusim
