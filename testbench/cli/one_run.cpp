#include "testbench/cli/one_run.h"

#include <fmt/format.h>

#include "testbench/config/named_files.h"
#include "testbench/config/recorded_options.h"
#include "testbench/config/units.h"
#include "testbench/process/memory.h"
#include "testbench/process/progress.h"
#include "testbench/report/page_data.h"
#include "testbench/report/report_page.h"
#include "testbench/results/output_file.h"

namespace torusim {

RunResult run_watched(bool quiet, const ScheduleInfo& info, const InterruptGuard& interrupt,
                      RunOptions& options, const std::function<RunResult()>& simulate) {
  Progress progress(quiet, info.collective.reduces() ? "phases of nodes ended" : "blocks delivered");
  options.progress = [&](std::int64_t delivered, std::int64_t total, Cycle now) {
    progress.delivered(delivered, total, now);
    return !interrupt.requested();
  };
  RunResult result = with_memory_for("simulating", simulate);
  options.progress = {};
  return result;
}

RunRecord record_of(const RunConfig& config, Command command, const ScheduleInfo& info,
                    const RunResult& result, const std::vector<Cycle>& predicted) {
  return {.schedule = info,
          .result = result,
          .predicted = predicted,
          .seed = config.seed,
          .config = recorded_options(config, command),
          .scale = scale_of(config),
          .block_flits = *config.block,
          .inputs = input_files(config)};
}

std::string keep_results(ResultDirectory& directory, bool interrupted,
                         const std::function<std::string()>& write) {
  if (interrupted && directory.holds_finished_run()) {
    return fmt::format("{} unchanged: an interrupted run does not replace a finished one",
                       directory.path().string());
  }
  return with_memory_for("writing the results", [&] {
    const std::string more = write();
    directory.commit();
    return directory.path().string() + more;
  });
}

std::string keep_results(ResultDirectory& directory, const RunRecord& record,
                         const std::function<std::string()>& write_more) {
  return keep_results(directory, record.result.verdict == Verdict::kInterrupted, [&] {
    write_run_json(directory.staging(), record);
    write_phases_csv(directory.staging(), record);
    return write_more();
  });
}

std::string keep_page(const ResultDirectory& directory, const Explanation& explanation) {
  std::vector<nlohmann::ordered_json> page;  // a list in braces would copy it
  page.push_back(page_data(explanation));
  page.front()["label"] = directory.path().filename().string();
  OutputFile file(directory.staging() / "report.html");
  file.write(report_page(page));
  file.close();
  return fmt::format("\nreport     {}", (directory.path() / "report.html").string());
}

}  // namespace torusim
