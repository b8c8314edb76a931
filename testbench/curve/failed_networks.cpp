#include "testbench/curve/failed_networks.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/core/error.h"
#include "schedules/core/read_number.h"
#include "testbench/process/text_table.h"
#include "testbench/results/output_file.h"

namespace torusim {
namespace {

constexpr std::int64_t kMostDraws = 1000;

/// Removes `5*` from the front of a set; returns the number of draws.
std::int64_t take_draws(const std::string& fail, std::string& set) {
  const std::size_t star = set.find('*');
  if (star == std::string::npos) return 1;
  const std::string count = set.substr(0, star);
  std::int64_t draws = 1;
  if (!read_number(count, draws) || draws < 1 || draws > kMostDraws) {
    throw UsageError(
        fmt::format("--fail {}: '{}' must be a number of draws from 1 to {}, such as 5*random:2%", fail,
                    count, kMostDraws));
  }
  set.erase(0, star + 1);
  return draws;
}

/// The middle of the interval in which the network saturates.
double saturation(const LoadCurve& curve) {
  return curve.not_taken > 0 ? (curve.taken + curve.not_taken) / 2 : curve.full_load;
}

}  // namespace

bool names_networks(const std::string& fail) { return fail.find_first_of(";*") != std::string::npos; }

std::vector<RunConfig> each_network(const RunConfig& config) {
  std::vector<RunConfig> networks;
  const std::string& fail = config.fail;
  for (std::size_t begin = 0; begin <= fail.size();) {
    const std::size_t end = std::min(fail.find(';', begin), fail.size());
    std::string set = fail.substr(begin, end - begin);
    begin = end + 1;
    const std::int64_t draws = take_draws(fail, set);
    if (set.empty()) throw UsageError(fmt::format("--fail {}: a set between semicolons is empty", fail));
    for (std::int64_t d = 0; d < draws; ++d) {
      networks.push_back(config);
      networks.back().fail = set;
      networks.back().seed += static_cast<std::uint64_t>(d);
    }
  }
  return networks;
}

std::string network_table(const std::vector<NetworkCurve>& networks) {
  TextTable table({"failed", "seed", "links", "nodes", "saturation", "full load"}, 1);
  for (const auto& [fail, seed, links, nodes, curve] : networks) {
    table.row({fail, fmt::format("{}", seed), fmt::format("{}", links), fmt::format("{}", nodes),
               fmt::format("{:.3f}", saturation(curve)), fmt::format("{:.3f}", curve.full_accepted)});
  }
  return table.text();
}

void write_networks(const std::filesystem::path& directory, const std::vector<NetworkCurve>& networks) {
  OutputFile csv(directory / "failures.csv");
  csv.write(
      "fail,seed,failed_links,failed_nodes,taken,not_taken,full_load,full_accepted,zero_load_latency\n");
  for (const auto& [fail, seed, links, nodes, c] : networks) {
    csv.print("\"{}\",{},{},{},{:.6f},{:.6f},{:.6f},{:.6f},{:.4f}\n", fail, seed, links, nodes, c.taken,
              c.not_taken, c.full_load, c.full_accepted, c.search.front().result.zero_load_latency);
  }
  csv.close();
}

}  // namespace torusim
