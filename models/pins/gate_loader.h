#pragma once
/// The gates of the network's channels, and the event after which their tables have another phase.

#include <systemc>

#include "models/contract/phase_gates.h"

namespace torusim::pins {

struct GateLoader {
  PhaseGates& gates;
  int seen = 0;  ///< phases of which the event has told
  sc_core::sc_event loaded{"loaded"};
};

}  // namespace torusim::pins
