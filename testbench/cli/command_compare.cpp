// compare: every algorithm that performs a collective on a network, side by side.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "schedules/core/error.h"
#include "schedules/core/failed_network.h"
#include "testbench/cli/commands.h"
#include "testbench/compare/comparison_files.h"
#include "testbench/config/units.h"
#include "testbench/process/interrupt.h"
#include "testbench/process/progress.h"
#include "testbench/process/text_table.h"
#include "testbench/results/result_directory.h"

namespace torusim {
namespace {

constexpr std::size_t kNamedFailures = 8;

std::string headline(const RunConfig& config, const ComparedNetwork& network) {
  const Scale scale = scale_of(config);
  const auto cycles = static_cast<double>(config.run.startup);
  return fmt::format("{} on {}: {} nodes, {} port{}, {}startup {}\n", to_text(network.kind),
                     network.topology.name(), network.topology.nodes(), network.ports,
                     network.ports == 1 ? "" : "s",
                     scale.timed() && scale.sized() ? fmt::format("links of {}, ", rate_text(scale.rate(1)))
                                                    : std::string(),
                     scale.timed() ? time_text(scale.seconds(cycles))
                                   : fmt::format("{} cycles", config.run.startup)) +
         (network.topology.failures() == nullptr
              ? std::string()
              : fmt::format("failed {}\n", failures_text(network.topology, kNamedFailures)));
}

/// Algorithm and bus bandwidth, or dashes without units.
std::pair<std::string, std::string> rate_texts(const RunConfig& config, const ComparedNetwork& network,
                                               const VectorSize& size, double cycles) {
  const auto found = rates_of(config, network, size, cycles);
  if (!found) return {"-", "-"};
  return {rate_text(found->algorithm), rate_text(found->bus)};
}

void print_one(const RunConfig& config, const ComparedNetwork& network, const ComparedSize& compared) {
  fmt::print("size {} ({} flits of each rank)\n\n", compared.size.text, compared.size.flits);
  TextTable table({"algorithm", "time", "algorithm bandwidth", "bus bandwidth", "phases", "known by"}, 1);
  for (const ComparedRow& row : compared.rows) {
    const auto [algorithm, bus] =
        rate_texts(config, network, compared.size, static_cast<double>(row.choice.cycles));
    const bool known = row.choice.certainty != Certainty::kAtLeast;
    table.row({row.choice.candidate.name, time_of_row(config, row.choice), known ? algorithm : "-",
               known ? bus : "-", fmt::format("{}", row.phases),
               row.choice.certainty == Certainty::kPredicted  ? "prediction"
               : row.choice.certainty == Certainty::kMeasured ? "run"
                                                              : "bound"});
  }
  table.rule();
  const auto [algorithm, bus] = rate_texts(config, network, compared.size, std::max(1.0, compared.bound));
  table.row({"links allow", time_of_row(config, {{}, static_cast<std::int64_t>(compared.bound)}), algorithm,
             bus, "", ""});
  fmt::print("{}\n", table.text());
  const ComparedRow& first = compared.rows.front();
  fmt::print("quickest: {}\n  {}\n", first.choice.candidate.text(), command_of(config, network, first));
}

void print_several(const RunConfig& config, const ComparedNetwork& network,
                   const std::vector<ComparedSize>& sizes) {
  TextTable table({"size", "quickest", "time", "bus bandwidth", "next", "its time", "links allow"}, 2);
  for (const ComparedSize& compared : sizes) {
    const ComparedRow& first = compared.rows.front();
    const bool two = compared.rows.size() > 1;
    table.row({compared.size.text, first.choice.candidate.name, time_of_row(config, first.choice),
               rate_texts(config, network, compared.size, static_cast<double>(first.choice.cycles)).second,
               two ? compared.rows[1].choice.candidate.name : "-",
               two ? time_of_row(config, compared.rows[1].choice) : "-",
               time_of_row(config, {{}, static_cast<std::int64_t>(compared.bound)})});
  }
  fmt::print("\n{}quickest: {}\n", table.text(), winners_text(sizes));
}

}  // namespace

int compare_command(RunConfig config, Json* answer) {
  const ComparedNetwork network = compared_network(config);
  if (config.size.empty()) throw UsageError("compare needs --size, such as 1MB or 1MB..1GB");
  const std::vector<VectorSize> sizes = sizes_of(config);
  const InterruptGuard interrupt;
  std::optional<ResultDirectory> directory;
  if (!config.output.empty()) directory.emplace(config.output, config.force);
  std::vector<ComparedSize> compared;
  for (const VectorSize& size : sizes) {
    compared.push_back(with_progress(config.quiet, fmt::format("comparing at {}", size.text).c_str(), [&] {
      return compare_algorithms(config, network, size, kSecondsOfSize);
    }));
    if (interrupt.requested()) return kInterrupted;
  }
  if (answer != nullptr) {
    *answer = compared_rows(config, network, compared);
    return kDone;
  }
  fmt::print("{}", headline(config, network));
  sizes.size() == 1 ? print_one(config, network, compared.front()) : print_several(config, network, compared);
  std::vector<std::string> left_out;
  for (const LeftOut& one : compared.front().left_out) left_out.push_back(one.name);
  if (!left_out.empty()) {
    fmt::print("do not run there: {} (torusim info NAME says why)\n", fmt::join(left_out, ", "));
  }
  if (directory) {
    write_comparison(directory->staging(), config, network, compared);
    directory->commit();
    fmt::print("{}\n", directory->path().string());
  }
  return kDone;
}

}  // namespace torusim
