#pragma once
/// Counts of the routers for an observer of sums: stalls and their causes, buffer levels, owners of
/// channels.
///
/// A flit at the front of a buffer that does not leave stalls. The sets of the cycle (batch.h) give the cause
/// for all VCs of a router at once. Only a change of a set is counted, as the begin or end of a stall, so a
/// sleeping router continues to count.

#include <vector>

#include "models/fast/batch.h"
#include "models/fast/head_gates.h"
#include "models/fast/napping_channels.h"
#include "models/fast/route_table.h"
#include "models/fast/slabs.h"
#include "models/fast/stall_sets.h"

namespace torusim::fast {

template <typename View>
class RouterCounts final : public NappingCounts {
 public:
  /// Counts for the routers of a slab. All arguments but `hardware` must outlive the object.
  RouterCounts(const Hardware& hardware, const NetworkState& state, const RouteTable& routes, Slab& slab,
               const HeadGates& gates);
  bool on() const { return counts_.on(); }

  /// Stores the sets of ready and held flits. Called after `work.gone` has the ready flits, and before SA.
  void note_ready(Batch<View>& batch) const;
  /// Called between SA and ST: the departures are known, but have not taken place.
  void count(Cycle now, Batch<View>& batch);
  /// A waiting head chooses another output channel than before (adaptive routing), so its stall for the old
  /// channel ends. Called before the change.
  void turn(Cycle now, const View& router, VcIndex input);
  /// The head or the tail of the input's front worm leaves, while the set of owned outputs does not include
  /// this worm: not yet, or no longer.
  void head(Cycle now, const View& router, const VirtualChannel& channel) const;
  void tail(Cycle now, const View& router, const VirtualChannel& channel) const;
  /// Ends the run. True if streams still ran in cycle `last`.
  bool finish(Cycle last);

  void keep() override { stalled_.keep(); }
  void repeat(NodeId node, const StallSets::Sleep& sleep) override;
  void look_at_buffers(Cycle now, NodeId node, const std::uint64_t* came) override {
    look_at_buffers(now, View(state_, node), came);
  }

 private:
  static constexpr int kMaxDigits = 24;

  std::size_t word_of(const View& router, int word) const {
    return std::size_t(router.node() - slab_.first) * router.words() + word;
  }
  bool owned(const View& router, int out) const;
  std::uint64_t preempted(const Work<View>& work, const Stalls<View>& stalls, int word,
                          std::uint64_t lost) const;
  auto stall_of(const View& router, int word) const;
  void change(Cycle now, const View& router, int word, const StallSets::Pair& stalled);
  void look_at_buffers(Cycle now, const View& router, const std::uint64_t* came);
  int flits_of_ports(const View& router, int word, std::uint64_t came, std::uint64_t* sums) const;
  ChannelId feeder(const View& router, int in) const;

  const Hardware hardware_;
  const NetworkState& state_;
  const RouteTable& routes_;
  const Slab& slab_;
  const HeadGates& gates_;
  ChannelCounts& counts_;
  int peak_digits_ = 0;
  /// Input VCs whose flits stall, [routers][words]. Each half has two causes: the bits of inputs are for the
  /// first one, those of outputs for the second.
  StallSets stalled_;
  /// [routers][words][peak_digits_], counters (counters.h) of ports, at the bit of the port's first VC.
  std::vector<std::uint64_t> peaks_;
};

}  // namespace torusim::fast
