#pragma once
/// Functional coverage of a router: the situations of docs/router.md that the tests have to bring about, in
/// one table, each a group of bins.

#include <cstdint>
#include <string>
#include <vector>

namespace torusim::test {

enum class Cover {
  kTurn,             ///< flit from an input port to an output port of a two-dimensional one-port router
  kRivals,           ///< inputs that have a ready flit for an output that takes one
  kCredit,           ///< where the far buffer stands when a flit is sent into it
  kStall,            ///< why a flit at the front of its VC is not ready
  kPreemption,       ///< a worm that could go on while one of a more urgent class takes its channel
  kPreemptionPoint,  ///< where the preempted worm stands, and what else befalls it
  kLane,             ///< lane of a head before and behind the router
  kWorm,             ///< flits of a worm
  kBubble,           ///< cycles between two flits of a worm on its channel
  kSuccession,       ///< worms close behind each other
  kArbiter,          ///< turns of the arbiters
  kTogether,         ///< what happens in one cycle
  kCorner,           ///< what networks seldom bring about
  kCount
};

struct CoverGroup {
  const char* name;
  std::vector<std::string> bins;
};

/// The groups in the order of Cover. All bins have to be reached.
const std::vector<CoverGroup>& cover_groups();

/// How often each bin was reached.
class CoverCounts {
 public:
  CoverCounts();
  void hit(Cover group, int bin) { ++counts_[static_cast<int>(group)][bin]; }
  /// Bins never reached, as `group: bin`.
  std::vector<std::string> missing() const;
  /// A line for each group: bins reached, and how often each.
  std::string report() const;

 private:
  std::vector<std::vector<std::int64_t>> counts_;
};

}  // namespace torusim::test
