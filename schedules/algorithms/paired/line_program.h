#pragma once
/// What happens along one line of a torus while blocks move in steps along it: which of the blocks that are
/// at a coordinate move on, and what is there then.
///
/// Along a line a block is a pair: the coordinate of its source and that of its destination. Every coordinate
/// begins with the pairs of its own source. A step says, for every coordinate and every pair that is there,
/// how far the pair moves. Lines look the same from every period'th coordinate, so steps are followed for one
/// period, pair by pair, and kept as few boxes of pairs; at() gives those of any coordinate.

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
  /// Hops, signed, that a pair which is at `at` moves; 0: it stays. All pairs that leave a coordinate in a
  /// step leave it by as many hops, and a coordinate `period` further on does the same.
  using Rule = std::function<int(int at, int source, int destination)>;

  /// `period` divides `side`.
  LineProgram(int side, int period);

  /// The next step. Throws std::logic_error if pairs leave a coordinate by different numbers of hops.
  void add(std::string name, const Rule& rule);

  int side() const { return side_; }
  int steps() const { return static_cast<int>(steps_.size()); }
  const std::string& name(int step) const { return steps_[step].name; }
  /// The most pairs that leave a coordinate in the step. Every coordinate holds side() pairs or fewer.
  int most_pairs(int step) const { return steps_[step].most_pairs; }
  /// Hops of what leaves a coordinate in the step; 0 where nothing does.
  int hops(int step, int at) const { return steps_[step].hops[at % period_]; }
  /// The pairs that leave a coordinate in the step.
  std::vector<LineBox> moved(int step, int at) const;
  /// The pairs at a coordinate before the step; at the end for steps().
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
  /// The same boxes `by` coordinates further on, on the line.
  std::vector<LineBox> shifted(const std::vector<LineBox>& boxes, int by) const;

  int side_;
  int period_;
  std::vector<std::vector<Pair>> now_;  // [coordinate of the period]
  std::vector<Step> steps_;
  std::vector<std::vector<std::vector<LineBox>>> held_;  // [step][coordinate of the period]
};

}  // namespace torusim
