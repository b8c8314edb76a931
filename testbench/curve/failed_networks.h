#pragma once
/// The networks of `torusim curve --fail 'random:0%;5*random:2%;5*random:5%'`: one network for each set of
/// failures between semicolons, and for each draw of a set. Each network has its own curve.

#include <filesystem>
#include <string>
#include <vector>

#include "testbench/config/run_config.h"
#include "testbench/curve/load_curve.h"

namespace torusim {

/// The curve of one of several networks.
struct NetworkCurve {
  std::string fail;
  std::uint64_t seed = 0;    ///< seed of the failures and of the traffic
  int links = 0, nodes = 0;  ///< numbers of failed links and nodes
  LoadCurve curve;
};

/// Whether `--fail` names more than one network.
bool names_networks(const std::string& fail);
/// The configuration of each network; the seeds of a set's draws count from `config.seed`. Throws UsageError
/// that begins with --fail.
std::vector<RunConfig> each_network(const RunConfig& config);

/// A table for people with a row for each network.
std::string network_table(const std::vector<NetworkCurve>& networks);
/// failures.csv, a row for each network.
void write_networks(const std::filesystem::path& directory, const std::vector<NetworkCurve>& networks);

}  // namespace torusim
