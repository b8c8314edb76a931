// Stands for ASTRA-sim's remote memory, which is a repository of its own: no remote memory at all.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>

#include "astra-sim/common/AstraRemoteMemoryAPI.hh"
#include "astra-sim/system/Sys.hh"  // the analytical main() includes it by way of this header

namespace Analytical {

class AnalyticalRemoteMemory : public AstraSim::AstraRemoteMemoryAPI {
 public:
  explicit AnalyticalRemoteMemory(const std::string& /*configuration*/) {}
  void set_sys(int /*id*/, AstraSim::Sys* /*sys*/) override {}
  void issue(std::uint64_t /*tensor_size*/, AstraSim::WorkloadLayerHandlerData* /*data*/) override {
    throw std::runtime_error("the workload uses remote memory, which this program does not have");
  }
};

}  // namespace Analytical
