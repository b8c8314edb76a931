#include "schedules/algorithms/ring_signals.h"

#include <algorithm>
#include <map>

namespace torusim {
namespace {

class SignalWriter {
 public:
  SignalWriter(const RingTree& tree, const RingPhaseIndex& index, RingExchange& ring)
      : tree_(tree), index_(index), ring_(ring) {}

  void gather(int position, int level) {
    const int to = tree_.next(position, level);
    const int before = previous(to, level - 1);
    if (before < 0 || before == position) return;
    const RingPhaseSlot trigger = index_.gather[level - 1];
    const bool received = sends(trigger, before);
    add(to, position, received ? Signal::Trigger::kReceived : Signal::Trigger::kFinished, trigger.last(),
        index_.gather[level].index, -tree_.direction());
  }

  void scatter(int position, int level) {
    const int to = tree_.next(position, level);
    const int middle = tree_.next(position, level - 1);
    if (middle == to) return;
    const RingPhaseSlot trigger = index_.scatter[level];
    const bool sent = sends(trigger, position);
    add(position, middle, sent ? Signal::Trigger::kSent : Signal::Trigger::kFinished, trigger.last(),
        index_.scatter[level - 1].index, tree_.direction());
  }

 private:
  const RingMessage* message(int phase, int position) const {
    const auto& messages = ring_.phases[phase].messages;
    const int node = tree_.node(position);
    const auto at = std::lower_bound(messages.begin(), messages.end(), node,
                                     [](const RingMessage& m, int from) { return m.from < from; });
    return at != messages.end() && at->from == node ? &*at : nullptr;
  }

  bool sends(RingPhaseSlot slot, int position) const {
    const RingMessage* found = slot.empty ? nullptr : message(slot.index, position);
    return found != nullptr && (found->hops > 0) == (tree_.direction() > 0);
  }

  /// The position that sends to `position` on `level`; -1 if there is none.
  int previous(int position, int level) const {
    const int before = tree_.previous(position, level);
    return tree_.gathers(before, level) ? before : -1;
  }

  void add(int from, int to, Signal::Trigger trigger, int after, int gates, int direction) {
    const int phases = static_cast<int>(ring_.phases.size());
    while (gates < phases && message(gates, to) == nullptr) ++gates;
    if (gates == phases || ring_.phases[gates].barrier_before) return;
    const int apart = (tree_.node(to) - tree_.node(from)) * direction;
    const int hops = (apart + ring_.length) % ring_.length * direction;
    ring_.phases[gates].signals.push_back({tree_.node(from), hops, trigger, after});
  }

  const RingTree& tree_;
  const RingPhaseIndex& index_;
  RingExchange& ring_;
};

}  // namespace

void add_ring_signals(const RingTree& tree, const RingPhaseIndex& index, RingExchange& ring) {
  ring.phases.back().barrier_before = true;
  SignalWriter writer(tree, index, ring);
  for (int level = 1; level < tree.levels(); ++level) {
    for (int p = 0; p < tree.size(); p += 1 << level) writer.gather(p, level);
  }
  for (int level = tree.levels() - 1; level >= 2; --level) {
    for (int p = 0; p < tree.size(); p += 1 << level) writer.scatter(p, level);
  }
}

ChannelSignals::ChannelSignals(const Topology& topology) : topology_(topology) {}

template <typename Visit>
void ChannelSignals::for_each_use(const Transfer& transfer, Visit visit) {
  const auto ports = static_cast<std::size_t>(topology_.network_ports());
  const auto use = [&](NodeId node, std::size_t port) -> Use& { return last_[node * (ports + 1) + port]; };
  transfer.route.for_each_channel(topology_, transfer.source,
                                  [&](NodeId node, int port) { visit(use(node, port)); });
  visit(use(transfer.destination, ports));
}

void ChannelSignals::write(Phase& phase, int index) {
  if (index == 0) {
    last_.assign(static_cast<std::size_t>(topology_.nodes()) * (topology_.network_ports() + 1), {});
  }
  phase.signals.clear();
  phase.barrier_before = false;
  std::map<NodeId, int> awaited;  // receiver, and its phase
  for (const Transfer& transfer : phase.transfers) {
    awaited.clear();
    for_each_use(transfer, [&](const Use& use) {
      if (use.phase < 0 || use.receiver == transfer.source) return;
      int& after = awaited.emplace(use.receiver, use.phase).first->second;
      after = std::max(after, use.phase);
    });
    for (const auto& [from, after] : awaited) {
      phase.signals.push_back({from, transfer.source, dimension_order_route(topology_, from, transfer.source),
                               Signal::Trigger::kReceived, after, index});
    }
  }
  for (const Transfer& transfer : phase.transfers)
    for_each_use(transfer, [&](Use& use) { use = {transfer.destination, index}; });
}

}  // namespace torusim
