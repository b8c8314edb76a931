#pragma once
/// Short forms for the tables of the schedule tests.

#include <ostream>
#include <string>
#include <vector>

#include "schedules/cost.h"
#include "schedules/registry.h"

namespace torusim {

inline std::vector<PhaseSummary> phases_of(const std::string& algorithm, const std::string& shape,
                                           const AlgorithmOptions& options = {}) {
  return summarize(*make_schedule(algorithm, Topology::parse(shape), options));
}

inline Cost cost_of(const std::string& algorithm, const std::string& shape,
                    const AlgorithmOptions& options = {}) {
  return cost(phases_of(algorithm, shape, options));
}

inline void PrintTo(const Cost& cost, std::ostream* out) {
  *out << cost.startups << " t_s + " << cost.blocks;
}

/// A row of the tables of phases: messages, largest message, blocks in all.
struct Row {
  std::string name;
  std::int64_t messages, max_blocks, total_blocks;
  bool operator==(const Row&) const = default;
};

inline void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name << " (" << row.messages << "," << row.max_blocks << "," << row.total_blocks << ")";
}

inline std::vector<Row> rows_of(const std::string& algorithm, const std::string& shape,
                                const AlgorithmOptions& options = {}) {
  std::vector<Row> rows;
  for (const PhaseSummary& p : phases_of(algorithm, shape, options)) {
    rows.push_back({p.name, p.messages, p.max_blocks, p.total_blocks});
  }
  return rows;
}

}  // namespace torusim
