#include "models/hardwired/node_interface.h"

namespace torusim::hardwired {

NodeInterface::NodeInterface(const sc_core::sc_module_name& name, NodeId node, int ports, const Round& round,
                             ArrivalChecker& ledger)
    : sc_module(name), in("in", ports), own("own", ports), node_(node), round_(round), ledger_(ledger) {
  SC_HAS_PROCESS(NodeInterface);
  SC_METHOD(tick);
  sensitive << clock.pos();
  dont_initialize();
}

void NodeInterface::tick() {
  const Cycle index = round_.now - round_.send;
  for (std::size_t port = 0; port < in.size(); ++port) {
    const Word& word = in[port].read();
    if (word.valid) ledger_.take(round_.now, node_, static_cast<int>(port), word.data);
    const Load& load = round_.loads[node_ * in.size() + port];
    const bool sends = index >= 0 && index < load.words;
    own[port].write(sends ? Word{true, word_of(load, static_cast<std::uint32_t>(index))} : Word());
  }
}

}  // namespace torusim::hardwired
