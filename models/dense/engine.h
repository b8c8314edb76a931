#pragma once
/// The scalar half of the dense level: what happens to whole worms, and the order of a cycle.

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <span>
#include <vector>

#include "models/contract/large_array.h"
#include "models/dense/block.h"
#include "models/dense/ejections.h"
#include "models/dense/geometry.h"
#include "models/dense/network.h"
#include "models/dense/packed_route.h"

namespace torusim::dense {

template <typename Shape, typename V>
class Engine : public Network {
  using u32 = std::uint32_t;

 public:
  Engine(const Hardware& hardware, MessageSource& source, WormTable& worms, Scoreboard& scoreboard,
         Evaluate evaluate);
  Cycle step(Cycle now) override;

 private:
  using Word = Block<Shape, Bits>;  // of a block, what lies at a word: planes are `kWords` apart
  using Input = typename Word::Input;
  using E = Event<Shape>;
  using Path = PackedRoute<Shape::dimensions>;
  static constexpr int kWords = sizeof(V) / sizeof(Bits);
  static constexpr std::size_t kPlanes = kWords;  // words from plane to plane
  static constexpr std::size_t kBlockWords = sizeof(Block<Shape, V>) / sizeof(Bits);
  static constexpr u32 kInputWords = sizeof(Input) / sizeof(Bits) * kWords;

  /// What the routers know of a worm.
  struct Travel {
    Bits route = 0;  // what is left of it
    u32 next = 0;    // of those that wait for the same VC: a ring, through the last
    u32 passed = 0;  // what a counter of its flits starts with
  };
  /// The input VC at the far end of a channel, and its words in the blocks.
  struct Far {
    u32 word = 0, place = 0;
  };
  /// A head that has left for `to`.
  struct Move {
    Far to;
    WormSlot worm = 0;
    u32 port = 0, passed = 0;
  };
  /// Of a word of an event, what has not been listed yet.
  struct Rest {
    Bits bits = 0, lane_1 = 0;
    u32 first = 0;  // place
  };

  static Bits bit(u32 router) { return Bits{1} << (router % 64); }
  u32 place(int input, u32 router) const { return static_cast<u32>(input) << place_bits_ | router; }
  u32 router(u32 place) const { return place & ((u32{1} << place_bits_) - 1); }
  /// Of a plane of Word, by its offset there.
  Bits& plane(u32 word, std::size_t offset) { return blocks_[word + offset / sizeof(Bits) * kPlanes]; }
  u32 input_word(int input, u32 router) const {
    return words_[router / 64] + static_cast<u32>(offsetof(Word, inputs) / sizeof(Bits) * kWords) +
           static_cast<u32>(input) * kInputWords;
  }

  void set_up(const Hardware& hardware);
  void begin(Cycle now, const Injection& injection);
  void come_to_front(u32 input, Bits mask, const Travel& travel);
  void start_counter(u32 word, std::size_t offset, Bits mask, u32 passed);
  void move_heads();
  void look_up_moves(std::span<const u32> heads);
  u32 bring_to_front(std::size_t heads);
  void bring_up();
  void wait(u32 input, u32 place, WormSlot worm);
  void tell_interfaces(Cycle now);
  const Bits* event_plane(int event) const { return events_.data() + event * geometry_.line_words; }
  template <typename Visit>
  void for_each_word(int first_event, int bytes, Visit visit) const;
  std::span<const u32> find_inputs(int event, int event_of_lane_1);
  Lines lines(Cycle now);

  MessageSource& source_;
  WormTable& worms_;
  const Evaluate evaluate_;
  const Geometry geometry_;
  const int link_delay_, reserve_;
  const int place_bits_;  // of a router in a place: at least 6, so that bit() is of both
  LargeArray<Bits> blocks_;
  std::vector<u32> words_;            // by router / 64: where its words are in the blocks
  LargeArray<Bits> flits_, credits_;  // lines, by cycle modulo link delay + 1
  LargeArray<Bits> events_;
  std::vector<std::uint8_t> not_zero_;
  std::vector<Far> far_;          // by way (PackedRoute) and router
  LargeArray<u32> front_, last_;  // by place: the worm at the front; the last that waits
  std::vector<u32> injecting_;    // by router
  std::vector<Travel> travels_;   // by slot
  std::vector<u32> found_;
  std::vector<Rest> rests_;
  std::vector<Move> moves_;
  std::vector<u32> blocked_;  // of those, the ones that have to wait
  Ejections ejections_;
  Ejections::List late_heads_, injected_tails_;
  std::vector<Injection> injections_;
  std::int64_t under_way_ = 0;  // worms
  Cycle quiet_ = 0;  // no flit and no credit is on a wire from this cycle on, if nothing is under way
};

}  // namespace torusim::dense
