#pragma once
/// The scalar half of the dense level: what happens to whole worms, and the order of a cycle.

#include <cstddef>
#include <vector>

#include "models/contract/large_array.h"
#include "models/dense/counts.h"
#include "models/dense/ejections.h"
#include "models/dense/geometry.h"
#include "models/dense/network.h"
#include "models/dense/shapes.h"

namespace torusim::dense {

template <typename Block>
class Engine : public Network {
  using u32 = std::uint32_t;

 public:
  /// `sums`, if any, are counted; then the kernel counts, and `counts` makes sums of that.
  Engine(const Hardware& hardware, MessageSource& source, WormTable& worms, Scoreboard& scoreboard,
         Kernel<Block> kernel, MakeCounts counts, ChannelSums* sums);
  Cycle step(Cycle now) override;
  Cycle finish(Cycle last) override;

 private:
  using Shape = typename Block::Shape;
  using Input = InputPlanes<Shape, Bits>;
  using Output = OutputPlanes<Shape, Bits>;
  using Interface = InterfacePlanes<Shape, Bits>;
  using E = Event<Shape>;
  using Path = PackedRoute<Shape::dimensions>;
  using Planes = WormPlanes<Block>;

  static Bits bit(u32 router) { return Planes::bit(router); }
  /// The word of a router at these bytes of its block.
  u32 word(std::size_t bytes, u32 router) const {
    return first_[router / 64] + static_cast<u32>(bytes / sizeof(Bits));
  }

  Far far(int input, u32 router) const {
    return {planes_.input_word(static_cast<u32>(input), router), planes_.place(input, router)};
  }
  std::ptrdiff_t wires_of_a_cycle() const {
    return std::ptrdiff_t{2} * Shape::network_ports * classes_ * geometry_.line_words;
  }
  void lend_arrays();
  void set_up(const Hardware& hardware);
  void start_credits(std::size_t bytes, std::size_t in_flight, u32 router);
  void begin(Cycle now, const Injection& injection);
  bool is_sending(u32 node) const;
  u32 ejected_class(int event, u32 word, u32 bit) const;
  void tell_interfaces(Cycle now);
  void set_up_lines();
  const Lines& lines(Cycle now);

  MessageSource& source_;
  WormTable& worms_;
  const Kernel<Block> kernel_;
  const Geometry geometry_;
  const int link_delay_, classes_, reserve_;
  const Switching switching_;
  const bool transit_first_;
  LargeArray<Bits> blocks_;
  std::vector<u32> first_;            // by router / 64: where its words begin in the blocks
  LargeArray<Bits> flits_, credits_;  // lines, by cycle modulo link delay + 1
  LargeArray<Bits> events_;
  std::vector<std::uint8_t> not_zero_;
  std::vector<Far> far_;
  LargeArray<u32> front_, last_;
  std::vector<u32> injecting_;  // by router
  std::vector<Travel> travels_;
  std::vector<u32> found_;
  std::vector<typename Planes::RestOfEvent> rests_;
  std::vector<Move> moves_;
  Planes planes_;  // of all these
  Lines lines_;    // likewise, of the cycle
  std::unique_ptr<Counts> counts_;
  Ejections ejections_;
  Ejections::List late_heads_, injected_tails_;
  std::vector<Injection> injections_;
  std::int64_t under_way_ = 0;  // worms
  Cycle quiet_ = 0;  // no flit and no credit is on a wire from this cycle on, if nothing is under way
};

}  // namespace torusim::dense
