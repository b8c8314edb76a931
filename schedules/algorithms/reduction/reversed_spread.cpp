// A gossip or broadcast run backwards: the first half of a reduction, from any schedule that spreads.
//
// A schedule is a stream, so its phases are kept by the window: sqrt(P) of the P phases, at least 64. Going
// backwards through all of them makes every phase up to sqrt(P) / 2 times; up to 64 phases are made once.
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "schedules/algorithms/reduction/gatherings.h"
#include "schedules/core/copy_table.h"
#include "schedules/core/interruption.h"

namespace torusim {
namespace {

/// The schedule without deliveries to nodes that hold the block already.
std::unique_ptr<Schedule> without_repeats(Schedule& spread) {
  ScheduleInfo info = spread.info();
  const Topology& topology = info.topology;
  CopyTable table(topology, info.collective);
  std::vector<Phase> phases;
  spread.rewind();
  for (Phase phase; spread.next(phase);) {
    Phase& kept = phases.emplace_back();
    kept.name = phase.name;
    for (Transfer& transfer : phase.transfers) {
      Interruptible::check();
      BlockSet fresh(topology.dimensions());
      transfer.blocks.for_each(topology, [&](Block block) {
        BlockSet one(topology.dimensions());
        one.add(topology, block);
        if (table.add(transfer.destination, one) == 0) fresh.add(one);
      });
      if (fresh.empty()) continue;
      fresh.coalesce();
      transfer.blocks = std::move(fresh);
      kept.transfers.push_back(transfer);
    }
    if (kept.transfers.empty()) phases.pop_back();
  }
  info.collective.repeats = 0;
  return std::make_unique<StoredSchedule>(std::move(info), std::move(phases));
}

class ReversedSpread : public Gathering {
 public:
  /// Blocks that come to nodes which hold them already are left out: in reverse they would count twice. Such
  /// a schedule (Collective::repeats > 0) is kept in memory whole.
  explicit ReversedSpread(std::unique_ptr<Schedule> spread)
      : Gathering(spread->info()), spread_(std::move(spread)) {
    if (info_.collective.repeats > 0) {
      spread_ = without_repeats(*spread_);
      info_ = spread_->info();
    }
    spread_->rewind();
    const bool gossip = info_.collective.kind == Collective::Kind::kGossip;
    info_.collective.kind = gossip ? Collective::Kind::kReduceScatter : Collective::Kind::kReduce;
    info_.has_signals = false;
    if (info_.sync == Synchronisation::kLocal) info_.sync = Synchronisation::kBarrier;
    window_length_ = std::max(64, static_cast<int>(std::ceil(std::sqrt(info_.phases))));
  }

  void write(int index, Phase& phase) override {
    phase.transfers = spread_phase(info_.phases - 1 - index).transfers;
    reverse(phase, true);
  }

 private:
  const Phase& spread_phase(int index) {
    const int first = index / window_length_ * window_length_;
    if (window_.empty() || first != window_first_) {
      if (position_ > first) {
        spread_->rewind();
        position_ = 0;
      }
      const int length = std::min(window_length_, info_.phases - first);
      window_.resize(window_length_);
      for (; position_ < first; ++position_) spread_->next(window_[0]);
      for (int i = 0; i < length; ++i, ++position_) spread_->next(window_[i]);
      window_first_ = first;
    }
    return window_[index - first];
  }

  std::unique_ptr<Schedule> spread_;
  int window_length_;
  int window_first_ = 0;  // of the phases in the window
  std::vector<Phase> window_;
  int position_ = 0;  // phases that the stream has given
};

}  // namespace

std::unique_ptr<Gathering> make_reversed_spread(std::unique_ptr<Schedule> spread) {
  return std::make_unique<ReversedSpread>(std::move(spread));
}

}  // namespace torusim
