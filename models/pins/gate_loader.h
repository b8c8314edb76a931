#pragma once
/// The gates of the network's channels, and the event that announces the next phase in their tables.

#include <systemc>

#include "models/contract/phase_gates.h"

namespace torusim::pins {

struct GateLoader {
  PhaseGates& gates;
  int seen = 0;  ///< number of announced phases
  sc_core::sc_event loaded{"loaded"};
};

}  // namespace torusim::pins
