#pragma once
/// Departures from a router: flits to the next router or to the node interface, credits back to the sender of
/// the flits.

#include "models/contract/hardware.h"
#include "models/fast/delivery.h"
#include "models/fast/move_log.h"
#include "models/fast/slabs.h"
#include "models/fast/views.h"

namespace torusim::fast {

/// The cycle in which routers are evaluated: the inboxes that they read, and the destinations of their sends.
template <typename View>
struct Tick {
  Cycle now;
  Inboxes::CycleSlot inboxes;  // arrivals of this cycle
  WorkList::CycleSlot next;    // routers due in the next cycle
  Delivery<View> to_routers;   // delivers in the cycle in which sends of now arrive
};

template <typename View>
class Sender {
 public:
  /// Sends for the routers of one slab.
  Sender(const Hardware& hardware, const WormTable& worms, Slabs& slabs, std::size_t slab, MoveLog& moves)
      : network_ports_(hardware.network_ports()),
        alpha_(hardware.alpha),
        worms_(worms),
        slabs_(slabs),
        slab_(slabs[slab]),
        moves_(moves) {}

  /// Announces the head that leaves to the far buffer of `channel`'s output.
  void send_head(Cycle now, const NetworkState& state, const View& router,
                 const VirtualChannel& channel) const {
    const VcIndex buffer = router.flits_to(channel);
    const WormSlot worm = router.cold(channel).worm;
    if (slab_.holds(channel.next)) {
      state.queue_worm(state.cold_channel(View(state, channel.next).channel(buffer)), worm);
    } else {
      const NodeId node = slab_.node(channel.next);
      slab_.post_to(slabs_.number_of(node), now)
          .heads.push_back({node, u8(buffer.word), u8(buffer.bit), worm});
    }
  }

  /// ST: sends the flit that has just left a buffer out of its output port.
  void flit(const Tick<View>& tick, const View& router, const VirtualChannel& channel,
            WireEvent event) const {
    const int out = router.out_port(channel);
    if (out < network_ports_) {
      send_flit(tick, router, out, channel.next, router.flits_to(channel), event);
    } else {
      eject(tick.now, router, router.output_of(channel), channel, event);
    }
  }
  /// Sends the credit for the slot that a flit has just left to the sender of the flit.
  void credit(const Tick<View>& tick, const View& router, VcIndex input, WireEvent event) const {
    const int in = router.port_at(input);
    if (in < network_ports_) {
      const VirtualChannel& channel = router.channel(input);
      send_credit(tick, router, in, channel.peer, router.credits_to(channel), event);
    } else {
      credit_injection(tick.now, router.node(), in, router.vc_at(input), event);
    }
  }
  /// Ends the stream of flits that `out` has sent on `vc`, without a flit in this cycle.
  void end_flits(const Tick<View>& tick, const View& router, int out, int vc) const {
    if (out < network_ports_) {
      send_flit(tick, router, out, router.peer(out), router.input(router.peer_port(out), vc),
                WireEvent::kEnds);
    } else {
      slab_.wires.eject(tick.now + 2,
                        {router.node(), u8(out - network_ports_), u8(vc), WireEvent::kEnds, 0, 0});
    }
  }

  /// Sends the flit that has just left a buffer to the node interface.
  void eject(Cycle now, const View& router, VcIndex output, const VirtualChannel& channel,
             WireEvent event) const {
    slab_.wires.eject(now + 2, {router.node(), u8(router.port_at(output) - network_ports_),
                                u8(router.vc_at(output)), event, router.cold(channel).worm, channel.left});
  }
  /// Sends a credit to the node interface.
  void credit_injection(Cycle now, NodeId node, int in, int vc, WireEvent event) const {
    slab_.wires.credits.add(now + 2, {node, u8(in - network_ports_), u8(vc), event});
  }

  /// Tells observers of the flit that has just left a buffer, or of the flit that is `later` flits behind it.
  void report(const View& router, const VirtualChannel& channel, std::uint32_t later) const {
    const Worm& worm = worms_[router.cold(channel).worm];
    slab_.moved(worm, worm.flits - 1 - channel.left + later, router.node(), router.out_port(channel),
                router.vc_at(router.output_of(channel)));
  }

  /// Reports to spans: the flit that has just left the input is on its channel in the next cycle.
  void show(Cycle now, const View& router, VcIndex input, bool head) const {
    if (head || !extend_span(now, router, router.channel(input))) begin_span(now, router, input);
  }
  /// Extends the span of a flit that is not a head; false if a span must begin with it.
  bool extend_span(Cycle now, const View& router, const VirtualChannel& channel) const {
    OpenSpans& spans = *moves_.spans();
    return spans.extend(now + 1, spans.id(router.node(), router.out_port(channel)),
                        router.vc_at(router.output_of(channel)));
  }
  void begin_span(Cycle now, const View& router, VcIndex input) const {
    const VirtualChannel& channel = router.channel(input);
    OpenSpans& spans = *moves_.spans();
    const ChannelId id = spans.id(router.node(), router.out_port(channel));
    const int vc = router.vc_at(router.output_of(channel));
    const int in = router.port_at(input);
    const ChannelId from = in < network_ports_ ? spans.id(slab_.node(router.peer(in)), router.peer_port(in))
                                               : spans.id(router.node(), in + alpha_);
    slab_.begin_span(spans,
                     {.begin = now + 1,
                      .last = now + 1,
                      .worm = &worms_[router.cold(channel).worm],
                      .channel = id,
                      .from = from,
                      .vc = u8(vc),
                      .from_vc = u8(router.vc_at(input))},
                     channel.left);
  }
  /// Lets the spans of these outputs of a word extend by themselves.
  void run(const View& router, int word, std::uint64_t outputs) const {
    OpenSpans& spans = *moves_.spans();
    for (const int i : bits(outputs)) {
      slab_.run_span(spans, spans.id(router.node(), router.port_at({word, i})));
    }
  }
  /// Prefetches the spans for stop().
  void stops_soon(const View& router, int word, std::uint64_t outputs) const {
    for (const int i : bits(outputs)) {
      moves_.spans()->fetch(moves_.spans()->id(router.node(), router.port_at({word, i})));
    }
  }
  /// Stops the spans of these outputs, whose latest flits left in the cycle before `now`.
  void stop(Cycle now, const View& router, int word, std::uint64_t outputs) const {
    OpenSpans& spans = *moves_.spans();
    for (const int i : bits(outputs)) spans.stop(spans.id(router.node(), router.port_at({word, i})), now);
  }
  bool shows() const { return moves_.spans() != nullptr; }

 private:
  /// Sends to a router, which may be in another slab.
  [[gnu::always_inline]] void send_flit(const Tick<View>& tick, const View& router, int out, NodeId to,
                                        VcIndex vc, WireEvent event) const {
    if (slab_.transit != nullptr) [[unlikely]]
      return put_flit_on_link(tick.now, router.node(), out, to, vc, event);
    tick.to_routers.send(to, vc, event);
  }
  [[gnu::always_inline]] void send_credit(const Tick<View>& tick, const View& router, int in, NodeId to,
                                          VcIndex vc, WireEvent event) const {
    if (slab_.transit != nullptr) [[unlikely]]
      return put_credit_on_link(tick.now, router.node(), in, to, vc, event);
    tick.to_routers.send(to, vc, event);
  }
  [[gnu::noinline, gnu::cold]] void put_flit_on_link(Cycle now, NodeId from, int out, NodeId to, VcIndex vc,
                                                     WireEvent event) const {
    slabs_.send(slab_, now, {slab_.transit->flit(now + 1, from, out), to, u8(vc.word), u8(vc.bit), event});
  }
  [[gnu::noinline, gnu::cold]] void put_credit_on_link(Cycle now, NodeId from, int in, NodeId to, VcIndex vc,
                                                       WireEvent event) const {
    slabs_.send(slab_, now, {slab_.transit->credit(now + 1, from, in), to, u8(vc.word), u8(vc.bit), event});
  }

  const int network_ports_, alpha_;
  const WormTable& worms_;
  Slabs& slabs_;
  Slab& slab_;
  MoveLog& moves_;
};

}  // namespace torusim::fast
