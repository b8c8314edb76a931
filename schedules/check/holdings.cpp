#include "schedules/check/holdings.h"

#include <fmt/format.h>

#include <map>

namespace torusim {

Holdings::Holdings(const Topology& topology) : topology_(topology) {
  const int k = topology.dimensions();
  held_.reserve(topology.nodes());
  std::vector<Range> box(2 * k);
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int d = 0; d < k; ++d) {
      box[d] = Range::single(topology.coordinate(node, d));
      box[k + d] = Range::whole(topology.side(d));
    }
    held_.emplace_back(k).add(box);
  }
}

BlockSet Holdings::take_present(NodeId node, const BlockSet& asked) {
  BlockSet taken(topology_.dimensions());
  for (std::size_t i = 0; i < asked.boxes(); ++i) {
    BlockSet one(topology_.dimensions());
    one.add(asked.box(i));
    const BlockSet present = held_[node].common(one);
    held_[node].remove(topology_, present);
    taken.add(present);
  }
  return taken;
}

void Holdings::apply(const Phase& phase, const std::function<bool(const Transfer&)>& usable,
                     ViolationLog& log) {
  std::map<const Transfer*, BlockSet> reduced;  // what goes on of transfers that ask for too much
  for (const Transfer& transfer : phase.transfers) {
    if (!usable(transfer)) continue;
    const auto absent = held_[transfer.source].remove(topology_, transfer.blocks);
    if (!absent) continue;
    log.add(ViolationKind::kNotHeld, transfer.source, "sends", absent, " that it does not hold");
    reduced[&transfer] = take_present(transfer.source, transfer.blocks);
  }
  std::vector<bool> received(held_.size());
  for (const Transfer& transfer : phase.transfers) {
    if (!usable(transfer)) continue;
    const auto rest = reduced.find(&transfer);
    held_[transfer.destination].add(rest == reduced.end() ? transfer.blocks : rest->second);
    received[transfer.destination] = true;
  }
  for (std::size_t node = 0; node < held_.size(); ++node) {
    if (received[node]) held_[node].coalesce();
  }
}

BlockSet Holdings::addressed_to(NodeId node) const {
  const int k = topology_.dimensions();
  std::vector<Range> box(2 * k);
  for (int d = 0; d < k; ++d) {
    box[d] = Range::whole(topology_.side(d));
    box[k + d] = Range::single(topology_.coordinate(node, d));
  }
  BlockSet result(k);
  result.add(box);
  return result;
}

void Holdings::report_undelivered(ViolationLog& log) const {
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    BlockSet wanted = addressed_to(node);
    const BlockSet arrived = held_[node].common(wanted);
    wanted.remove(topology_, arrived);
    BlockSet stray = held_[node];
    stray.remove(topology_, arrived);
    if (!wanted.empty()) {
      log.add(ViolationKind::kNotDelivered, node,
              fmt::format("lacks {} of its blocks, first", wanted.blocks()), wanted.front(topology_));
    }
    if (!stray.empty()) {
      log.add(ViolationKind::kNotDelivered, node,
              fmt::format("holds {} blocks for others, first", stray.blocks()), stray.front(topology_));
    }
  }
}

}  // namespace torusim
