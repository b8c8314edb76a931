#include "models/fast/foreign_routers.h"

#include <algorithm>

#include "models/watch/deadlock.h"

namespace torusim::fast {

ForeignRouters::Node::Node(const Hardware& hardware, const Slab& slab, PlacedRouter placed)
    : id(placed.node),
      settles_after(placed.router->settles_after()),
      router(std::move(placed.router)),
      inputs(hardware.ports()),
      outputs(hardware.ports()),
      accounts(std::size_t(hardware.ports()) * hardware.vcs()) {
  for (int p = 0; p < hardware.network_ports(); ++p) {
    const NodeId node = hardware.topology.neighbor(id, p);
    peers.push_back({node, slab.name(node), hardware.topology.opposite(p)});
  }
}

ForeignRouters::ForeignRouters(const Hardware& hardware, std::vector<PlacedRouter>& routers, WormTable& worms,
                               Scoreboard& scoreboard, Routers& native, Acks& acks, Slabs& slabs,
                               std::size_t slab, bool watched, PhaseGates* gates)
    : hardware_(hardware),
      network_ports_(hardware.network_ports()),
      vcs_(hardware.vcs()),
      worms_(worms),
      scoreboard_(scoreboard),
      native_(native),
      acks_(acks),
      slabs_(slabs),
      slab_(slabs[slab]),
      watched_(watched),
      gates_(gates),
      at_(slab_.size, -1),
      wrong_(hardware.topology) {
  std::sort(routers.begin(), routers.end(), [](const auto& a, const auto& b) { return a.node < b.node; });
  for (PlacedRouter& placed : routers) {
    if (!slab_.holds(placed.node)) continue;
    native_.divert(placed.node);
    acks_.divert(placed.node);
    at_[placed.node - slab_.first] = static_cast<int>(nodes_.size());
    nodes_.emplace_back(hardware, slab_, std::move(placed));
  }
}

void ForeignRouters::take_acks(Cycle now) {
  for (const Ack& ack : acks_.arriving(now)) {
    if (!slab_.holds(ack.node) || at_[ack.node - slab_.first] < 0) continue;
    Node& node = nodes_[at_[ack.node - slab_.first]];
    node.inputs.ack |= bit(ack.port);
    node.inputs.backward[ack.port].ack_vc = ack.vc;
    wake(node);
  }
}

void ForeignRouters::tick(Cycle now) {
  const Delivery<RouterView> arrivals = native_.delivery(slab_, now + hardware_.hop_delay());
  // The input stages of the level's own routers are behind these wires.
  const Inboxes::CycleSlot inboxes = slab_.inboxes.day(now + hardware_.input_stages());
  for (Node& node : nodes_) {
    const bool comes = take_inbox(node, inboxes.at(native_.view(node.id).inbox_word(node.id, 0)));
    if (comes) wake(node);
    if (node.awake) clock(now, node, arrivals);
  }
}

void ForeignRouters::tell_others(Cycle now) {
  scoreboard_.add(wrong_);
  for (const DrivenAck& ack : acked_) acks_.drive(now, ack.node, ack.in, ack.vc);
  acked_.clear();
}

/// A head that is on the wires in `now` is due, and posted, together with heads that the level's own routers
/// sent one cycle before.
void ForeignRouters::send_head(Cycle now, const Peer& peer, int vc, WormSlot worm) {
  if (slab_.holds(peer.node)) return native_.send_head(peer.node, peer.port, vc, worm);
  const VcIndex buffer = native_.view(peer.node).input(peer.port, vc);
  slab_.post_to(slabs_.number_of(peer.node), now - 1)
      .heads.push_back({peer.node, u8(buffer.word), u8(buffer.bit), worm});
}

/// Puts an item that is on the wires in `now` on an uneven link.
void ForeignRouters::put_on_link(Cycle now, Cycle arrival, const Peer& peer, VcIndex vc) {
  slabs_.send(slab_, now - 1, {arrival, peer.name, u8(vc.word), u8(vc.bit), WireEvent::kOne});
}

bool ForeignRouters::take_inbox(Node& node, Inbox* inbox) {
  bool comes = false;
  const RouterView view = native_.view(node.id);
  for (int w = 0; w < view.words(); ++w) {
    const std::uint64_t items = inbox[w].items;
    if (items == 0) continue;
    comes = true;
    inbox[w].items = 0;
    for (const int i : bits(items)) {
      const int port = view.port_at({w, i}), vc = view.vc_at({w, i});
      if (i < Layout::kOutputs) {
        enter(node, port, vc);
      } else {
        node.inputs.credit |= bit(port);
        node.inputs.backward[port].credit_vc = u8(vc);
      }
    }
  }
  return comes;
}

/// Puts a flit on the pins as words. The words of a head contain the rest of its route.
void ForeignRouters::enter(Node& node, int in, int vc) {
  Account& input = account(node, in, vc);
  ++input.uncredited;
  RouterWires::Flit& pins = node.inputs.forward[in];
  pins.head = input.entering == kNobody;
  if (pins.head) begin(node, in, vc);
  WormInside& worm = node.inside[input.entering];
  const std::uint32_t index = worm.entered++;
  if (pins.head) {
    pins.data = worm.head;
    worm.head = advance_route(worm.head);
  } else {
    pins.data = {std::uint64_t{index} << 32 | worm.number, payload_word(worms_[worm.slot], index)};
  }
  pins.vc = u8(vc);
  pins.tail = worm.entered == worm.flits;
  if (pins.tail) input.entering = kNobody;
  node.inputs.valid |= bit(in);
}

void ForeignRouters::begin(Node& node, int in, int vc) {
  const WormSlot slot = native_.arrived(node.id, in, vc);
  const Worm& worm = worms_[slot];
  account(node, in, vc).entering = static_cast<int>(node.inside.size());
  node.inside.push_back({slot,
                         worm.number,
                         worm.flits,
                         0,
                         0,
                         {in, vc},
                         native_.next_channel(node.id, slot, in, vc),
                         native_.routes().head_words(slot)});
}

void ForeignRouters::clock(Cycle now, Node& node, const Delivery<RouterView>& arrivals) {
  if (gates_ != nullptr) gates_->drive(node.id, node.inputs);
  node.router->tick(now, node.inputs, node.outputs);
  const bool first = wrong_.failure().empty() && scoreboard_.failure().empty();
  if (first && !node.router->failure().empty()) wrong_.fail(now, node.id, node.router->report());
  const bool quiet = node.inputs.quiet() && node.outputs.quiet();
  node.quiet_ticks = quiet ? node.quiet_ticks + 1 : 0;
  for (const int p : bits(node.inputs.ack)) take_ack(node, p);
  for (const int p : bits(node.outputs.valid)) leave(now, node, arrivals, p);
  for (const int p : bits(node.outputs.credit)) give_credit(now, node, arrivals, p);
  for (const int p : bits(node.outputs.ack)) pass_ack(now, node, p);
  // Last, because the flits above were decided before these credits came.
  for (const int p : bits(node.inputs.credit))
    --account(node, p, node.inputs.backward[p].credit_vc).in_flight;
  node.inputs.clear();
  node.awake = node.quiet_ticks < node.settles_after && !node.router->idle();
  awake_ -= !node.awake;
}

bool ForeignRouters::may_send(const Node& node, int out, int vc) const {
  const Account* const outputs = &node.accounts[out * vcs_];
  if (outputs[vc].in_flight < hardware_.reserve) return true;
  int shared_used = 0;
  for (int v = 0; v < vcs_; ++v) shared_used += std::max(outputs[v].in_flight - hardware_.reserve, 0);
  return shared_used < hardware_.shared;
}

/// Checks the flit that has come out by port `out`, and sends it on.
void ForeignRouters::leave(Cycle now, Node& node, const Delivery<RouterView>& arrivals, int out) {
  const RouterWires::Flit& pins = node.outputs.forward[out];
  const int which = leaving_worm(node, pins, out);
  if (which == kNobody || !rightful(node, pins, out, which)) return accuse(now, node, out);
  WormInside& inside = node.inside[which];
  Account& output = account(node, out, pins.vc);
  const std::uint32_t index = inside.left++;
  const WormSlot slot = inside.slot;
  const std::uint32_t behind = inside.flits - inside.left;
  output.owner = pins.tail ? kNobody : which;
  ++output.in_flight;
  last_move_ = now - 1;  // the flit won its channel one cycle before it is on the channel
  if (pins.head) ++worms_[slot].head_channels;
  if (pins.tail) {
    ++worms_[slot].tail_channels;
    if (gates_ != nullptr) gates_->pass(node.id, out);
    remove(node, which);
  }
  if (out < network_ports_) {
    const Peer& peer = node.peers[out];
    if (pins.head) {
      native_.routes().count_hop(slot);
      send_head(now, peer, pins.vc, slot);
    }
    if (slab_.transit == nullptr) {
      arrivals.send_flit(peer.name, peer.port, pins.vc);
    } else {
      put_on_link(now, slab_.transit->flit(now, node.id, out), peer,
                  native_.view(node.id).input(peer.port, pins.vc));
    }
  } else {
    slab_.wires.eject(now + 1, {node.id, u8(out - network_ports_), pins.vc, WireEvent::kOne, slot, behind});
  }
  if (watched_) slab_.moved(worms_[slot], index, node.id, out, pins.vc);
}

/// The worm to which a correct flit on output `out` must belong.
int ForeignRouters::leaving_worm(const Node& node, const RouterWires::Flit& pins, int out) const {
  if (pins.vc >= vcs_) return kNobody;
  if (!pins.head) return node.accounts[out * vcs_ + pins.vc].owner;
  const std::uint32_t number = message_number(pins.data);
  for (std::size_t i = 0; i < node.inside.size(); ++i) {
    if (node.inside[i].number == number && node.inside[i].left == 0) return static_cast<int>(i);
  }
  return kNobody;
}

/// Compares with the words of payload_data(), without making them.
bool ForeignRouters::is_payload(const Data& data, const WormInside& worm, std::uint32_t index) const {
  return data[0] == (std::uint64_t{index} << 32 | worm.number) &&
         data[1] == payload_word(worms_[worm.slot], index) &&
         std::all_of(data.begin() + 2, data.end(), [](std::uint64_t word) { return word == 0; });
}

/// Whether the flit on output `out` is the next one of the worm, and may be there now.
bool ForeignRouters::rightful(const Node& node, const RouterWires::Flit& pins, int out, int which) const {
  const WormInside& worm = node.inside[which];
  const std::uint32_t index = worm.left;
  if (index == worm.entered || pins.head != (index == 0) || pins.tail != (index + 1 == worm.flits))
    return false;
  if (pins.head) {
    if (pins.data != worm.head || out != worm.next.port || pins.vc != worm.next.vc) return false;
    if (node.accounts[out * vcs_ + pins.vc].owner != kNobody) return false;
    if (!gate_admits(node, out, worm.number)) return false;
  } else if (!is_payload(pins.data, worm, index)) {
    return false;
  }
  return may_send(node, out, pins.vc);
}

void ForeignRouters::remove(Node& node, int which) {
  node.inside[which] = node.inside.back();
  node.inside.pop_back();
  if (which == static_cast<int>(node.inside.size())) return;
  const WormInside& moved = node.inside[which];
  if (moved.entered < moved.flits) account(node, moved.from.port, moved.from.vc).entering = which;
  if (moved.left > 0) account(node, moved.next.port, moved.next.vc).owner = which;
}

/// Takes the router's credit for a slot of input `in`.
void ForeignRouters::give_credit(Cycle now, Node& node, const Delivery<RouterView>& arrivals, int in) {
  const std::uint8_t vc = node.outputs.backward[in].credit_vc;
  if (vc >= vcs_ || account(node, in, vc).uncredited == 0) {
    return accuse_of_surplus(now, node, in, "a credit", vc);
  }
  --account(node, in, vc).uncredited;
  ++account(node, in, vc).credited;
  if (in < network_ports_) {
    const Peer& peer = node.peers[in];
    if (slab_.transit == nullptr) {
      arrivals.send_credit(peer.name, peer.port, vc);
    } else {
      put_on_link(now, slab_.transit->credit(now, node.id, in), peer,
                  native_.view(node.id).output(peer.port, vc));
    }
  } else {
    slab_.wires.credits.add(now + 1, {node.id, u8(in - network_ports_), vc, WireEvent::kOne});
  }
}

/// An ack has come for the worm that owns the output VC, if one does.
void ForeignRouters::take_ack(Node& node, int out) {
  const int owner = account(node, out, node.inputs.backward[out].ack_vc).owner;
  if (owner != kNobody) node.inside[owner].ack_due = true;
}

void ForeignRouters::pass_ack(Cycle now, Node& node, int in) {
  const int vc = node.outputs.backward[in].ack_vc;
  for (WormInside& worm : node.inside) {
    if (!worm.ack_due || worm.from.port != in || worm.from.vc != vc) continue;
    worm.ack_due = false;
    acked_.push_back({node.id, in, vc});
    return;
  }
  accuse_of_surplus(now, node, in, "an ack", vc);
}

std::vector<ForeignState> ForeignRouters::states() const {
  std::vector<ForeignState> result;
  for (const Node& node : nodes_) {
    ForeignState& state = result.emplace_back();
    state.node = node.id;
    for (const Account& account : node.accounts)
      state.accounts.push_back({account.credited, account.uncredited, account.in_flight});
    for (const WormInside& worm : node.inside) {
      state.inside.push_back({&worms_[worm.slot],
                              worm.from.port,
                              worm.from.vc,
                              {node.id, worm.next.port, worm.next.vc},
                              worm.left,
                              worm.entered - worm.left});
    }
  }
  return result;
}

}  // namespace torusim::fast
