#pragma once
/// What watches the wires of a hardwired network: it sees what is on them, not what should be, and changes
/// nothing.

#include <span>

#include "models/contract/hardware.h"
#include "models/hardwired/word.h"

namespace torusim::hardwired {

class WireObserver {
 public:
  virtual ~WireObserver() = default;
  /// Every cycle, in order. `words` [node * network ports + output]: what the router's register drives in
  /// this cycle; a link delay later the neighbour takes it. `phase`: of the result, the one whose words come
  /// in.
  virtual void cycle(Cycle now, int phase, std::span<const Word> words) = 0;
};

}  // namespace torusim::hardwired
