#pragma once
/// What a user can set of `torusim sweep` itself; what is swept stands in its file.

#include <string>

namespace torusim {

/// Jobs number - 1, number - 1 + of, number - 1 + 2 of, ..
struct Shard {
  int number = 1;
  int of = 1;
};

enum class SweepPrint { kNothing, kJobs, kParallel, kSlurm };

struct SweepConfig {
  std::string file;
  Shard shard;
  SweepPrint print = SweepPrint::kNothing;
};

}  // namespace torusim
