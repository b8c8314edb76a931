#pragma once
/// The planes of a block: the state of as many routers as a vector has bits, and of their node interfaces.
/// models/README.md draws them.

#include <bit>

#include "models/contract/hardware.h"
#include "models/dense/planes.h"

namespace torusim::dense {

/// Bits of a number that is less than `end`.
constexpr int bits_of(int end) { return std::bit_width(static_cast<unsigned>(end - 1)); }

/// The hardware for which a kernel is compiled. A buffer holds at most 2^(slot_bits - 1) flits, a worm at
/// most 2^flit_bits. `classes_` is the maximum number of classes.
template <int dimensions_, int slot_bits_, int flit_bits_, int classes_ = 1>
struct Shape {
  static constexpr int dimensions = dimensions_, slot_bits = slot_bits_, flit_bits = flit_bits_;
  static constexpr int classes = classes_, class_bits = bits_of(classes);
  static constexpr int network_ports = 2 * dimensions, ports = network_ports + 1, local = network_ports;
  static constexpr int most_slots = 1 << (slot_bits - 1), most_flits = 1 << flit_bits;
  /// Number of planes for the flits of a worm that fits into a buffer.
  static constexpr int whole_bits = slot_bits - 1;
  static_assert(whole_bits <= flit_bits);

  /// Input VCs of a class: lane l of network port p is 2 p + l; then the injection VC, and the place of the
  /// worm that is ejected. The class is above these bits of a VC's number.
  static constexpr int injection = 2 * network_ports, ejection = injection + 1, inputs = ejection + 1;
  static constexpr int input_bits = bits_of(inputs);
  /// Bits that identify the VC of an input port: the lane and the class.
  static constexpr int vc_bits = 1 + class_bits;

  static constexpr int dimension(int port) { return port / 2; }
  static constexpr bool straight(int in, int out) {
    return in != local && out != local && dimension(in) == dimension(out);
  }
  /// In dimension order a worm goes straight on, turns into a higher dimension, or is ejected.
  static constexpr bool legal(int in, int out) {
    if (in == local) return out != local;
    return straight(in, out) ? in == (out ^ 1) : dimension(in) < dimension(out);
  }
  /// The inputs that may ask for an output, in the order of their ports.
  static constexpr int inputs_of(int out) { return out == local ? network_ports : 2 * dimension(out) + 2; }
  static constexpr int input_of(int out, int i) {
    if (out == local || i < 2 * dimension(out)) return i;
    return i == 2 * dimension(out) ? out ^ 1 : local;
  }
  /// With reversed dimensions: the rank of input i of input_of() in the order of the network's ports. Inputs
  /// that turn come in the reverse order of dimensions.
  static constexpr int place_of(int out, int i) {
    const int straight = out == local ? 0 : 1, turning = inputs_of(out) - 2 * straight;
    if (i < straight) return turning;
    return i < straight + turning ? (turning - 1 - (i - straight)) ^ 1 : i;
  }
};

template <typename Shape, typename V>
struct InputPlanes {
  V occupied[Shape::slot_bits];  // flits in the buffer
  V passed[Shape::flit_bits];    // 2^flit_bits - flits of the front worm that are still to leave
  V started;                     // the front worm's head has left
  V front;                       // a front worm is here, or its head is on its way
  V waiting;                     // other worms wait behind the front worm
  V wants[Shape::ports];         // RC: the output of the front worm, one plane each
};

template <typename Shape, typename V>
struct OutputPlanes {
  V in_flight[Shape::slot_bits];  // flits sent and not credited, plus 2^(slot_bits - 1) - reserve
  V owned;                        // a worm owns the output VC

  V room() const { return ~in_flight[Shape::slot_bits - 1]; }
};

template <typename Shape, typename V>
struct InterfacePlanes {
  V sending;                      // the interface sends a worm
  V started;                      // the worm's head has left
  V late;                         // the worm's head could not leave at once
  V passed[Shape::flit_bits];     // as in InputPlanes
  V in_flight[Shape::slot_bits];  // as in OutputPlanes
  V injected;                     // the interface sent a flit in the last cycle
  V credited;                     // the injection VC lost a flit in the last cycle
};

template <typename Shape, typename V>
struct ClassPlanes {
  InputPlanes<Shape, V> inputs[Shape::inputs];
  OutputPlanes<Shape, V> outputs[Shape::network_ports][2];
  V ejection_owned;
  V ejected[3];                       // a flit was ejected one, two and three cycles ago
  V ejecting;                         // the flit of the last cycle was not a tail
  V lane_turn[Shape::network_ports];  // SA-1: the turn is at lane 1
  InterfacePlanes<Shape, V> interface;
};

/// The routers of one vector: a vector V is one plane of all of them.
template <typename Shape_, typename V>
struct alignas(64) Block {
  using Shape = Shape_;
  using Vector = V;
  using OfClass = ClassPlanes<Shape, V>;
  struct Turns {
    V at_most[Shape::ports];  // SA-2: the turn is at most i, as in first_from_turn()
  };

  OfClass of_class[Shape::classes];
  Turns turns[Shape::ports];
  // Constants.
  V dateline[Shape::network_ports];
  V steps[Shape::network_ports], wraps[Shape::network_ports];

  // Offsets in bytes, for the scalar half of the engine.
  static constexpr int router_words = sizeof(V) / sizeof(Bits);  ///< words of a plane
  static constexpr int event_words(int line_words) { return line_words; }
  static constexpr std::size_t class_bytes() { return sizeof(OfClass); }
  static constexpr std::size_t input(int number) {
    constexpr int kOfClass = 1 << Shape::input_bits;
    std::size_t of_class = 0;
    if constexpr (Shape::classes > 1) {
      of_class = static_cast<std::size_t>(number / kOfClass) * sizeof(OfClass);
      number %= kOfClass;
    }
    return of_class + offsetof(OfClass, inputs) +
           static_cast<std::size_t>(number) * sizeof(InputPlanes<Shape, V>);
  }
  // Offsets of class 0.
  static constexpr std::size_t output(int port, int lane) {
    return offsetof(OfClass, outputs) +
           static_cast<std::size_t>(2 * port + lane) * sizeof(OutputPlanes<Shape, V>);
  }
  static constexpr std::size_t ejection_owned_at() { return offsetof(OfClass, ejection_owned); }
  static constexpr std::size_t interface_at() { return offsetof(OfClass, interface); }
  static constexpr std::size_t dateline_of(int port) { return of_port(offsetof(Block, dateline), port); }
  static constexpr std::size_t step_of(int port) { return of_port(offsetof(Block, steps), port); }
  static constexpr std::size_t wrap_of(int port) { return of_port(offsetof(Block, wraps), port); }
  static constexpr std::size_t turns_begin() { return offsetof(Block, turns); }
  static constexpr std::size_t turns_end() { return offsetof(Block, dateline); }

 private:
  static constexpr std::size_t of_port(std::size_t planes, int port) {
    return planes + static_cast<std::size_t>(port) * sizeof(V);
  }
};

/// Numbers of the planes of a cycle's events, which the scalar half of the engine reads. Heads and tails have
/// a plane per port. A bit in `.._of_lane_1` says that the VC is lane 1. The class of the head or tail has a
/// plane per bit and port.
template <typename Shape>
struct Event {
  static constexpr int heads = 0, heads_of_lane_1 = heads + Shape::ports,
                       tails = heads_of_lane_1 + Shape::ports, tails_of_lane_1 = tails + Shape::ports,
                       classes = tails_of_lane_1 + Shape::ports,
                       ejection_classes = classes + Shape::ports * Shape::class_bits,
                       classes_of_pauses = ejection_classes + Shape::class_bits,
                       ejection_begins = classes_of_pauses + Shape::class_bits,
                       ejection_pauses = ejection_begins + 1, ejection_ends = ejection_pauses + 1,
                       late_heads = ejection_ends + 1, injection_tails = late_heads + 1,
                       count = injection_tails + 1;

  /// `not_zero` has a byte for each block and event: a bit for each word of the plane that is not 0. The
  /// bytes of the heads of all ports lie in words of 8, and so do those of the tails.
  static constexpr int bytes_of_ports = (Shape::ports + 7) / 8 * 8, bytes = 2 * bytes_of_ports + 8;
  static constexpr int byte(int event) {
    if (event < heads_of_lane_1) return event - heads;
    return event < tails_of_lane_1 ? bytes_of_ports + event - tails
                                   : 2 * bytes_of_ports + event - ejection_begins;
  }
};

/// The planes that lie across blocks, because neighbours read them, and the parameters of a cycle. Each plane
/// is a line of words with zeros before and behind. Pointers point to the words of the first block to
/// evaluate.
struct BlockContext {
  // The lines of flits and credits are ordered by class, then by 2 port + lane.
  const Bits *flits_in = nullptr, *credits_in = nullptr;  ///< arrivals of this cycle
  Bits *flits_out = nullptr, *credits_out = nullptr;      ///< departures of this cycle
  Bits* events = nullptr;                                 ///< [event]
  std::uint8_t* not_zero = nullptr;                       ///< as in Event
  std::ptrdiff_t words = 0;                               ///< distance of lines
  const Neighbour* neighbours = nullptr;                  ///< [port]
  const WordShifts* in_word = nullptr;                    ///< shifts in networks of up to 64 routers
  int classes = 1;
  int reserve = 0;
  Switching switching = Switching::kWormhole;
  bool transit_first = false;
  bool reversed = false;    ///< dimensions are reversed; SA-2 turns keep the order of the network's ports
  void* tallies = nullptr;  ///< tallies of the blocks, if channels are counted
  bool* moved = nullptr;    ///< set if channels are counted: whether a flit of the blocks moves
};

/// Evaluates a cycle of `count` blocks.
using Evaluate = void (*)(void* blocks, int count, const BlockContext& lines);

}  // namespace torusim::dense
