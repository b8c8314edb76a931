#pragma once
/// The messages of a run, summed by phase, class and hops, for networks too large for a row per
/// message.

#include <map>
#include <tuple>

#include "models/contract/observer.h"

namespace torusim {

struct TransferGroup {
  std::int64_t messages = 0, delivered = 0, blocks = 0;
  std::int64_t flits = 0;                     ///< heads included
  Cycle started_first = 0, started_last = 0;  ///< starts of the sends
  Cycle delivered_first = 0, delivered_last = 0;
  Cycle latency_least = 0, latency_most = 0;  ///< from the start of the send to the delivery
  std::int64_t latency_sum = 0;
};

class TransferSummary : public Observer {
 public:
  /// Index of the phase, class and hops of a group's messages.
  using Key = std::tuple<int, int, int>;
  using Groups = std::map<Key, TransferGroup>;

  explicit TransferSummary(const Topology& topology) : topology_(topology) {}

  bool wants_moves() const override { return false; }
  void started(Cycle cycle, const Worm& worm) override;
  void delivered(Cycle cycle, const Worm& worm) override;

  const Groups& transfers() const { return transfers_; }
  /// Groups of the signals of local synchronisation.
  const Groups& signals() const { return signals_; }

 private:
  TransferGroup& group_of(const Worm& worm);

  Topology topology_;
  Groups transfers_, signals_;
};

}  // namespace torusim
