#pragma once
/// waves.vcd or waves.fst, and the files that open them in GTKWave and Surfer. docs/columns.md.

#include <filesystem>
#include <string>
#include <vector>

#include "traces/flit_trace.h"
#include "traces/vcd_merge.h"

namespace torusim {

/// Where a trace is to be written before keep_waves() is called.
std::filesystem::path traced_file(const std::filesystem::path& directory);

/// Ends the trace (of a run whose last cycle is `last_cycle`), which was written to traced_file(directory),
/// and writes the files beside it; `fst`: as FST. They will be opened in `final_directory`. Returns the
/// command that does. The files `inside` (of RTL routers) become part of the waves. Throws InputError.
std::string keep_waves(FlitTrace& trace, Cycle last_cycle, bool fst, const std::filesystem::path& directory,
                       const std::filesystem::path& final_directory, const std::vector<VcdPart>& inside = {});

}  // namespace torusim
