#pragma once
/// The waves of a hardwired network (models/hardwired): scopes top.r_<x>_<y> with, for each output,
/// `<port>_valid` and `<port>_word`, and in top the number of the `phase` under way, from 1. A wire keeps its
/// last word while it is not valid.

#include <string>
#include <vector>

#include "models/hardwired/wire_observer.h"
#include "traces/vcd_writer.h"

namespace torusim {

class WireTrace : public hardwired::WireObserver {
 public:
  /// Creates the file. Throws InputError when it cannot be written.
  WireTrace(const Topology& topology, const std::string& path, Timescale timescale = Timescale());

  void cycle(Cycle now, int phase, std::span<const hardwired::Word> words) override;
  /// Ends the file after the last cycle. Call it once. Throws InputError when the file is not complete.
  void finish();

 private:
  struct Wire {
    VcdWriter::Signal valid, word;
  };
  VcdWriter writer_;
  VcdWriter::Signal phase_;
  std::vector<Wire> wires_;  // [node * network ports + output]
  Cycle last_ = 0;
};

}  // namespace torusim
