#pragma once
/// The gather-scatter tree on a ring of any length: senders, receivers and blocks of every level.
/// Tseng, Ni, Sheu: Toward Optimal Complete Exchange on Wormhole-Routed Tori, Sections 2.1 to 2.4 and 5.
///
/// Level l of the tree holds the positions that are multiples of 2^l; a member sends to the position 2^l
/// further, or to position 0 where the ring ends. Blocks climb in phases GP_0, GP_1, .. and descend in phases
/// .., SP_1, SP_0. Positions are numbered from the node `origin`. So the tree of the negative direction can
/// be shifted by one node or leave node 0 out.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/block_set.h"
#include "schedules/core/schedule.h"

namespace torusim {

/// The rule for the blocks that climb; Section 5 allows several readings. On rings of 2^d nodes all four
/// rules are the algorithm of Section 2.3. S exchanges the sizes of GP_{d-2} and SP_{d-2} as its pseudo-code
/// does; A has the sizes of its Lemmas 3 and 4 (E as A, F as S). On other even rings F needs the fewest
/// blocks.
enum class RingRule { kAuto, kS, kA, kE, kF };

/// Blocks by their distance from the node that holds them; empty when near > far.
struct DistanceInterval {
  int near = 1;
  int far = 0;
};

class RingTree {
 public:
  struct Shape {
    int ring = 0;        ///< nodes of the ring
    int size = 0;        ///< positions: `ring`, or ring - 1 when node 0 is left out (origin 1)
    int origin = 0;      ///< the node at position 0
    int direction = +1;  ///< +1 or -1: the direction of the blocks
    int depth = 3;       ///< ceil(lg ring), at least 3
    /// GP_0 and SP_0 have only the edges between a position of level 1 and a position of level 0 alone
    /// (Section 2.4)
    bool reduced = true;
  };
  explicit RingTree(const Shape& shape);

  int size() const { return shape_.size; }
  int direction() const { return shape_.direction; }
  /// Number of levels, depth - 1.
  int levels() const { return shape_.depth - 1; }
  int node(int position) const { return (shape_.origin + position) % shape_.ring; }
  bool in_level(int position, int level) const { return level < levels() && position % (1 << level) == 0; }

  /// The position to which a member of `level` sends. gap() is the distance to this position.
  int next(int position, int level) const;
  /// The member of `level` whose next() is `position`.
  int previous(int position, int level) const;
  int gap(int position, int level) const { return distance(position, next(position, level)); }
  /// The edge from `position` to next() as a signed number of ring hops.
  int hops(int position, int level) const;
  /// Positions from a to b in the direction of the tree.
  int distance(int a, int b) const;

  bool gathers(int position, int level) const;
  bool scatters(int position, int level) const;
  /// The blocks that climb (descend) along the edge that leaves `position` on `level`.
  DistanceInterval gathered(int position, int level, RingRule rule) const;
  DistanceInterval scattered(int position, int level, RingRule rule) const;

 private:
  /// The distance to which the phases SP_{level-1} .. SP_0 can carry a block from `position`.
  int reach(int position, int level) const { return reach_[level][position]; }

  Shape shape_;
  std::vector<std::vector<int>> reach_;  // [level][position]
};

// The phases of a complete exchange on one ring, a template that torus algorithms lay onto rows and columns.

/// One message; `blocks` is a set over a ring of the template's length.
struct RingMessage {
  int from = 0;
  int hops = 0;  ///< signed
  BlockSet blocks;
};

/// Blocks of the longest message.
inline std::int64_t most_blocks(const std::vector<RingMessage>& messages) {
  std::int64_t result = 0;
  for (const RingMessage& message : messages) result = std::max(result, message.blocks.blocks());
  return result;
}

/// A null message of local synchronisation (Section 7.2); see Signal. It gates the phase whose list it is in.
struct RingSignal {
  int from = 0;
  int hops = 0;  ///< signed, to the node that waits
  Signal::Trigger trigger = Signal::Trigger::kFinished;
  int after = 0;  ///< index of an earlier phase of the template
};

struct RingPhase {
  std::string name;
  std::vector<RingMessage> messages;  ///< in order of `from`
  std::vector<RingSignal> signals;
  /// Local synchronisation needs a barrier before this phase; never set on the first.
  bool barrier_before = false;
};

struct RingExchange {
  int length = 0;
  std::vector<RingPhase> phases;  ///< none of them empty
  bool local = false;             ///< signals, or fewer barriers than phases, order the phases
};

}  // namespace torusim
