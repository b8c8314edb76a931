#pragma once
/// Reports the packets of a step of a hardwired gossip to observers, as if every packet were a worm of one
/// hop. There are no heads, so the first word counts as a head. No packet waits.

#include <string>
#include <vector>

#include "models/contract/run_options.h"
#include "models/contract/run_result.h"
#include "models/hardwired/arrival_checker.h"

namespace torusim::hardwired {

class StepReport {
 public:
  /// The options must outlive the object.
  StepReport(const Topology& topology, const RunOptions& options) : topology_(topology), options_(options) {}

  /// The step began in cycle `start`; its first words are taken in cycle `first`. Steps must come in order.
  void step(int index, const std::string& name, Cycle start, Cycle first, const std::vector<Load>& loads);

 private:
  Topology topology_;
  const RunOptions& options_;
  std::uint32_t next_number_ = 0;
};

}  // namespace torusim::hardwired
