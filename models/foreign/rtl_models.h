#pragma once
/// The choice of the Verilated router that fits a hardware.

#include <memory>
#include <vector>

#include "models/foreign/rtl_model.h"

namespace torusim::rtl {

/// The parameters of the smallest router that serves the hardware.
RtlParameters fitting_parameters(const Hardware& hardware);

/// The smallest of `models` that can serve the hardware; null if no model can.
const RtlModel* find_model(const std::vector<RtlModel>& models, const Hardware& hardware);

/// The model of find_model(). Throws InputError with the required and the available parameters, and how to
/// build more.
const RtlModel& choose_model(const std::vector<RtlModel>& models, const Hardware& hardware);

/// The Verilated router of a node: the factory behind `--rtl`.
std::unique_ptr<ForeignRouter> make_rtl_router(const Hardware& hardware, NodeId node);

/// Bits of a flit that the hardware needs: a dimension-order route has a segment for each dimension and one
/// that ejects. Longer routes throw when their head arrives (check_width()).
int head_bits(const Hardware& hardware);

}  // namespace torusim::rtl
