#include "models/hardwired/router.h"

namespace torusim::hardwired {

Router::Router(const sc_core::sc_module_name& name, const ForwardTable& table, NodeId node, int delay)
    : sc_module(name),
      in("in", table.topology().network_ports()),
      own("own", table.topology().network_ports()),
      out("out", table.topology().network_ports()),
      line_(in.size(), std::deque<Word>(delay)) {
  for (int port = 0; port < table.topology().network_ports(); ++port) {
    feeder_.push_back(table.feeder(node, port).value_or(-1));
  }
  SC_HAS_PROCESS(Router);
  SC_METHOD(tick);
  sensitive << clock.pos();
  dont_initialize();
}

void Router::tick() {
  for (std::size_t port = 0; port < line_.size(); ++port) {
    line_[port].push_back(forwarding.read() ? in[port].read() : Word());
  }
  for (std::size_t port = 0; port < feeder_.size(); ++port) {
    const Word& mine = own[port].read();
    const Word passed = feeder_[port] < 0 ? Word() : line_[feeder_[port]].front();
    out[port].write(mine.valid ? mine : passed);
  }
  for (auto& line : line_) line.pop_front();
}

Link::Link(const sc_core::sc_module_name& name, int delay) : sc_module(name), registers_(delay - 2) {
  SC_HAS_PROCESS(Link);
  SC_METHOD(tick);
  sensitive << clock.pos();
  dont_initialize();
}

void Link::tick() {
  registers_.push_back(in.read());
  out.write(registers_.front());
  registers_.pop_front();
}

}  // namespace torusim::hardwired
