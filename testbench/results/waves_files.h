#pragma once
/// waves.vcd or waves.fst, and the files that open them in GTKWave and Surfer. docs/columns.md explains them.

#include <filesystem>
#include <string>
#include <vector>

#include "models/contract/run_result.h"
#include "traces/flit_trace.h"
#include "traces/vcd_merge.h"

namespace torusim {

/// The file that a trace must be written to before keep_waves().
std::filesystem::path traced_file(const std::filesystem::path& directory);

/// Cycles of waves after a deadlock: enough to see that no flit moves.
inline constexpr Cycle kAfterDeadlock = 20;

/// The last cycle in the waves of a run.
inline Cycle last_of_waves(const RunResult& result) {
  return result.cycles + (result.verdict == Verdict::kDeadlock ? kAfterDeadlock : 0);
}

/// Ends the trace in traced_file(directory) at `last_cycle` (last_of_waves() of the run), and writes the
/// files beside it; `fst`: converts the trace to FST. The files `inside` (of RTL routers) become part of the
/// waves and are removed. Returns the command that opens the waves in `final_directory`. Throws InputError.
std::string keep_waves(FlitTrace& trace, Cycle last_cycle, bool fst, const std::filesystem::path& directory,
                       const std::filesystem::path& final_directory, const std::vector<VcdPart>& inside = {});

}  // namespace torusim
