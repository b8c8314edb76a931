#pragma once
/// What the tests of the pairwise algorithms share.

#include <memory>
#include <string>

#include "schedules/algorithms/registry.h"

namespace torusim::test {

inline const AlgorithmOptions kPos{{"tie", "pos"}}, kParity{{"tie", "parity"}};

inline std::unique_ptr<Schedule> made(const std::string& name, const std::string& shape,
                                      const AlgorithmOptions& options = {}) {
  return make_schedule(name, Topology::parse(shape), options);
}

}  // namespace torusim::test
