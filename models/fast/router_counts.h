#pragma once
/// Counts of the routers for an observer of sums: stalls and their causes, buffer levels, owners of
/// channels.
///
/// The sets of a cycle have all VCs of a router at once: a flit at the front of a buffer that does not leave
/// stalls, and its sets give the cause. A change of a set is the begin or the end of a stall, so a sleeping
/// router continues to count.

#include <vector>

#include "models/fast/batch.h"
#include "models/fast/head_gates.h"
#include "models/fast/route_table.h"
#include "models/fast/slabs.h"

namespace torusim::fast {

template <typename View>
class RouterCounts {
 public:
  /// Of the routers of a slab. All but `hardware` are to outlive it.
  RouterCounts(const Hardware& hardware, const NetworkState& state, const RouteTable& routes, Slab& slab,
               const HeadGates& gates);
  bool on() const { return counts_.on(); }

  /// Between the choice of who is ready and that of who goes.
  void note_ready(Batch<View>& batch) const;
  /// Called when the departures are known, before they take place.
  void count(Cycle now, Batch<View>& batch);
  /// A head that waits asks for a channel other than before: its stall there has ended. Called before it
  /// turns.
  void turn(Cycle now, const View& router, VcIndex input);
  /// The head of the input's front worm, or its tail, leaves. The output's owner is still, or already, not
  /// it.
  void head(Cycle now, const View& router, const VirtualChannel& channel) const;
  void tail(Cycle now, const View& router, const VirtualChannel& channel) const;
  /// The end of the run. True if streams still ran in the last cycle.
  bool finish(Cycle last);

 private:
  /// Flits that stall, by cause: inputs as they are and, of the second cause, in the bits of outputs.
  struct Stalled {
    std::uint64_t allocation_credit = 0, preemption_arbitration = 0;
  };
  static constexpr int kMaxDigits = 24;

  std::size_t word_of(const View& router, int word) const {
    return std::size_t(router.node() - slab_.first) * router.words() + word;
  }
  bool owned(const View& router, int out) const;
  std::uint64_t preempted(const Work<View>& work, const Stalls<View>& stalls, int word,
                          std::uint64_t lost) const;
  void change(Cycle now, const View& router, int word, const Stalled& stalled);
  void change(Cycle now, const View& router, int word, std::uint64_t& was, std::uint64_t is,
              StallCause first);
  void look_at_buffers(Cycle now, const Work<View>& work);
  int flits_of_ports(const Work<View>& work, int word, std::uint64_t* sums) const;
  ChannelId feeder(const View& router, int in) const;

  const Hardware hardware_;
  const NetworkState& state_;
  const RouteTable& routes_;
  const Slab& slab_;
  const HeadGates& gates_;
  ChannelCounts& counts_;
  int peak_digits_ = 0;
  std::vector<Stalled> stalled_;  // [routers][words]
  /// [routers][words][peak_digits_], as counters.h, of ports, at their first VC.
  std::vector<std::uint64_t> peaks_;
};

}  // namespace torusim::fast
