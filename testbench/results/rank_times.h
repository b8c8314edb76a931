#pragma once
/// The time of each rank of a program in a run: computing, communicating, or waiting for other ranks.
///
/// For both of its ranks, a message is under way from the cycle in which the sender starts it until the
/// receiver has it. Communication is hidden while its rank computes, and exposed otherwise.

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "models/sources/program_observer.h"
#include "schedules/core/program_schedule.h"
#include "testbench/config/units.h"

namespace torusim {

/// Cycles of a rank. computing + exposed + waiting is the time of the run.
struct RankTime {
  Cycle computing = 0;
  Cycle hidden = 0;   ///< of `computing`: messages are under way
  Cycle exposed = 0;  ///< messages are under way, and the rank does not compute
  Cycle waiting = 0;  ///< the rank has neither messages nor computations
};

class RankTimes : public ProgramObserver {
 public:
  explicit RankTimes(std::int32_t ranks) : ranks_(static_cast<std::size_t>(ranks)) {}

  void computes(Cycle cycle, std::int32_t rank, bool begins) override;
  void communicates(Cycle cycle, std::int32_t rank, bool begins) override;
  /// The times of each rank in a run that ended in cycle `end`.
  std::vector<RankTime> until(Cycle end) const;

 private:
  struct Rank {
    Cycle since = 0;  // the last cycle in which its activity changed
    std::int32_t computations = 0, messages = 0;
    RankTime time;
    void to(Cycle cycle);
  };
  std::vector<Rank> ranks_;
};

/// An observer for a program with computations that take time; nullopt for other schedules. Jobs have no rank
/// times, because starts of jobs are computations too.
std::optional<RankTimes> rank_times_of(Schedule& schedule);

/// Mean cycles of the ranks, and the rank whose exposed time is the longest.
struct MeanRankTime {
  double computing = 0, hidden = 0, exposed = 0, waiting = 0;
  std::size_t most_exposed = 0;
};
MeanRankTime mean_of(const std::vector<RankTime>& ranks);

/// `count`, means of computing, hidden, exposed and waiting, `most_exposed` with rank and cycles; with a
/// clock also the means in ns.
nlohmann::ordered_json json_of(const std::vector<RankTime>& ranks, const Scale& scale);
/// ranks.csv, a row for each rank.
void write_ranks_csv(const std::filesystem::path& directory, const std::vector<RankTime>& ranks,
                     const ProgramSchedule& program, const Scale& scale);
/// Two lines for the summary.
std::string ranks_text(const std::vector<RankTime>& ranks, Cycle cycles, const Scale& scale);

}  // namespace torusim
