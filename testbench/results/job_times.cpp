#include "testbench/results/job_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "models/run/simulation.h"
#include "schedules/core/interruption.h"
#include "testbench/process/text_table.h"
#include "testbench/results/output_file.h"
#include "testbench/results/time_columns.h"

namespace torusim {
namespace {

constexpr std::size_t kMostRows = 256;

/// The value, or `-` if there is none.
std::string cell(Cycle value) { return value < 0 ? "-" : fmt::format("{}", value); }
std::string slowdown_cell(const JobResult& job) {
  return job.slowdown() > 0 ? fmt::format("{:.3f}", job.slowdown()) : "-";
}

double mean_latency(const JobTimes::Time& time) {
  return time.messages > 0 ? static_cast<double>(time.latency) / static_cast<double>(time.messages) : 0;
}

/// Lines about open-loop traffic, whose duration is given: the latency of its packets, and whether it lasted.
std::string background_text(const std::vector<JobResult>& jobs) {
  std::string text;
  for (const JobResult& traffic : jobs) {
    if (traffic.background == 0 || traffic.cycles < 0) continue;
    text += fmt::format("{}: a packet takes {:.1f} cycles in the mean, alone {:.1f}\n", traffic.name,
                        traffic.latency, traffic.latency_alone);
    const Cycle end = traffic.start + traffic.background;
    for (const JobResult& job : jobs) {
      if (job.background > 0 || job.start + job.cycles <= end) continue;
      text += fmt::format("{}: its last packet is made before cycle {}, and {} ends in cycle {}\n",
                          traffic.name, end, job.name, job.start + job.cycles);
    }
  }
  return text;
}

}  // namespace

void JobTimes::delivered(Cycle cycle, const Worm& worm) {
  if (worm.is_signal()) return;
  const auto after = std::upper_bound(first_messages_.begin(), first_messages_.end(), worm.number);
  Time& time = times_[static_cast<std::size_t>(after - first_messages_.begin()) - 1];
  time.last = std::max(time.last, cycle);
  ++time.messages;
  time.flits += worm.flits;
  time.latency += cycle - worm.started;
}

std::vector<JobResult> job_results(const JobsSchedule& jobs, const JobTimes& times, RunOptions options,
                                   bool completed) {
  options.level = Level::kFast;
  options.traced_nodes.clear();
  options.progress = [](std::int64_t, std::int64_t, Cycle) { return !Interruptible::wanted(); };
  std::vector<JobResult> results;
  for (std::size_t j = 0; j < jobs.jobs().size(); ++j) {
    const Job& job = jobs.jobs()[j];
    const JobTimes::Time& time = times.of(j);
    JobResult result{
        job.name,      static_cast<NodeId>(job.node_of.size()), job.start, -1, -1, time.messages, time.flits,
        job.background};
    result.latency = mean_latency(time);
    if (completed) {
      if (job.after) result.start += results[*job.after].start + results[*job.after].cycles;
      result.cycles = std::max<Cycle>(0, time.last - result.start);
      ProgramSchedule alone = jobs.alone(j);
      JobTimes own({0, alone.program().messages});
      options.observers = {&own};
      const Verdict verdict = simulate(alone, options, make_network_without_kernel).verdict;
      Interruptible::check();
      if (verdict == Verdict::kVerified) {
        result.alone = std::max<Cycle>(0, own.of(0).last);
        result.latency_alone = mean_latency(own.of(0));
      }
    }
    results.push_back(std::move(result));
  }
  return results;
}

nlohmann::ordered_json json_of(const std::vector<JobResult>& jobs) {
  auto rows = nlohmann::ordered_json::array();
  for (const JobResult& job : jobs) {
    nlohmann::ordered_json row{{"name", job.name},
                               {"nodes", job.nodes},
                               {"start", job.start},
                               {"cycles", job.cycles},
                               {"alone", job.alone}};
    row["slowdown"] = job.slowdown() > 0 ? nlohmann::ordered_json(job.slowdown()) : nullptr;
    row["messages"] = job.messages;
    row["flits"] = job.flits;
    rows.push_back(std::move(row));
  }
  return rows;
}

nlohmann::ordered_json checked_jobs(const nlohmann::ordered_json& recorded) {
  if (!recorded.is_array() || recorded.size() > kMostRows) return nullptr;
  auto rows = nlohmann::ordered_json::array();
  for (const auto& row : recorded) {
    if (!row.is_object() || !row.contains("name") || !row["name"].is_string()) return nullptr;
    nlohmann::ordered_json checked{{"name", row["name"].get<std::string>()}};
    for (const char* key : {"nodes", "start", "cycles", "alone", "slowdown", "messages", "flits"}) {
      const auto value = row.find(key);
      if (value == row.end()) return nullptr;
      if (std::string_view(key) != "slowdown") {
        if (!value->is_number_integer()) return nullptr;
        checked[key] = value->get<std::int64_t>();
      } else if (value->is_null()) {
        checked[key] = nullptr;
      } else if (value->is_number()) {
        checked[key] = value->get<double>();
      } else {
        return nullptr;
      }
    }
    rows.push_back(std::move(checked));
  }
  return rows;
}

void write_jobs_csv(const std::filesystem::path& directory, const std::vector<JobResult>& jobs,
                    const Scale& scale) {
  constexpr std::array<std::string_view, 3> kTimes = {"start", "time", "alone"};
  OutputFile file(directory / "jobs.csv");
  file.write("job,nodes,start,cycles,alone,slowdown,messages,flits");
  print_time_names(file, scale, kTimes);
  file.write("\n");
  for (const JobResult& job : jobs) {
    file.print("{},{},{},{},{},{},{},{}", csv_field(job.name), job.nodes, job.start,
               job.cycles < 0 ? "" : fmt::format("{}", job.cycles),
               job.alone < 0 ? "" : fmt::format("{}", job.alone),
               job.slowdown() > 0 ? fmt::format("{:.6f}", job.slowdown()) : "", job.messages, job.flits);
    print_times(file, scale, std::array{job.start, job.cycles, job.alone});
    file.write("\n");
  }
  file.close();
}

std::string jobs_text(const std::vector<JobResult>& jobs, const Scale& scale) {
  std::vector<std::string> head{"job", "nodes", "start", "messages", "cycles", "alone", "slowdown"};
  if (scale.timed()) head.insert(head.end(), {"time", "time alone"});
  const auto in_time = [&](Cycle cycles) {
    return cycles < 0 ? "-" : time_text(scale.seconds(static_cast<double>(cycles)));
  };
  TextTable table(head, 1);
  for (const JobResult& job : jobs) {
    std::vector<std::string> row{job.name,
                                 fmt::format("{}", job.nodes),
                                 fmt::format("{}", job.start),
                                 fmt::format("{}", job.messages),
                                 cell(job.cycles),
                                 cell(job.alone),
                                 slowdown_cell(job)};
    if (scale.timed()) row.insert(row.end(), {in_time(job.cycles), in_time(job.alone)});
    table.row(row);
  }
  return table.text() + "cycles: from the start of the job until its last message has arrived\n" +
         background_text(jobs);
}

}  // namespace torusim
