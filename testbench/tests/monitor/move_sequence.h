#pragma once
/// Sequences of moves for the monitor: written by hand, or recorded from a run and then changed.

#include <map>
#include <vector>

#include "models/contract/observer.h"

namespace torusim::test {

class MoveSequence : public Observer {
 public:
  struct Entry {
    Cycle cycle;
    std::uint32_t worm;
    std::uint32_t index;
    NodeId node;
    int port;
    int vc;
    bool operator==(const Entry&) const = default;
  };

  MoveSequence() = default;

  // By hand: flit `index` of a worm is on the `hop`-th channel of its path in `cycle`.
  void add_worm(const Worm& worm) { worms_[worm.number] = worm; }
  void add(const Hardware& hardware, Cycle cycle, std::uint32_t worm, std::uint32_t index, int hop) {
    const ChannelRef at = channel_on_path(hardware, worms_.at(worm), hop);
    entries.push_back({cycle, worm, index, at.node, at.port, at.vc});
  }

  // By recording.
  void moved(Cycle cycle, std::span<const FlitMove> moves) override {
    for (const FlitMove& move : moves) {
      worms_[move.worm->number] = *move.worm;
      entries.push_back({cycle, move.worm->number, move.index, move.node, move.port, move.vc});
    }
  }
  void delivered(Cycle cycle, const Worm& worm) override { deliveries.push_back({cycle, worm.number}); }

  const Worm& worm(std::uint32_t number) const { return worms_.at(number); }
  /// Plays everything to `observer`, in the order of the cycles.
  void play(Observer& observer) const {
    std::map<Cycle, std::vector<FlitMove>> by_cycle;
    for (const Entry& entry : entries) {
      by_cycle[entry.cycle].push_back({&worms_.at(entry.worm), entry.index, entry.node,
                                       static_cast<std::uint8_t>(entry.port),
                                       static_cast<std::uint8_t>(entry.vc)});
    }
    auto delivery = deliveries.begin();
    const auto deliver_to = [&](Cycle cycle) {
      for (; delivery != deliveries.end() && delivery->first < cycle; ++delivery) {
        observer.delivered(delivery->first, worms_.at(delivery->second));
      }
    };
    for (const auto& [cycle, moves] : by_cycle) {
      deliver_to(cycle);
      observer.moved(cycle, moves);
    }
    deliver_to(std::numeric_limits<Cycle>::max());
  }

  std::vector<Entry> entries;
  std::vector<std::pair<Cycle, std::uint32_t>> deliveries;

 private:
  std::map<std::uint32_t, Worm> worms_;
};

}  // namespace torusim::test
