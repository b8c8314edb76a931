#pragma once
/// A node at a hardwired router. The node sends its own packets in the first step of a round, and takes every
/// word that comes.

#include "models/hardwired/gossip_run.h"
#include "models/hardwired/router.h"

namespace torusim::hardwired {

SC_MODULE(NodeInterface) {
 public:
  sc_core::sc_in<bool> clock;
  sc_core::sc_vector<sc_core::sc_in<Word>> in;
  sc_core::sc_vector<sc_core::sc_out<Word>> own;

  NodeInterface(const sc_core::sc_module_name& name, NodeId node, int ports, const Round& round,
                ArrivalChecker& ledger);

 private:
  void tick();

  NodeId node_;
  const Round& round_;
  ArrivalChecker& ledger_;
};

}  // namespace torusim::hardwired
