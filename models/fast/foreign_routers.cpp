#include "models/fast/foreign_routers.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/deadlock.h"

namespace torusim::fast {

ForeignRouters::Node::Node(const Hardware& hardware, PlacedRouter placed)
    : id(placed.node),
      router(std::move(placed.router)),
      inputs(hardware.ports()),
      outputs(hardware.ports()),
      uncredited(std::size_t(hardware.ports()) * hardware.vcs(), 0),
      in_flight(uncredited),
      holder(uncredited.size(), kNobody) {
  for (int p = 0; p < hardware.network_ports(); ++p) peers.push_back(hardware.topology.neighbor(id, p));
}

ForeignRouters::WormInside* ForeignRouters::Node::find(std::uint32_t number) {
  for (WormInside& worm : inside) {
    if (worm.number == number) return &worm;
  }
  return nullptr;
}

ForeignRouters::ForeignRouters(const Hardware& hardware, std::vector<PlacedRouter> routers, WormTable& worms,
                               Scoreboard& scoreboard, Routers& native, Acks& acks, LocalWires& wires,
                               std::vector<FlitMove>& moves)
    : hardware_(hardware),
      ports_(hardware.ports()),
      network_ports_(hardware.network_ports()),
      vcs_(hardware.vcs()),
      worms_(worms),
      scoreboard_(scoreboard),
      native_(native),
      acks_(acks),
      wires_(wires),
      moves_(moves) {
  if (routers.empty()) return;
  at_.assign(hardware.topology.nodes(), -1);
  for (PlacedRouter& placed : routers) {
    native_.divert(placed.node);
    at_[placed.node] = static_cast<int>(nodes_.size());
    nodes_.emplace_back(hardware, std::move(placed));
  }
}

void ForeignRouters::wake(Node& node) {
  if (node.awake) return;
  node.awake = true;
  node.quiet_ticks = 0;
  awake_.push_back(&node);
}

void ForeignRouters::take_inbox(Cycle now, Node& node) {
  const RouterView view = native_.view(node.id);
  for (int w = 0; w < view.words(); ++w) {
    Inbox& inbox = native_.inbox(now, node.id)[w];
    if (inbox.items != 0) wake(node);
    for (const int i : bits(inbox.items)) {
      const int port = view.port_at({w, i}), vc = view.vc_at({w, i});
      if (i >= Layout::kOutputs) {
        node.inputs.backward[port].credit = true;
        node.inputs.backward[port].credit_vc = u8(vc);
      } else {
        enter(node, port, vc);
      }
    }
    inbox.items = 0;
  }
}

/// A flit is put on the pins as words; those of a head say what is left of its route.
void ForeignRouters::enter(Node& node, int in, int vc) {
  const auto [slot, index] = native_.identify(node.id, in, vc);
  const Worm& worm = worms_[slot];
  const bool head = index == 0, tail = index + 1 == worm.flits;
  Forward& pins = node.inputs.forward[in];
  pins = {true, head, tail, u8(vc), {}};
  if (head) {
    const NextChannel next = native_.next_channel(node.id, slot, in, vc);
    pins.data = native_.head_words(slot);
    node.inside.push_back({slot, worm.number, 0, 0, next, advance_route(pins.data)});
  } else {
    pins.data = payload_data(worm, index);
  }
  if (WormInside* inside = node.find(worm.number)) ++inside->entered;
  ++node.uncredited[in * vcs_ + vc];
}

void ForeignRouters::take_ack(NodeId at, int out, int vc) {
  Node& node = nodes_[at_[at]];
  node.inputs.backward[out].ack = true;
  node.inputs.backward[out].ack_vc = u8(vc);
  wake(node);
}

void ForeignRouters::tick(Cycle now) {
  for (Node& node : nodes_) take_inbox(now, node);
  std::size_t kept = 0;
  for (Node* const awake : awake_) {
    Node& node = *awake;
    node.router->tick(now, node.inputs, node.outputs);
    if (!node.router->failure().empty()) scoreboard_.fail(now, node.id, node.router->failure());
    ++node.quiet_ticks;
    Forward* const flits_in = node.inputs.forward.data();
    Backward* const backs_in = node.inputs.backward.data();
    const Forward* const flits_out = node.outputs.forward.data();
    const Backward* const backs_out = node.outputs.backward.data();
    for (int p = 0; p < ports_; ++p) {
      Forward& flit_in = flits_in[p];
      Backward& back_in = backs_in[p];
      const Backward& back_out = backs_out[p];
      const bool sends = flits_out[p].valid;
      if (!flit_in.valid && !sends && !back_in.active() && !back_out.active()) continue;
      node.quiet_ticks = 0;
      if (sends) leave(now, node, p);
      if (back_out.credit) give_credit(now, node, p);
      if (back_out.ack) acks_.drive(now, node.id, p, back_out.ack_vc);
      // Only now: what is out was decided before this credit came.
      if (back_in.credit) --node.in_flight[p * vcs_ + back_in.credit_vc];
      flit_in.valid = back_in.credit = back_in.ack = false;
    }
    node.awake = !node.router->idle() && node.quiet_ticks < node.router->settles_after();
    if (node.awake) awake_[kept++] = awake;
  }
  awake_.resize(kept);
}

bool ForeignRouters::may_send(const Node& node, int out, int vc) const {
  const int* in_flight = &node.in_flight[out * vcs_];
  if (in_flight[vc] < hardware_.reserve) return true;
  int shared_used = 0;
  for (int v = 0; v < vcs_; ++v) shared_used += std::max(in_flight[v] - hardware_.reserve, 0);
  return shared_used < hardware_.shared;
}

/// A flit has come out by port `out`: is it the one that should, and where does it go?
void ForeignRouters::leave(Cycle now, Node& node, int out) {
  const Forward& pins = node.outputs.forward[out];
  const auto wrong = [&](const std::string& what) {
    scoreboard_.fail(now, node.id,
                     fmt::format("the router sends by port {} on virtual channel {} {}", out, pins.vc, what));
  };
  const std::uint32_t number = message_number(pins.data);
  WormInside* inside = node.find(number);
  if (inside == nullptr) return wrong(fmt::format("a flit of message {}, of which it holds none", number));
  Worm& worm = worms_[inside->slot];
  const std::uint32_t index = inside->left;
  const bool head = index == 0, tail = index + 1 == worm.flits;
  const auto name = [&] { return fmt::format("flit {} of message {}", index, number); };
  if (index == inside->entered) return wrong(name() + ", which has not come in yet");
  if (pins.head != head || pins.tail != tail ||
      pins.data != (head ? inside->head : payload_data(worm, index))) {
    return wrong(name() + ", damaged or out of order");
  }
  if (out != inside->next.port || pins.vc != inside->next.vc) {
    return wrong(fmt::format("{}, whose route wants {}", name(),
                             channel_name(hardware_, {node.id, inside->next.port, inside->next.vc})));
  }
  if (!may_send(node, out, pins.vc)) return wrong(name() + ", for which it has no credit");
  std::int64_t& holder = node.holder[out * vcs_ + pins.vc];
  if (holder != (head ? Node::kNobody : number)) {
    return wrong(holder == Node::kNobody ? name() + ", which has given the channel up"
                                         : fmt::format("{} in the midst of message {}", name(), holder));
  }
  holder = tail ? Node::kNobody : number;

  last_move_ = now - 1;  // it won its channel in the cycle before it is on it
  ++node.in_flight[out * vcs_ + pins.vc];
  if (head) {
    ++worm.head_channels;
    if (out < network_ports_) native_.count_hop(inside->slot);
  }
  if (tail) ++worm.tail_channels;
  ++inside->left;
  const WormSlot slot = inside->slot;
  if (tail) {
    *inside = node.inside.back();
    node.inside.pop_back();
  }
  if (out < network_ports_) {
    const NodeId peer = node.peers[out];
    if (head) native_.send_head(peer, hardware_.topology.opposite(out), pins.vc, slot);
    native_.send_flit(now + hardware_.link_delay, peer, hardware_.topology.opposite(out), pins.vc,
                      Span::kOne);
  } else {
    wires_.ejected.add(
        now + 1, {node.id, u8(out - network_ports_), pins.vc, Span::kOne, slot, worm.flits - 1 - index});
  }
  moves_.push_back({&worm, index, node.id, u8(out), pins.vc});
}

/// The router gives a slot of input `in` back.
void ForeignRouters::give_credit(Cycle now, Node& node, int in) {
  const std::uint8_t vc = node.outputs.backward[in].credit_vc;
  if (vc >= vcs_ || node.uncredited[in * vcs_ + vc] == 0) {
    scoreboard_.fail(
        now, node.id,
        fmt::format(
            "the router gives a credit for virtual channel {} of input port {}, which it owes nothing", vc,
            in));
    return;
  }
  --node.uncredited[in * vcs_ + vc];
  if (in < network_ports_) {
    const NodeId peer = node.peers[in];
    native_.send_credit(now + hardware_.link_delay, peer, hardware_.topology.opposite(in), vc, Span::kOne);
  } else {
    wires_.credits.add(now + 1, {node.id, u8(in - network_ports_), vc, Span::kOne});
  }
}

}  // namespace torusim::fast
