#include "testbench/results/waves_files.h"

#include <fmt/format.h>

#include "traces/fst.h"
#include "traces/gtkw.h"
#include "traces/surfer.h"

namespace torusim {

std::filesystem::path traced_file(const std::filesystem::path& directory) { return directory / "waves.vcd"; }

std::string keep_waves(FlitTrace& trace, Cycle last_cycle, bool fst, const std::filesystem::path& directory,
                       const std::filesystem::path& final_directory, const std::vector<VcdPart>& inside) {
  trace.finish(last_cycle);
  TraceContents contents = trace.contents();
  if (!inside.empty()) contents.inside = merge_vcd(traced_file(directory), inside, contents.timescale);
  for (const VcdPart& part : inside) std::filesystem::remove(part.path);
  const std::string waves = fst ? "waves.fst" : "waves.vcd";
  if (fst) convert_to_fst(traced_file(directory), directory / waves);
  write_gtkw({directory, final_directory, waves}, contents);
  write_surfer(directory, waves, contents);
  return fmt::format("gtkwave {}", (final_directory / "waves.gtkw").string());
}

}  // namespace torusim
