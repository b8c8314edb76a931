#pragma once
/// An observer of the wires of a hardwired network. It sees the words on them, not the expected words, and
/// changes nothing.

#include <span>

#include "models/contract/hardware.h"
#include "models/hardwired/word.h"

namespace torusim::hardwired {

class WireObserver {
 public:
  virtual ~WireObserver() = default;
  /// Called for every cycle, in order. `words` [node * network ports + output]: the word that the router's
  /// register drives in this cycle; the neighbour takes it a link delay later. `phase`: index of the phase of
  /// the result whose words arrive.
  virtual void cycle(Cycle now, int phase, std::span<const Word> words) = 0;
};

}  // namespace torusim::hardwired
