#include "testbench/config/sweep_options.h"

#include "schedules/core/suggestion.h"
#include "testbench/config/config_part.h"

namespace torusim {
namespace {

constexpr const char* kSource = "What is sent";
constexpr const char* kWhat = "Sweeps";
constexpr int kMostShards = 100'000;
constexpr ConfigPart<SweepConfig> kPart(&RunConfig::sweep);

Shard parse_shard(const std::string& text) {
  Shard shard;
  const auto slash = text.find('/');
  const std::string_view view = text;
  if (slash == std::string::npos || !read_number(view.substr(0, slash), shard.number) ||
      !read_number(view.substr(slash + 1), shard.of) || shard.number < 1 || shard.number > shard.of ||
      shard.of > kMostShards) {
    throw UsageError(fmt::format("must be I/N, 1 <= I <= N <= {}, such as 2/8", kMostShards));
  }
  return shard;
}

constexpr std::pair<const char*, SweepPrint> kPrints[] = {{"nothing", SweepPrint::kNothing},
                                                          {"jobs", SweepPrint::kJobs},
                                                          {"parallel", SweepPrint::kParallel},
                                                          {"slurm", SweepPrint::kSlurm}};

}  // namespace

void add_sweep_file(std::vector<Option>& table) {
  table.push_back(
      kPart.words({"sweep", "", "", kSource, "file that says what is swept: docs/sweep.md", kSweep, false},
                  "path", &SweepConfig::file));
}

void add_sweep_options(std::vector<Option>& table) {
  table.push_back(
      kPart.option({"shard", "I/N", "", kWhat,
                    "only every N-th job, from the I-th on; other machines do the others", kSweep, false},
                   Option::Kind::kText, "1/1, 2/8", &SweepConfig::shard, &parse_shard,
                   [](const Shard& shard) { return fmt::format("{}/{}", shard.number, shard.of); }));
  const auto parse = [](const std::string& text) {
    std::vector<std::string> names;
    for (const auto& [name, print] : kPrints) {
      if (text == name) return print;
      names.emplace_back(name);
    }
    throw UsageError(fmt::format("no such value{}", suggestion(text, names)));
  };
  const auto print = [](SweepPrint wanted) {
    for (const auto& [name, each] : kPrints) {
      if (each == wanted) return std::string(name);
    }
    return std::string();
  };
  table.push_back(
      kPart.option({"print", "WHAT", "", kWhat,
                    "run nothing; print the jobs and which are done, or a script for GNU parallel or a "
                    "Slurm array of --jobs shards",
                    kSweep, false},
                   Option::Kind::kText, "nothing|jobs|parallel|slurm", &SweepConfig::print, parse, print));
}

}  // namespace torusim
