#include "testbench/config/jobs_file.h"

#include <fmt/format.h>

#include <climits>
#include <set>

#include "models/contract/time_limits.h"
#include "schedules/core/error.h"
#include "schedules/core/nearest.h"
#include "schedules/text/line_source.h"
#include "testbench/config/amounts.h"
#include "testbench/config/option_builders.h"

namespace torusim {
namespace {

constexpr std::size_t kMostJobs = 256;
constexpr int kMostClass = 63;

std::string_view without_blanks(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

class JobsReader {
 public:
  explicit JobsReader(text::LineSource source) : source_(std::move(source)) {}

  std::vector<JobEntry> read() {
    for (std::string_view line; source_.next(line);) {
      line = without_blanks(line);
      if (line == "[[job]]") {
        begin_job();
      } else if (!line.empty()) {
        take(line);
      }
    }
    if (jobs_.empty()) throw InputError(fmt::format("{}: no job; a job begins with [[job]]", source_.name()));
    end_job();
    return std::move(jobs_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", source_.name(), source_.line_number(), what));
  }

  void begin_job() {
    if (!jobs_.empty()) end_job();
    if (jobs_.size() == kMostJobs) fail(fmt::format("more than {} jobs", kMostJobs));
    seen_.clear();
    jobs_.emplace_back();
    jobs_.back().place = fmt::format("{}:{}", source_.name(), source_.line_number());
  }

  /// What each job must have, and a name that no other has.
  void end_job() {
    JobEntry& job = jobs_.back();
    if (job.run.empty() == job.traffic.empty()) {
      throw InputError(job.place + (job.run.empty() ? ": the job has no key run, such as run = \"t4\""
                                                    : ": the job has both keys run and traffic"));
    }
    if (job.traffic.empty() && !job.traffic_set.empty()) {
      throw InputError(fmt::format("{}: key '{}' is for open-loop traffic, traffic = \"uniform\"", job.place,
                                   job.traffic_set.begin()->first));
    }
    if (!job.traffic.empty() && (job.block || job.sync || job.barrier || !job.set.empty())) {
      throw InputError(
          job.place +
          ": keys block, sync, barrier and set.NAME are for schedules and programs, not for traffic");
    }
    if (job.nodes.empty())
      throw InputError(job.place + ": the job has no key nodes, such as nodes = \"(0..3,*)\"");
    if (job.name.empty()) job.name = fmt::format("job{}", jobs_.size());
    if (!names_.insert(job.name).second) {
      throw InputError(fmt::format("{}: another job is named '{}'", job.place, job.name));
    }
  }

  void take(std::string_view line) {
    const auto equals = line.find('=');
    if (equals == std::string_view::npos)
      fail(fmt::format("expected [[job]] or key = value, found '{}'", line));
    const std::string key(without_blanks(line.substr(0, equals)));
    if (jobs_.empty()) fail(fmt::format("key '{}' before the first [[job]]", key));
    if (!seen_.insert(key).second) fail(fmt::format("key '{}' occurs twice", key));
    const std::string text = value(key, without_blanks(line.substr(equals + 1)));
    try {
      set(jobs_.back(), key, text);
    } catch (const UsageError& error) {
      fail(fmt::format("{} = {}: {}", key, text, error.what()));
    }
  }

  std::string value(const std::string& key, std::string_view text) const {
    if (text.empty()) fail(fmt::format("key '{}' has no value", key));
    if (text.front() != '"') {
      if (text.find_first_of(" \t\"(") != std::string_view::npos) {
        fail(fmt::format("the text of '{}' needs double quotes", key));
      }
      return std::string(text);
    }
    if (text.size() < 2 || text.find('"', 1) != text.size() - 1) {
      fail(fmt::format("the text of '{}' ends with its second double quote", key));
    }
    return std::string(text.substr(1, text.size() - 2));
  }

  void set(JobEntry& job, const std::string& key, const std::string& text) const {
    if (key.starts_with("set.")) {
      job.set[key.substr(4)] = text;
    } else if (key == "name") {
      if (text.empty() || text.find_first_of(",\"\n") != std::string::npos) {
        throw UsageError("must be a text without commas and quotes");
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
      flits_of(text, INT_MAX, kMostJobBlock);  // its form; the bytes of a flit are not known here
      job.block = text;
    } else if (key == "sync") {
      job.sync = synchronisation(text);
    } else if (key == "barrier") {
      cycles_of(text, 1, kLongestBarrier);
      job.barrier = text;
    } else if (key == "start") {
      cycles_of(text, 1, kLongestStartup);
      job.start = text;
    } else if (key == "class") {
      job.message_class = parse_number<int>(text, 0, kMostClass, fmt::format("a class, 0 to {}", kMostClass));
    } else if (key == "routes") {
      if (text != "inside" && text != "shortest") throw UsageError("must be inside or shortest");
      job.shortest = text == "shortest";
    } else {
      const std::string known[] = {"name",   "run",       "nodes",    "topology",      "block", "start",
                                   "class",  "routes",    "set.NAME", "traffic",       "load",  "cycles",
                                   "packet", "injection", "hotspot",  "hotspot-share", "sync",  "barrier"};
      fail(fmt::format("unknown key '{}'; the nearest is '{}'", key, nearest(key, known)));
    }
  }

  static Synchronisation synchronisation(const std::string& text) {
    using enum Synchronisation;
    for (const Synchronisation sync : {kNone, kBarrier, kLocal, kPriority}) {
      if (text == to_text(sync)) return sync;
    }
    throw UsageError("must be none, barrier, local or priority");
  }

  text::LineSource source_;
  std::vector<JobEntry> jobs_;
  std::set<std::string> seen_, names_;
};

}  // namespace

std::vector<JobEntry> read_jobs_file(const std::string& path) {
  return JobsReader(text::LineSource::open(path)).read();
}

std::vector<JobEntry> read_jobs_text(const std::string& text, const std::string& name) {
  return JobsReader(text::LineSource::from_text(text, name)).read();
}

}  // namespace torusim
