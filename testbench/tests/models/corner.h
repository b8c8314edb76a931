#pragma once
/// A corner of the hardware, and the length of messages.

#include <ostream>

#include "models/run/simulation.h"

namespace torusim::test {

struct Corner {
  const char* shape;
  int alpha, lanes, classes, reserve, shared, link_delay, block;
  Arbitration arbitration = Arbitration::kRoundRobin;
  Switching switching = Switching::kWormhole;

  /// Of a run on that shape.
  void set(RunOptions& options) const {
    options.hardware.alpha = alpha;
    options.hardware.lanes = lanes;
    options.hardware.reserve = reserve;
    options.hardware.shared = shared;
    options.hardware.link_delay = link_delay;
    options.hardware.arbitration = arbitration;
    options.hardware.switching = switching;
    options.block_flits = block;
  }
};

inline void PrintTo(const Corner& c, std::ostream* out) {
  *out << c.shape << ", " << c.alpha << " ports, " << c.lanes << " lanes, " << c.classes << " classes, "
       << c.reserve << " + " << c.shared << " slots, delay " << c.link_delay << ", block " << c.block << ", "
       << to_text(c.arbitration) << ", " << to_text(c.switching);
}

}  // namespace torusim::test
