#pragma once
/// The choice of the Verilated router that fits a hardware.

#include <memory>
#include <vector>

#include "models/foreign/rtl_model.h"

namespace torusim::rtl {

/// The parameters of the smallest router that serves the hardware.
RtlParameters fitting_parameters(const Hardware& hardware);

/// The smallest of `models` that can serve the hardware; null when none can.
const RtlModel* find_model(const std::vector<RtlModel>& models, const Hardware& hardware);

/// The same, but throws InputError that says what is needed, what is there and what builds more.
const RtlModel& choose_model(const std::vector<RtlModel>& models, const Hardware& hardware);

/// The Verilated router of a node: the factory behind `--rtl`.
std::unique_ptr<ForeignRouter> make_rtl_router(const Hardware& hardware, NodeId node);

/// Bits of a flit that the hardware needs: a dimension-order route has a segment for each dimension and one
/// that ejects. Routes with more turns are found out when their head comes (check_width).
int head_bits(const Hardware& hardware);

}  // namespace torusim::rtl
