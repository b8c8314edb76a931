#pragma once
/// waves.vcd or waves.fst, and the files that open them in GTKWave and Surfer. docs/columns.md.

#include <filesystem>
#include <string>
#include <vector>

#include "models/contract/run_result.h"
#include "traces/flit_trace.h"
#include "traces/vcd_merge.h"

namespace torusim {

/// Where a trace is to be written before keep_waves() is called.
std::filesystem::path traced_file(const std::filesystem::path& directory);

/// Cycles that waves go on for after a deadlock: long enough to see that nothing moves any more.
inline constexpr Cycle kAfterDeadlock = 20;

/// The last cycle in the waves of a run.
inline Cycle last_of_waves(const RunResult& result) {
  return result.cycles + (result.verdict == Verdict::kDeadlock ? kAfterDeadlock : 0);
}

/// Ends the trace (of a run of which last_of_waves() is `last_cycle`), which was written to
/// traced_file(directory), and writes the files beside it; `fst`: as FST. They will be opened in
/// `final_directory`. Returns the command that does. The files `inside` (of RTL routers) become part of the
/// waves. Throws InputError.
std::string keep_waves(FlitTrace& trace, Cycle last_cycle, bool fst, const std::filesystem::path& directory,
                       const std::filesystem::path& final_directory, const std::vector<VcdPart>& inside = {});

}  // namespace torusim
