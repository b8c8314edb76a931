#pragma once
/// The planes of a network of two dimensions and up to 64 routers. There a plane is one word, and the words
/// of the 4 network ports make a vector.

#include "models/dense/block.h"

namespace torusim::dense {

template <typename Shape_>
struct alignas(64) PortBlock {
  using Shape = Shape_;
  using Vector = Bits256;
  static_assert(Shape::network_ports == 4 && Shape::classes == 1);

  InputPlanes<Shape, Bits256> inputs[2];    // by lane
  InputPlanes<Shape, Bits256> local;        // word 0: the injection VC; word 1: the worm that is ejected
  OutputPlanes<Shape, Bits256> outputs[2];  // by lane
  Bits256 lane_turn;
  Bits256 turns[Shape::ports];                // SA-2 at the network outputs, as in first_from_turn()
  Bits ejection_turn[Shape::ports];           // SA-2 at the ejection output
  InterfacePlanes<Shape, Bits256> interface;  // word 0
  Bits ejection_owned, ejected[3], ejecting;  // as in Block
  // Constants.
  Bits256 dateline;
  Bits256 right, left;  // routers whose neighbour's bit is shifted right, or left

  // Offsets in bytes, for the scalar half of the engine.
  static constexpr int router_words = 1;
  static constexpr int event_words(int) { return 1; }
  static constexpr std::size_t input(int number) {
    constexpr std::size_t kVc = sizeof(InputPlanes<Shape, Bits256>);
    const bool network = number < Shape::injection;
    const int vector = network ? number % 2 : 2, word = network ? number / 2 : number - Shape::injection;
    return offsetof(PortBlock, inputs) + static_cast<std::size_t>(vector) * kVc + word_of(word);
  }
  static constexpr std::size_t output(int port, int lane) {
    return offsetof(PortBlock, outputs) +
           static_cast<std::size_t>(lane) * sizeof(OutputPlanes<Shape, Bits256>) + word_of(port);
  }
  static constexpr std::size_t interface_at() { return offsetof(PortBlock, interface); }
  static constexpr std::size_t dateline_of(int port) { return offsetof(PortBlock, dateline) + word_of(port); }
  static constexpr std::size_t step_of(int port) {
    return (port % 2 == 0 ? offsetof(PortBlock, right) : offsetof(PortBlock, left)) + word_of(port);
  }
  static constexpr std::size_t wrap_of(int port) {
    return (port % 2 == 0 ? offsetof(PortBlock, left) : offsetof(PortBlock, right)) + word_of(port);
  }
  static constexpr std::size_t turns_begin() { return offsetof(PortBlock, turns); }
  static constexpr std::size_t turns_end() {
    return offsetof(PortBlock, ejection_turn) + sizeof ejection_turn;
  }

 private:
  static constexpr std::size_t word_of(int number) { return static_cast<std::size_t>(number) * sizeof(Bits); }
};

}  // namespace torusim::dense
