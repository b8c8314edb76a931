#pragma once
/// Which Verilated routers this build holds, and the choice of the one that fits a hardware.

#include <string>
#include <vector>

#include "models/contract/foreign_router.h"

namespace torusim::rtl {

/// The parameters of rtl/router.sv, fixed when a model is Verilated.
struct RtlParameters {
  int ports = 0;
  int vcs = 0;
  int depth = 0;  ///< most slots of a virtual channel: reserve + shared
  int data = 0;   ///< bits of a flit; a head of 64 + 16 s bits carries s route segments
  /// `ports=5,vcs=2,depth=16,data=128`, as in the CMake option TORUSIM_RTL_MODELS.
  std::string text() const;
};

struct RtlModel {
  RtlParameters parameters;
  std::unique_ptr<ForeignRouter> (*make)(const RtlParameters&, const Hardware&, NodeId);
};

/// Those that this build was configured with; empty when it was built without RTL.
const std::vector<RtlModel>& built_models();

/// The smallest of `models` that can serve the hardware. Throws InputError that says what is needed, what is
/// there and which option builds more, or that the RTL has no such switching mode.
const RtlModel& choose_model(const std::vector<RtlModel>& models, const Hardware& hardware);

/// The Verilated router of a node: the factory behind `--rtl`.
std::unique_ptr<ForeignRouter> make_rtl_router(const Hardware& hardware, NodeId node);

/// Bits of a flit that the hardware needs: a dimension-order route has a segment for each dimension and one
/// that ejects. Routes with more turns are found out when their head comes (check_width).
int head_bits(const Hardware& hardware);

/// Throws InputError when a flit carries more than `words` 64-bit words: its route needs a wider head.
void check_width(const Data& data, std::size_t words);

}  // namespace torusim::rtl
