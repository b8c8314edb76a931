#pragma once
/// All algorithms of a collective on one network, for one or several sizes of the vector.

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "schedules/algorithms/comparison.h"
#include "schedules/core/schedule.h"
#include "testbench/config/bandwidth.h"
#include "testbench/config/run_config.h"
#include "testbench/config/vector_size.h"

namespace torusim {

/// The quickest setting of an algorithm for a size.
struct ComparedRow {
  Choice choice;
  int block = 0;   ///< flits of a block
  int phases = 0;  ///< startups
  /// Blocks that the links allow no less than, in cycles (LowerBounds).
  double bound = 0;
};

/// An algorithm that performs the collective, but not on this network.
struct LeftOut {
  std::string name, why;
};

struct ComparedSize {
  VectorSize size;
  /// A row for each algorithm: the quickest of known cycles, then by cycles or their bounds.
  std::vector<ComparedRow> rows;
  std::vector<LeftOut> left_out;
  double bound = 0;  ///< cycles, the least bound of all rows
};

/// The collective, the network and the ports of a comparison.
struct ComparedNetwork {
  Collective::Kind kind = Collective::Kind::kAllReduce;
  Topology topology;  ///< with its failures
  int ports = 1;
};

/// The collectives that are compared, by the words of users.
inline constexpr const char* kComparedCollectives[] = {"all-reduce", "all-gather", "reduce-scatter",
                                                       "all-to-all", "broadcast",  "reduce"};

/// The network of a configuration whose algorithm is the name of a collective. Throws UsageError and
/// InputError.
ComparedNetwork compared_network(const RunConfig& config);

/// Most seconds of all runs of a size, as estimated before.
inline constexpr double kSecondsOfSize = 10;

/// Compares by predictions where messages of a phase never meet, and by runs else; candidates whose bound is
/// above the quickest are not run. `seconds`: most of all runs of the size. Throws InputError if no algorithm
/// runs on the network, and InterruptedError.
ComparedSize compare_algorithms(const RunConfig& config, const ComparedNetwork& network,
                                const VectorSize& size, double seconds);

/// The command that runs the row.
std::string command_of(const RunConfig& config, const ComparedNetwork& network, const ComparedRow& row);

/// Bandwidths of a vector; nullopt without --clock and --flit-bytes.
std::optional<Bandwidth> rates_of(const RunConfig& config, const ComparedNetwork& network,
                                  const VectorSize& size, double cycles);
/// Time or cycles of a row: "12.3 us", "38,400 cycles"; with ">= " for a lower bound.
std::string time_of_row(const RunConfig& config, const Choice& choice);
/// The quickest algorithm by size: "1 MB to 8 MB swing, 16 MB bucket".
std::string winners_text(const std::vector<ComparedSize>& sizes);

/// A column of the table of a comparison (docs/sweep.md).
struct ComparedColumn {
  std::string name, label;  ///< the label is for people
};
/// The columns that the units of the configuration allow.
std::vector<ComparedColumn> compared_columns(const RunConfig& config);
/// An object for each algorithm and size, with the keys of compared_columns(); null where a value is unknown.
nlohmann::ordered_json compared_rows(const RunConfig& config, const ComparedNetwork& network,
                                     const std::vector<ComparedSize>& sizes);
/// How the times of all rows are known, in sentences.
extern const char* const kComparedBy;

/// load_schedule(), but the name of a collective with --size first gives way to the quickest algorithm:
/// `config` then has its name, settings and ports, and config.converted says why. Throws as load_schedule().
std::unique_ptr<Schedule> load_quickest(RunConfig& config);

}  // namespace torusim
