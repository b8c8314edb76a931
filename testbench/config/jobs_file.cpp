#include "testbench/config/jobs_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <set>

#include "models/contract/time_limits.h"
#include "schedules/core/error.h"
#include "schedules/core/suggestion.h"
#include "testbench/config/option_builders.h"
#include "testbench/config/toml_file.h"
#include "testbench/config/units.h"
#include "testbench/config/vector_size.h"

namespace torusim {
namespace {

constexpr std::size_t kMostJobs = 256;
constexpr int kMostClass = 63;

class JobsReader {
 public:
  std::vector<JobEntry> read(const TomlValue& file) {
    for (const auto& [key, value] : file.table) {
      const auto table = [](const TomlValue& entry) { return entry.kind == TomlValue::Kind::kTable; };
      if (key != "job") value.fail(fmt::format("key '{}' is in no job; a job begins with [[job]]", key));
      if (value.list.empty() || !std::ranges::all_of(value.list, table)) {
        value.fail("a job begins with [[job]]");
      }
      if (value.list.size() > kMostJobs) value.fail(fmt::format("more than {} jobs", kMostJobs));
      for (const TomlValue& job : value.list) take(job);
    }
    if (jobs_.empty()) throw InputError(fmt::format("{}: no job; a job begins with [[job]]", *file.file));
    return std::move(jobs_);
  }

 private:
  void take(const TomlValue& table) {
    JobEntry& job = jobs_.emplace_back();
    job.place = table.place();
    for (const auto& [key, value] : table.table) {
      if (key == "set" && value.kind == TomlValue::Kind::kTable) {
        for (const auto& [name, setting] : value.table) job.set[name] = setting.word("set." + name);
        continue;
      }
      const std::string& text = value.word(key);
      try {
        set(job, value, key, text);
      } catch (const UsageError& error) {
        value.fail(fmt::format("{} = {}: {}", key, text, error.what()));
      }
    }
    check(job, table);
  }

  /// Checks the required keys of each job, and that its name is unique.
  void check(JobEntry& job, const TomlValue& table) {
    if (job.run.empty() == job.traffic.empty()) {
      table.fail(job.run.empty() ? "the job has no key run, such as run = \"t4\""
                                 : "the job has both keys run and traffic");
    }
    if (job.traffic.empty() && !job.traffic_set.empty()) {
      table.fail(fmt::format("key '{}' is for open-loop traffic, traffic = \"uniform\"",
                             job.traffic_set.begin()->first));
    }
    if (!job.traffic.empty() &&
        (job.block || !job.size.empty() || job.sync || job.barrier || !job.set.empty())) {
      table.fail(
          "keys block, size, sync, barrier and set.NAME are for schedules and programs, not for traffic");
    }
    if (job.block && !job.size.empty()) table.fail("keys block and size: the blocks follow from the vector");
    if (job.nodes.empty()) table.fail("the job has no key nodes, such as nodes = \"(0..3,*)\"");
    if (!job.after.empty() && !names_.contains(job.after)) {
      table.fail(fmt::format("after = {}: no job above has this name", job.after));
    }
    if (job.name.empty()) job.name = fmt::format("job{}", jobs_.size());
    if (!names_.insert(job.name).second) table.fail(fmt::format("another job is named '{}'", job.name));
  }

  static void set(JobEntry& job, const TomlValue& value, const std::string& key, const std::string& text) {
    if (key == "name") {
      if (text.empty() || text.find_first_of(",\"") != text.npos || clean_text(text) != text) {
        throw UsageError("must be a text without commas, quotes and control characters");
      }
      job.name = text;
    } else if (key == "run") {
      job.run = text;
    } else if (key == "traffic") {
      job.traffic = text;
    } else if (key == "load" || key == "cycles" || key == "packet" || key == "injection" ||
               key == "hotspot" || key == "hotspot-share") {
      job.traffic_set[key] = text;
    } else if (key == "nodes") {
      job.nodes = text;
    } else if (key == "topology") {
      job.topology = text;
    } else if (key == "block") {
      flits_of(text, INT_MAX, kMostJobBlock);  // checks the form; the bytes of a flit are not known here
      job.block = text;
    } else if (key == "size") {
      if (parse_sizes(text, INT_MAX).size() != 1) throw UsageError("must be one size, such as 1MB");
      job.size = text;
    } else if (key == "sync") {
      job.sync = synchronisation(text);
    } else if (key == "barrier") {
      cycles_of(text, 1, kLongestBarrier);
      job.barrier = text;
    } else if (key == "start") {
      cycles_of(text, 1, kLongestStartup);
      job.start = text;
    } else if (key == "after") {
      job.after = text;
    } else if (key == "class") {
      job.message_class = parse_number<int>(text, 0, kMostClass, fmt::format("a class, 0 to {}", kMostClass));
    } else if (key == "routes") {
      if (text != "inside" && text != "shortest") throw UsageError("must be inside or shortest");
      job.shortest = text == "shortest";
    } else {
      const std::string known[] = {"name",    "run",           "nodes",  "topology", "block",
                                   "size",    "start",         "class",  "routes",   "set.NAME",
                                   "traffic", "load",          "cycles", "packet",   "injection",
                                   "hotspot", "hotspot-share", "sync",   "barrier",  "after"};
      value.fail(fmt::format("unknown key '{}'; the nearest is '{}'", key, nearest(key, known)));
    }
  }

  static Synchronisation synchronisation(const std::string& text) {
    using enum Synchronisation;
    for (const Synchronisation sync : {kNone, kBarrier, kLocal, kPriority, kData}) {
      if (text == to_text(sync)) return sync;
    }
    throw UsageError("must be none, barrier, local, priority or data");
  }

  std::vector<JobEntry> jobs_;
  std::set<std::string> names_;
};

}  // namespace

std::vector<JobEntry> read_jobs_file(const std::string& path) { return JobsReader().read(read_toml(path)); }

std::vector<JobEntry> read_jobs_text(const std::string& text, const std::string& name) {
  return JobsReader().read(read_toml_text(text, name));
}

}  // namespace torusim
