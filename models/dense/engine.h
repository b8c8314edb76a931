#pragma once
/// The scalar half of the dense level: the moves of whole worms, and the order of a cycle.
///
/// The blocks are divided into slabs (slab.h), one for each thread. A cycle has two steps. First a slab
/// evaluates its blocks, for which it needs its neighbours' evaluation of the previous cycle. Then its worms
/// move, for which it needs no other slab. So a slab can be half a cycle ahead of another (team.h).

#include <memory>
#include <vector>

#include "models/contract/large_array.h"
#include "models/contract/message_source.h"
#include "models/contract/network_model.h"
#include "models/contract/observer.h"
#include "models/dense/counts.h"
#include "models/dense/geometry.h"
#include "models/dense/shapes.h"
#include "models/dense/slab.h"
#include "models/threads/team.h"

namespace torusim::dense {

template <typename Block>
class Engine : public NetworkModel {
  using u32 = std::uint32_t;

 public:
  /// `counted`: the observer of sums, or null. If there is one, the kernel counts, and `counts` makes the
  /// sums.
  Engine(const Hardware& hardware, MessageSource& source, WormTable& worms, Scoreboard& scoreboard,
         Kernel<Block> kernel, MakeCounts counts, Observer* counted, int threads);
  Cycle step(Cycle now) override;
  Cycle now() const override { return end_ - 1; }
  Cycle last_move() const override { return now(); }
  void finish(Cycle last) override;

 private:
  using Shape = typename Block::Shape;
  using Input = InputPlanes<Shape, Bits>;
  using Output = OutputPlanes<Shape, Bits>;
  using Interface = InterfacePlanes<Shape, Bits>;
  using E = Event<Shape>;
  using Planes = WormPlanes<Block>;
  static constexpr std::size_t kBlockWords = sizeof(Block) / sizeof(Bits);
  static constexpr Cycle kSteps = 2;  // steps of a cycle

  static Bits bit(u32 router) { return Planes::bit(router); }
  /// Index of the word of a router at offset `bytes` of its block.
  u32 word(std::size_t bytes, u32 router) const {
    return first_[router / 64] + static_cast<u32>(bytes / sizeof(Bits));
  }
  std::vector<int> divide(int threads);
  void make_slabs(const Hardware& hardware, const std::vector<int>& ends);
  Planes lend_arrays();
  void set_up(const Hardware& hardware);
  void set_up_elsewhere(const Planes& planes);
  void start_credits(std::size_t bytes, std::size_t in_flight, u32 router);
  DownstreamVc far(int input, u32 from, u32 router) const;
  u32 slab_of(u32 router) const { return slab_of_block_[router / 64 / Block::router_words]; }
  Cycle begin_stretch(Cycle now);
  void come_to_rest(Cycle until);
  void simulate(Cycle first);
  void make_room();
  void do_step(std::size_t slab, Cycle step);
  void evaluate(std::size_t slab, Cycle now);
  void move_worms(std::size_t slab, Cycle now);

  MessageSource& source_;
  DividedSource* parts_ = nullptr;  // the source in parts, if there are several slabs and it can be divided
  WormTable& worms_;
  Scoreboard& scoreboard_;
  const Kernel<Block> kernel_;
  const Geometry geometry_;
  const int link_delay_, classes_, reserve_;
  LargeArray<Bits> blocks_;  // slab by slab; the last block of each slab stands for all other slabs
  std::vector<u32> first_;   // by router / 64: index of its first word in the blocks
  std::vector<DownstreamVc> far_;
  LargeArray<u32> front_, last_;
  LargeArray<u32> injecting_;  // by router
  Observer* const counted_;    // null: nothing is counted
  std::unique_ptr<Counts> counts_;
  std::vector<std::uint16_t> slab_of_block_;
  std::vector<std::unique_ptr<Slab<Block>>> slabs_;
  std::vector<std::unique_ptr<Post>> posts_;
  std::vector<std::unique_ptr<Scoreboard>> scoreboards_;  // by slab, if there are several
  bool in_parts_ = false;                                 // the source works in parts
  alignas(64) Cycle end_ = 0;                             // end of the cycles that are being simulated
  Cycle quiet_ = 0;                                       // from this cycle on no wire carries anything
  std::vector<Injection> injections_;
  std::unique_ptr<Team> team_;
};

}  // namespace torusim::dense
