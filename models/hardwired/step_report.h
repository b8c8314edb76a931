#pragma once
/// Tells observers what a step of a hardwired gossip carries, as if every packet were a worm of one hop:
/// there are no heads, so its first word counts as one, and nothing waits for anything.

#include <string>
#include <vector>

#include "models/contract/run_options.h"
#include "models/contract/run_result.h"
#include "models/hardwired/arrival_checker.h"

namespace torusim::hardwired {

class StepReport {
 public:
  /// The options must outlive this.
  StepReport(const Topology& topology, const RunOptions& options) : topology_(topology), options_(options) {}

  /// The step began in cycle `start`; its first words are taken in cycle `first`. Steps in their order.
  void step(int index, const std::string& name, Cycle start, Cycle first, const std::vector<Load>& loads);

 private:
  Topology topology_;
  const RunOptions& options_;
  std::uint32_t next_number_ = 0;
};

}  // namespace torusim::hardwired
