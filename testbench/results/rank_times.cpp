#include "testbench/results/rank_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "testbench/results/output_file.h"
#include "testbench/results/time_columns.h"

namespace torusim {

void RankTimes::Rank::to(Cycle cycle) {
  const Cycle passed = cycle - since;
  since = cycle;
  if (computations > 0) {
    time.computing += passed;
    if (messages > 0) time.hidden += passed;
  } else if (messages > 0) {
    time.exposed += passed;
  } else {
    time.waiting += passed;
  }
}

void RankTimes::computes(Cycle cycle, std::int32_t rank, bool begins) {
  Rank& changed = ranks_[static_cast<std::size_t>(rank)];
  changed.to(cycle);
  changed.computations += begins ? 1 : -1;
}

void RankTimes::communicates(Cycle cycle, std::int32_t rank, bool begins) {
  Rank& changed = ranks_[static_cast<std::size_t>(rank)];
  changed.to(cycle);
  changed.messages += begins ? 1 : -1;
}

std::vector<RankTime> RankTimes::until(Cycle end) const {
  std::vector<RankTime> times;
  for (Rank rank : ranks_) {
    rank.to(std::max(end, rank.since));
    times.push_back(rank.time);
  }
  return times;
}

std::optional<RankTimes> rank_times_of(Schedule& schedule) {
  ProgramSchedule* const program = schedule.as_program();
  if (program == nullptr || program->as_jobs() != nullptr) return std::nullopt;
  for (const Operation& operation : program->program().operations) {
    if (operation.kind != Operation::Kind::kCompute || operation.size == 0) continue;
    return std::optional<RankTimes>(std::in_place, program->program().ranks());
  }
  return std::nullopt;
}

MeanRankTime mean_of(const std::vector<RankTime>& ranks) {
  MeanRankTime mean;
  const auto count = static_cast<double>(ranks.size());
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    const RankTime& time = ranks[rank];
    mean.computing += static_cast<double>(time.computing) / count;
    mean.hidden += static_cast<double>(time.hidden) / count;
    mean.exposed += static_cast<double>(time.exposed) / count;
    mean.waiting += static_cast<double>(time.waiting) / count;
    if (time.exposed > ranks[mean.most_exposed].exposed) mean.most_exposed = rank;
  }
  return mean;
}

nlohmann::ordered_json json_of(const std::vector<RankTime>& ranks, const Scale& scale) {
  const MeanRankTime mean = mean_of(ranks);
  nlohmann::ordered_json json{{"count", ranks.size()},   {"computing", mean.computing},
                              {"hidden", mean.hidden},   {"exposed", mean.exposed},
                              {"waiting", mean.waiting}, {"most_exposed", nullptr}};
  json["most_exposed"] = {{"rank", mean.most_exposed}, {"cycles", ranks[mean.most_exposed].exposed}};
  if (scale.timed()) {
    json["computing_ns"] = scale.nanoseconds(mean.computing);
    json["hidden_ns"] = scale.nanoseconds(mean.hidden);
    json["exposed_ns"] = scale.nanoseconds(mean.exposed);
    json["waiting_ns"] = scale.nanoseconds(mean.waiting);
  }
  return json;
}

void write_ranks_csv(const std::filesystem::path& directory, const std::vector<RankTime>& ranks,
                     const ProgramSchedule& program, const Scale& scale) {
  constexpr std::array<std::string_view, 4> kTimes = {"computing", "hidden", "exposed", "waiting"};
  OutputFile file(directory / "ranks.csv");
  file.write("rank,node,computing,hidden,exposed,waiting");
  print_time_names(file, scale, kTimes);
  file.write("\n");
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    const RankTime& time = ranks[rank];
    const std::array cycles{time.computing, time.hidden, time.exposed, time.waiting};
    file.print("{},{},{},{},{},{}", rank, program.node_of(static_cast<std::int32_t>(rank)), time.computing,
               time.hidden, time.exposed, time.waiting);
    print_times(file, scale, cycles);
    file.write("\n");
  }
  file.close();
}

std::string ranks_text(const std::vector<RankTime>& ranks, Cycle cycles, const Scale& scale) {
  const MeanRankTime mean = mean_of(ranks);
  const auto share = [&](double part) { return 100 * part / std::max(1.0, static_cast<double>(cycles)); };
  const auto in_time = [&](double part) {
    return scale.timed() ? fmt::format(" ({})", time_text(scale.seconds(part))) : std::string();
  };
  return fmt::format(
      "ranks      computing {:.1f} %{}, exposed communication {:.1f} %{}, waiting {:.1f} %{} of the time\n"
      "hidden     {:.1f} % of the communication{}; the most is exposed on rank {}: {:.1f} %{}\n",
      share(mean.computing), in_time(mean.computing), share(mean.exposed), in_time(mean.exposed),
      share(mean.waiting), in_time(mean.waiting),
      100 * mean.hidden / std::max(1e-9, mean.hidden + mean.exposed), in_time(mean.hidden), mean.most_exposed,
      share(static_cast<double>(ranks[mean.most_exposed].exposed)),
      in_time(static_cast<double>(ranks[mean.most_exposed].exposed)));
}

}  // namespace torusim
