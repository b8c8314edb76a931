#pragma once
/// A node at a hardwired router: it puts its own packets on the channels in the first step of a round, and
/// takes every word that comes.

#include <vector>

#include "models/hardwired/ledger.h"
#include "models/hardwired/word.h"

namespace torusim::hardwired {

/// What all nodes do at once; the network sets it between two cycles.
struct Round {
  Cycle now = 0;
  Cycle send = 0;           ///< first cycle of the round in which nodes send
  std::vector<Load> loads;  ///< [node * ports + output]: what they send
};

SC_MODULE(NodeInterface) {
 public:
  sc_core::sc_in<bool> clock;
  sc_core::sc_vector<sc_core::sc_in<Word>> in;
  sc_core::sc_vector<sc_core::sc_out<Word>> own;

  NodeInterface(const sc_core::sc_module_name& name, NodeId node, int ports, const Round& round,
                Ledger& ledger);

 private:
  void tick();

  NodeId node_;
  const Round& round_;
  Ledger& ledger_;
};

}  // namespace torusim::hardwired
