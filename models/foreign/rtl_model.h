#pragma once
/// The Verilated routers of this build. rtl/CMakeLists.txt generates the list, in a library below this one.

#include <memory>
#include <string>
#include <vector>

#include "models/contract/foreign_router.h"

namespace torusim::rtl {

/// The parameters of rtl/torusim_router.sv, fixed when a model is Verilated.
struct RtlParameters {
  int ports = 0;
  int vcs = 0;
  int depth = 0;   ///< maximum slots of a virtual channel: reserve + shared
  int data = 0;    ///< bits of a flit; a head of 64 + 16 s bits carries s route segments
  int gate = 0;    ///< bits of a message number that the gates compare; 0: no gates
  int bubble = 0;  ///< 1: bubble flow control
  int delay = 1;   ///< cycles from the buffer to the channel; 2: the pipelined router of rtl/pipelined
  /// The parameters as in the CMake option TORUSIM_RTL_MODELS:
  /// `ports=5,vcs=2,depth=16,data=128[,gate=32][,bubble=1][,delay=2]`.
  std::string text() const {
    return "ports=" + std::to_string(ports) + ",vcs=" + std::to_string(vcs) +
           ",depth=" + std::to_string(depth) + ",data=" + std::to_string(data) +
           (gate > 0 ? ",gate=" + std::to_string(gate) : "") + (bubble > 0 ? ",bubble=1" : "") +
           (delay > 1 ? ",delay=" + std::to_string(delay) : "");
  }
};

struct RtlModel {
  RtlParameters parameters;
  std::unique_ptr<ForeignRouter> (*make)(const RtlParameters&, const Hardware&, NodeId);
};

/// The models that this build was configured with; empty in a build without RTL.
const std::vector<RtlModel>& built_models();

}  // namespace torusim::rtl
