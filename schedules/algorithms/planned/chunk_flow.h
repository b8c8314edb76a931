#pragma once
/// The most chunks that reach a node: a flow over links that carry whole chunks, phase by phase.

#include <cstdint>
#include <limits>
#include <vector>

#include "schedules/algorithms/planned/live_links.h"

namespace torusim::planned {

class ChunkFlow {
 public:
  /// Each owner has so many chunks.
  ChunkFlow(const LiveLinks& links, std::vector<NodeId> owners, std::int64_t chunks)
      : links_(links), owners_(std::move(owners)), chunks_(chunks) {}

  /// Chunks move for phases of these times, one hop in each, and then for the time `rest`, any number of
  /// hops. A link of interval r carries t / r whole chunks in the time t.
  void set(const std::vector<int>& times, std::int64_t rest);
  /// The chunks of all owners, itself too, that can be at the node in the end. They all arrive over different
  /// places on links, so no plan brings it more. The search ends at `most`.
  std::int64_t into(NodeId node, std::int64_t most = std::numeric_limits<std::int64_t>::max());
  /// Arcs looked at so far.
  std::int64_t steps() const { return steps_; }

 private:
  struct Arc {
    std::int32_t to;
    std::int64_t room;
  };
  void add(std::int32_t from, std::int32_t to, std::int64_t room);
  bool measure(std::int32_t sink);
  std::int64_t push(std::int32_t sink);

  const LiveLinks& links_;
  const std::vector<NodeId> owners_;
  const std::int64_t chunks_;
  std::int32_t source_ = 0, last_ = 0;          // last_: the first vertex of the end
  std::vector<Arc> arcs_, used_;                // each with its reverse beside it; used_: with a flow
  std::vector<std::vector<std::int32_t>> out_;  // [vertex]: arcs
  std::vector<std::int32_t> far_;               // [vertex]: arcs to the sink
  std::vector<std::size_t> next_;               // [vertex]: of out_
  std::vector<std::int32_t> queue_, way_;
  std::int64_t steps_ = 0;
};

}  // namespace torusim::planned
