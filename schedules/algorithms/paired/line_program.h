#pragma once
/// The moves of blocks in steps along one line of a torus: the blocks that leave each coordinate in a step,
/// and the blocks that are there before it.
///
/// Along a line a block is a pair: the coordinate of its source and that of its destination. Every coordinate
/// begins with the pairs of its own source. The rule of a step gives the hops of every pair at every
/// coordinate. A line is alike from every period'th coordinate. So the program follows the pairs of one
/// period, and keeps them as few boxes; moved() and held() give the boxes of any coordinate.
///
/// The steps of the paired exchange along one line (docs/algorithms/paired.md) are jobs. A job: the pairs
/// reach the half group of their destination by moves of D and D/2 hops. The line is cut into groups of D
/// coordinates. The first half of a group sends in direction +, the other half in direction
/// -: two opposite rings of G = side / D groups, and each coordinate is on one ring.
/// - setup: D/2 hops against the ring's direction, for pairs that the other ring brings sooner;
/// - ring 1 .. R: D hops on the ring, R = ceil(G / 2) - 1 (G even) or floor(G / 2) (G odd);
/// - half: D/2 hops further, for pairs of the group's other half. Absent if there is one group.
/// Equal numbers of pairs move in all ring steps. Two offsets that together need R steps share them: one
/// moves in the first steps, the other in the rest. An offset that is its own partner is split. Half of the
/// pairs move in setup. In each ring step and in half, half of the pairs move if G is even, floor(G/2) / G of
/// the pairs if G is odd.

#include <functional>
#include <string>
#include <vector>

#include "schedules/core/block_set.h"

namespace torusim {

/// Sources times destinations, along one line.
struct LineBox {
  Range sources;
  Range destinations;
};

class LineProgram {
 public:
  /// Signed hops of a pair at coordinate `at`; 0: it stays. All pairs that leave a coordinate in a step move
  /// by equal hops, and the coordinate `period` further on has equal rules.
  using Rule = std::function<int(int at, int source, int destination)>;

  /// `period` divides `side`.
  LineProgram(int side, int period);

  /// Adds the next step. Throws std::logic_error if pairs leave a coordinate by different numbers of hops.
  void add(std::string name, const Rule& rule);

  int side() const { return side_; }
  int steps() const { return static_cast<int>(steps_.size()); }
  const std::string& name(int step) const { return steps_[step].name; }
  /// The most pairs that leave a coordinate in the step. Every coordinate holds side() pairs or fewer.
  int most_pairs(int step) const { return steps_[step].most_pairs; }
  /// Hops of the pairs that leave a coordinate in the step; 0 if none does.
  int hops(int step, int at) const { return steps_[step].hops[at % period_]; }
  /// The pairs that leave a coordinate in the step.
  std::vector<LineBox> moved(int step, int at) const;
  /// The pairs at a coordinate before the step; `step` steps() is the end.
  std::vector<LineBox> held(int step, int at) const;

 private:
  struct Pair {
    int source, destination;
    auto operator<=>(const Pair&) const = default;
  };
  struct Step {
    std::string name;
    int most_pairs = 0;
    std::vector<int> hops;                    // [coordinate of the period]
    std::vector<std::vector<LineBox>> moved;  // ranges wrap from the end of the line to its beginning
  };

  int wrapped(int x) const { return (x % side_ + side_) % side_; }
  void keep_held();
  /// `pairs` as boxes; ranges may go past the end of the line.
  std::vector<LineBox> boxes_of(std::vector<Pair> pairs) const;
  std::vector<Range> ranges_of(const std::vector<int>& coordinates) const;
  /// The boxes moved by `by` coordinates along the line.
  std::vector<LineBox> shifted(const std::vector<LineBox>& boxes, int by) const;

  int side_;
  int period_;
  std::vector<std::vector<Pair>> now_;  // [coordinate of the period]
  std::vector<Step> steps_;
  std::vector<std::vector<std::vector<LineBox>>> held_;  // [step][coordinate of the period]
};

/// Steps of a job on a line of `side` coordinates, a multiple of `group` (D), which is even.
int job_steps(int side, int group);
void add_job(LineProgram& line, int group);

/// Even coordinates form a ring in direction +, odd coordinates a ring in direction -. After side/2 - 1 steps
/// of 2 hops a pair is at its destination or the neighbour `x xor 1` of it.
void add_one_way_rings(LineProgram& line);

/// Within groups of 4: 2 hops, for pairs of the group's other half.
void add_two(LineProgram& line);
/// Exchange with the neighbour x xor 1.
void add_one(LineProgram& line);
/// Within groups of 3: x mod 3 sends the pairs of (x + 1) mod 3 there, then those of (x + 2) mod 3.
void add_triples(LineProgram& line);

}  // namespace torusim
