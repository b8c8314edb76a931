// The messages for wrong flits and credits that a foreign router has put on its wires.
#include <fmt/format.h>

#include <algorithm>

#include "models/fast/foreign_routers.h"
#include "models/watch/deadlock.h"

namespace torusim::fast {

void ForeignRouters::accuse(Cycle now, const Node& node, int out) {
  const RouterWires::Flit& pins = node.outputs.forward[out];
  const auto wrong = [&](const std::string& what) {
    wrong_.fail(now, node.id,
                fmt::format("the router sends by port {} on virtual channel {} {}", out, pins.vc, what));
  };
  const std::uint32_t number = message_number(pins.data);
  const auto found = std::find_if(node.inside.begin(), node.inside.end(),
                                  [&](const WormInside& worm) { return worm.number == number; });
  if (found == node.inside.end())
    return wrong(fmt::format("a flit of message {}, of which it holds none", number));
  const WormInside& worm = *found;
  const std::uint32_t index = worm.left;
  const bool head = index == 0, tail = index + 1 == worm.flits;
  const std::string name = fmt::format("flit {} of message {}", index, number);
  if (index == worm.entered) return wrong(name + ", which has not come in yet");
  if (pins.head != head || pins.tail != tail ||
      pins.data != (head ? worm.head : payload_data(worms_[worm.slot], index))) {
    return wrong(name + ", damaged or out of order" + payload_meaning(worms_[worm.slot], index));
  }
  if (out != worm.next.port || pins.vc != worm.next.vc) {
    return wrong(fmt::format("{}, whose route wants {}", name,
                             channel_name(hardware_, {node.id, worm.next.port, worm.next.vc})));
  }
  if (!may_send(node, out, pins.vc)) return wrong(name + ", without credit");
  if (head && !gate_admits(node, out, number))
    return wrong(name + ", in front of a gate that is closed for its phase");
  const int owner = node.accounts[out * vcs_ + pins.vc].owner;
  wrong(owner == kNobody ? name + ", which has released the channel"
                         : fmt::format("{} in the middle of message {}", name, node.inside[owner].number));
}

void ForeignRouters::accuse_of_surplus(Cycle now, const Node& node, int in, const char* what, int vc) {
  wrong_.fail(now, node.id,
              fmt::format("the router gives {} for virtual channel {} of input port {}, although none is due",
                          what, vc, in));
}

}  // namespace torusim::fast
