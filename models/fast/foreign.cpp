// The part of the fast level that lets foreign routers stand at nodes.
//
// At the edge into cycle `now` such a router is ticked once with what was on its input wires in the cycle
// before, which are the arrivals and credits due now; what it then drives is on the wires in `now`. A native
// router decides in cycle t what is on the wires in t + 1, so the moves of both are reported together one
// step later.
#include <fmt/format.h>

#include <cstdlib>

#include "models/deadlock.h"
#include "models/fast/network.h"

namespace torusim::fast {

void FastNetwork::place_foreign(NodeId node, std::unique_ptr<ForeignRouter> router) {
  if (foreign_at_.empty()) foreign_at_.assign(hardware_.topology.nodes(), -1);
  foreign_at_[node] = static_cast<int>(foreign_.size());
  foreign_.emplace_back(node, std::move(router), hardware_);
}

ForeignNode* FastNetwork::foreign(NodeId node) {
  if (foreign_at_.empty() || foreign_at_[node] < 0) return nullptr;
  return &foreign_[foreign_at_[node]];
}

void FastNetwork::wake(ForeignNode& node) {
  if (node.awake) return;
  node.awake = true;
  node.quiet_ticks = 0;
  awake_foreign_.push_back(&node);
}

/// A flit comes in: it is put on the pins as words. A head's words say what is left of its route.
void FastNetwork::arrive(ForeignNode& node, const Arrival& arrival) {
  const Flit& flit = arrival.flit;
  const Worm& worm = worms_[flit.worm];
  Forward& pins = node.inputs.forward[arrival.port];
  pins = {true, flit.head(), flit.tail(), arrival.vc, {}};
  if (flit.head()) {
    const auto [out, out_vc] = next_channel(node.node, flit.worm, arrival.port, arrival.vc);
    const RouteCursor& cursor = cursors_[flit.worm];
    pins.data = head_data(hardware_, worm, cursor.run, cursor.hops_left);
    node.inside.push_back({flit.worm, worm.number, 0, 0, out, out_vc, advance_route(pins.data)});
  } else {
    pins.data = payload_data(worm, flit.index());
  }
  if (WormInside* inside = node.find(worm.number)) ++inside->entered;
  ++node.uncredited[arrival.port * vcs_ + arrival.vc];
  wake(node);
}

void FastNetwork::tick_foreign(Cycle now) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < awake_foreign_.size(); ++i) {
    ForeignNode& node = *awake_foreign_[i];
    const bool inputs_rest = node.inputs.quiet();
    node.router->tick(now, node.inputs, node.outputs);
    if (!node.router->failure().empty()) scoreboard_.fail(now, node.node, node.router->failure());
    for (int p = 0; p < ports_; ++p) {
      if (node.outputs.forward[p].valid) leave(now, node, p);
      if (node.outputs.backward[p].credit) give_credit(now, node, p);
    }
    // Only now: what is out was decided before these credits came.
    for (int p = 0; p < ports_; ++p) {
      const Backward& credit = node.inputs.backward[p];
      if (credit.credit) output_credits(node.node, p).credit(credit.credit_vc);
    }
    node.quiet_ticks = inputs_rest && node.outputs.quiet() ? node.quiet_ticks + 1 : 0;
    node.inputs.clear();
    node.awake = !node.router->idle() && node.quiet_ticks < ForeignNode::kPatience;
    if (node.awake) awake_foreign_[kept++] = &node;
  }
  awake_foreign_.resize(kept);
}

/// A flit has come out by port `out`: is it the one that should, and where does it go?
void FastNetwork::leave(Cycle now, ForeignNode& node, int out) {
  const Forward& pins = node.outputs.forward[out];
  const auto wrong = [&](const std::string& what) {
    scoreboard_.fail(now, node.node,
                     fmt::format("the router sends by port {} on virtual channel {} {}", out, pins.vc, what));
  };
  const std::uint32_t number = message_number(pins.data);
  WormInside* inside = node.find(number);
  if (inside == nullptr) return wrong(fmt::format("a flit of message {}, of which it holds none", number));
  Worm& worm = worms_[inside->slot];
  const std::uint32_t index = inside->left;
  const bool head = index == 0, tail = index + 1 == worm.flits;
  const std::string name = fmt::format("flit {} of message {}", index, number);
  if (index == inside->entered) return wrong(name + ", which has not come in yet");
  if (pins.head != head || pins.tail != tail ||
      pins.data != (head ? inside->head : payload_data(worm, index))) {
    return wrong(name + " damaged or out of order");
  }
  if (out != inside->out || pins.vc != inside->out_vc) {
    return wrong(fmt::format("{}, whose route wants {}", name,
                             channel_name(hardware_, {node.node, inside->out, inside->out_vc})));
  }
  const OutputPort& port = state_.router(node.node).out[out];
  if (((port.credit(hardware_.shared) >> pins.vc) & 1) == 0) return wrong(name + " without a credit for it");

  ++moved_;
  last_grant_ = std::max(last_grant_, now - 1);
  output_credits(node.node, out).send(pins.vc);
  const Flit flit{inside->slot, index | (tail ? Flit::kTail : 0)};
  if (head) {
    ++worm.head_channels;
    if (out < network_ports_) --cursors_[inside->slot].hops_left;
  }
  if (tail) ++worm.tail_channels;
  ++inside->left;
  if (tail) {
    *inside = node.inside.back();
    node.inside.pop_back();
  }
  const auto port8 = static_cast<std::uint8_t>(out);
  if (out < network_ports_) {
    arrivals_.add(now + hardware_.link_delay,
                  {port.peer, static_cast<std::uint8_t>(Topology::opposite(out)), pins.vc, flit});
  } else {
    ejections_.add(now + 1, {node.node, static_cast<std::uint8_t>(out - network_ports_), pins.vc, flit});
  }
  if (!observers_.empty()) moves_.push_back({&worm, index, node.node, port8, pins.vc});
}

/// The router gives a slot of input `in` back.
void FastNetwork::give_credit(Cycle now, ForeignNode& node, int in) {
  const std::uint8_t vc = node.outputs.backward[in].credit_vc;
  if (vc >= vcs_ || node.uncredited[in * vcs_ + vc] == 0) {
    scoreboard_.fail(
        now, node.node,
        fmt::format("the router gives a credit for virtual channel {} of port {}, whose slots are "
                    "all free",
                    vc, in));
    return;
  }
  --node.uncredited[in * vcs_ + vc];
  if (in < network_ports_) {
    credits_.add(now + hardware_.link_delay, {state_.router(node.node).out[in].peer,
                                              static_cast<std::uint8_t>(Topology::opposite(in)), vc});
  } else {
    injector_credits_due_.add(now + 1, {node.node, static_cast<std::uint8_t>(in - network_ports_), vc});
  }
}

}  // namespace torusim::fast
