#pragma once
/// Delivery to routers: the only writer of their inboxes.

#include "models/fast/slabs.h"
#include "models/fast/state.h"
#include "models/fast/stream.h"

namespace torusim::fast {

/// Delivers the arrivals of one cycle to the routers of a slab, from neighbours, node interfaces and foreign
/// routers. The receiving routers are evaluated in that cycle. `View`: a view of routers
/// (views.h), which knows how many words a set has.
template <typename View>
class Delivery {
 public:
  Delivery(const NetworkState& state, Slab& slab, Cycle arrival)
      : inboxes_(slab.inboxes.day(arrival)), layout_(&state.layout()), due_(slab.due.day(arrival)) {}

  /// Delivers an item to an input VC (a flit) or output VC (a credit), or the begin or end of a stream.
  /// `node` is the slab's name of the router.
  void send(NodeId node, VcIndex vc, WireEvent event = WireEvent::kOne) const {
    const std::size_t router = static_cast<std::uint32_t>(node);
    const std::size_t word = router * words() + (View::kWords == 1 ? 0 : vc.word);
    Inbox& inbox = *inboxes_.at(word);
    due_.add(node);
    if (event == WireEvent::kOne || event == WireEvent::kLast) [[likely]]
      inbox.items |= vc.mask();
    if (event != WireEvent::kOne) [[unlikely]]
      inbox.streams |= vc.mask();
  }
  /// Adds items that a ghost has received for the router: words() words.
  void add(NodeId node, const std::uint64_t* items) const {
    add(node, items, [](Inbox& inbox, std::uint64_t got) { inbox.items |= got; });
  }
  /// Adds the begins and ends of streams that came with these items.
  void add_streams(NodeId node, const std::uint64_t* streams) const {
    add(node, streams, [](Inbox& inbox, std::uint64_t got) { inbox.streams |= got; });
  }
  std::size_t words() const { return View::kWords == 1 ? 1 : static_cast<std::size_t>(layout_->words); }
  void send_flit(NodeId node, int port, int vc, WireEvent event = WireEvent::kOne) const {
    send(node, layout_->input(port, vc), event);
  }
  void send_credit(NodeId node, int port, int vc, WireEvent event = WireEvent::kOne) const {
    send(node, layout_->output(port, vc), event);
  }

 private:
  template <typename Add>
  void add(NodeId node, const std::uint64_t* words, Add add_word) const {
    const std::size_t router = static_cast<std::uint32_t>(node);
    std::uint64_t any = 0;
    for (std::size_t w = 0; w < this->words(); ++w) {
      add_word(*inboxes_.at(router * this->words() + w), words[w]);
      any |= words[w];
    }
    due_.add(node, any != 0);
  }

  Inboxes::CycleSlot inboxes_;
  const Layout* layout_;
  WorkList::CycleSlot due_;
};

}  // namespace torusim::fast
