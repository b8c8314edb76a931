#pragma once
/// Complete exchange on tori of 2^d nodes a side over doubling distances, with gathers in between. Its
/// settings dp-2d, dp-3d, t-2d1, t-2d2, t-3d1 and t-3d2 (gather_nodes.h) are reconstructions of the
/// schemes that Tseng, Ni, Sheu compare with in Tables 3 and 4; docs/algorithms/gather-family.md has the
/// construction and proof.
///
/// - Level 1: every node moves blocks 2 hops, dimension by dimension. The remaining distance of a block is
///   then a multiple of 4 hops, apart from the low bits.
/// - Level L = 2 .. d-1: first gathers up to number gathers[L-2]. Gather g joins pairs of nodes of A_(g-1)
///   that differ in one bit. One node of a pair collects the blocks that still have to move and gives back
///   the other blocks. Then the nodes of A_g move blocks 2^L hops, in turns by their label, so each line has
///   one label in direction + and one in direction -.
/// - Scatters: exchanges over the bits of the gathers in reverse; the bits 0 of the other dimensions come
///   last.
/// Phases are named "L1.x", "G1", "L3.1", .., "S.x0".

#include <string>
#include <vector>

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/gather/gather_nodes.h"
#include "schedules/algorithms/transfer_writer.h"

namespace torusim {

class GatherExchange : public PhaseByPhase, public KnownTime {
 public:
  /// `topology` is a torus of 2 or 3 equal sides of 2^d nodes, d >= 2; for `gathers` see GatherNodes.
  GatherExchange(const Topology& topology, std::vector<int> gathers);
  GatherExchange(const GatherExchange&) = delete;  // the sources know the nodes by reference
  GatherExchange& operator=(const GatherExchange&) = delete;

  std::int64_t known_time(const TimeOf& time) const override;

 private:
  void make(Phase& phase) override;
  enum class Kind { kLevelOne, kGather, kMove, kScatter };
  struct Step {
    std::string name;
    Kind kind;
    int dimension = 0;  ///< kLevelOne
    int gather = 0;     ///< kGather
    int level = 0, turn = 0;
    /// Index of an exchange over a low bit, -1: none. All nodes make it, or idle nodes in a gather
    int scatter = -1;
  };
  using Levels = GatherSources::Levels;

  void plan_steps();
  int turns(int level) const;
  void level_one(const Step& step, const Topology::Coordinates& at, TransferWriter& writer) const;
  void move(const Step& step, const Topology::Coordinates& at, TransferWriter& writer) const;
  void gather(const Step& step, const Topology::Coordinates& at, TransferWriter& writer) const;
  void scatter(int which, const Topology::Coordinates& at, TransferWriter& writer) const;
  /// Writes a message over 2^level hops along `dimension`. It has the blocks that still need these hops after
  /// the levels `done`.
  void send_off(const Topology::Coordinates& at, int g, const Levels& done, int dimension, int level,
                TransferWriter& writer) const;
  Transfer& message(const Topology::Coordinates& at, int dimension, int hops, TransferWriter& writer) const;
  void add(const std::vector<SourceBox>& sources, const std::vector<std::vector<Range>>& destinations,
           BlockSet& to) const;
  /// Coordinates that agree with `coordinate` in the bits from low(dimension) to `level`.
  std::vector<Range> agreeing(int dimension, int coordinate, int level) const;
  /// The coordinates of agreeing() that differ from `coordinate` in a bit above `level`.
  std::vector<Range> elsewhere(int dimension, int coordinate, int level) const;

  int d_;
  GatherNodes nodes_;
  GatherSources sources_;
  std::vector<Step> steps_;
};

}  // namespace torusim
