#pragma once
/// A router that is only wires: words from an input port leave by the output ports that a fixed table names.
/// Meyer, Sibeyn: Oblivious Gossiping on Tori, Section 1: "the pattern might even be built into the
/// hardware".
///
/// Words pass one by one through a register for each output and, before it, a delay line for each input. The
/// line makes a hop take as long as a packet, because the node's previous packet, at first its own, occupies
/// the output for that time. A line holds less than one packet. Nothing else is stored, and nothing is
/// decided.

#include <deque>
#include <string>
#include <systemc>
#include <vector>

#include "models/hardwired/word.h"
#include "schedules/core/forward_table.h"

namespace torusim::hardwired {

/// Traces the words on pins.
inline void sc_trace(sc_core::sc_trace_file* file, const Word& word, const std::string& name) {
  sc_core::sc_trace(file, word.valid, name + ".valid");
  sc_core::sc_trace(file, word.data, name + ".data");
}

SC_MODULE(Router) {
 public:
  sc_core::sc_in<bool> clock;
  sc_core::sc_in<bool> forwarding;  ///< low: arriving words are not forwarded
  sc_core::sc_vector<sc_core::sc_in<Word>> in;
  sc_core::sc_vector<sc_core::sc_in<Word>>
      own;  ///< from the node, for each output; never while the line has a word
  sc_core::sc_vector<sc_core::sc_out<Word>> out;

  /// `delay`: the number of words in the line of an input.
  Router(const sc_core::sc_module_name& name, const ForwardTable& table, NodeId node, int delay);

 private:
  void tick();

  std::vector<int> feeder_;             // [output]: input, -1 if none
  std::vector<std::deque<Word>> line_;  // [input], oldest first
};

/// The registers of a channel of `delay` >= 2 cycles, of which the router's output is the first.
SC_MODULE(Link) {
 public:
  sc_core::sc_in<bool> clock;
  sc_core::sc_in<Word> in;
  sc_core::sc_out<Word> out;

  Link(const sc_core::sc_module_name& name, int delay);

 private:
  void tick();
  std::deque<Word> registers_;  // all but the first and the last
};

}  // namespace torusim::hardwired
