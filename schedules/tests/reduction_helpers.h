#pragma once
/// A reduction, contribution by contribution: what the checker's account of sets is compared with.

#include <map>

#include "schedules/core/schedule.h"

namespace torusim {

/// Lists the contributions of every node to every chunk one by one, phase after phase. Knows nothing of sets,
/// boxes or tables.
class PlainReduction {
 public:
  explicit PlainReduction(Schedule& schedule) : info_(schedule.info()) {
    const Topology& topology = info_.topology;
    const Collective& collective = info_.collective;
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      initial_blocks(topology, collective, node).for_each(topology, [&](Block chunk) {
        held_[{node, chunk.source, chunk.destination}][node] = 1;
      });
    }
    schedule.rewind();
    for (Phase phase; schedule.next(phase);) run(phase);
    schedule.rewind();
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      final_blocks(topology, collective, node).for_each(topology, [&](Block chunk) {
        const auto& here = held_[{node, chunk.source, chunk.destination}];
        if (static_cast<NodeId>(here.size()) != topology.nodes()) ++lacking;
      });
    }
  }

  int not_held = 0;  ///< messages with a chunk of which the sender has nothing
  int twice = 0;     ///< messages that bring a contribution which is there already
  int lost = 0;      ///< messages stored over a contribution that they do not contain
  int lacking = 0;   ///< chunks, at nodes that must have their sums, that lack contributions
  bool right() const { return not_held + twice + lost + lacking == 0; }

 private:
  struct Place {
    NodeId node, owner, piece;
    auto operator<=>(const Place&) const = default;
  };
  using Counts = std::map<NodeId, int>;

  void run(const Phase& phase) {
    std::vector<std::map<Place, Counts>> messages;
    for (const Transfer& transfer : phase.transfers) {
      auto& message = messages.emplace_back();
      bool absent = false;
      transfer.blocks.for_each(info_.topology, [&](Block chunk) {
        const auto found = held_.find({transfer.source, chunk.source, chunk.destination});
        if (found == held_.end() || found->second.empty()) {
          absent = true;
          return;
        }
        message[{transfer.destination, chunk.source, chunk.destination}] = found->second;
        const bool moves = info_.collective.kind != Collective::Kind::kAllReduce;
        if (moves) held_.erase(found);
      });
      not_held += absent ? 1 : 0;
    }
    for (std::size_t i = 0; i < messages.size(); ++i) {
      bool doubled = false, dropped = false;
      for (const auto& [place, coming] : messages[i]) {
        Counts& here = held_[place];
        if (phase.transfers[i].adds) {
          for (const auto& [node, count] : coming) {
            doubled |= here.contains(node);
            here[node] = 1;
          }
        } else {
          for (const auto& [node, count] : here) dropped |= !coming.contains(node);
          here = coming;
        }
      }
      twice += doubled ? 1 : 0;
      lost += dropped ? 1 : 0;
    }
  }

  ScheduleInfo info_;
  std::map<Place, Counts> held_;
};

}  // namespace torusim
