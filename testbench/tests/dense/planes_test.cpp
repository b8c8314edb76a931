// The arithmetic of bit planes against that of integers, over all their values.
#include "models/dense/planes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/dense/geometry.h"
#include "models/dense/packed_route.h"
#include "models/dense/shapes.h"

namespace torusim::dense {
namespace {

constexpr int kBits = 64;

/// Numbers 0, 1, .. of a loop, one in each bit of planes.
template <int n>
struct Numbers {
  Bits planes[n] = {};

  void set(int at, unsigned value) {
    for (int i = 0; i < n; ++i) planes[i] |= Bits{value >> i & 1} << at;
  }
  unsigned get(int at) const {
    unsigned value = 0;
    for (int i = 0; i < n; ++i) value |= static_cast<unsigned>(planes[i] >> at & 1) << i;
    return value;
  }
};

bool is_set(Bits plane, int at) { return (plane >> at & 1) != 0; }

TEST(Planes, AddCountsUpAndDown) {
  Numbers<4> numbers;
  Bits up = 0, down = 0;
  for (int at = 0; at < kBits; ++at) {
    numbers.set(at, at % 16u);
    up |= Bits{at & 16 ? 1u : 0u} << at;
    down |= Bits{at & 32 ? 1u : 0u} << at;
  }
  add(numbers.planes, up, down);
  for (int at = 0; at < kBits; ++at) {
    const unsigned expected = at % 16u + (at & 16 ? 1 : 0) - (at & 32 ? 1 : 0);
    EXPECT_EQ(numbers.get(at), expected % 16) << at;
  }
}

TEST(Planes, IncrementTellsWhereTheNumberIsZeroAgain) {
  Numbers<3> numbers;
  Bits one = 0;
  for (int at = 0; at < kBits; ++at) {
    numbers.set(at, at % 8u);
    one |= Bits{at & 8 ? 1u : 0u} << at;
  }
  const Bits carry = increment(numbers.planes, one);
  for (int at = 0; at < kBits; ++at) {
    const unsigned sum = at % 8u + (at & 8 ? 1 : 0);
    EXPECT_EQ(numbers.get(at), sum % 8) << at;
    EXPECT_EQ(is_set(carry, at), sum == 8) << at;
  }
}

TEST(Planes, NotZeroAtLeastAndSelect) {
  Numbers<3> numbers;
  for (int at = 0; at < kBits; ++at) numbers.set(at, at % 8u);
  for (int at = 0; at < kBits; ++at) {
    const unsigned value = at % 8u;
    EXPECT_EQ(is_set(not_zero(numbers.planes), at), value != 0);
    for (int count = 1; count <= 3; ++count) {
      EXPECT_EQ(is_set(at_least(count, numbers.planes), at), std::popcount(value) >= count);
    }
    const Bits selected = select(numbers.planes[0], numbers.planes[1], numbers.planes[2]);
    EXPECT_EQ(is_set(selected, at), (value & 1 ? value >> 1 & 1 : value >> 2 & 1) != 0);
  }
}

TEST(Planes, NotLessAndCarryOfSumCompareNumbers) {
  Numbers<3> a, b;  // all pairs
  for (int at = 0; at < kBits; ++at) {
    a.set(at, at % 8u);
    b.set(at, at / 8u);
  }
  for (int at = 0; at < kBits; ++at) {
    EXPECT_EQ(is_set(not_less<3>(a.planes, b.planes), at), at % 8 >= at / 8) << at;
    EXPECT_EQ(is_set(carry_of_sum<3>(a.planes, b.planes), at), at % 8 + at / 8 >= 8) << at;
  }
}

TEST(Planes, CountFromANumber) {
  Numbers<3> bits;
  for (int at = 0; at < kBits; ++at) bits.set(at, at % 8u);
  for (int number = 0; number < 16; ++number) {
    Numbers<4> sum;
    count_from(number, bits.planes, sum.planes);
    for (int at = 0; at < kBits; ++at) {
      EXPECT_EQ(sum.get(at), (static_cast<unsigned>(number) + std::popcount(at % 8u)) % 16) << number;
    }
  }
}

template <int n>
void check_turns() {
  for (unsigned requests = 0; requests < 1u << n; ++requests) {
    for (int turn = 0; turn < n; ++turn) {
      Bits requested[n], turns[n], grants[n];
      for (int i = 0; i < n; ++i) {
        requested[i] = requests >> i & 1;
        turns[i] = turn <= i ? 1 : 0;
      }
      first_from_turn(requested, turns, grants);
      int granted = -1;
      for (int i = 0; i < n && granted < 0; ++i) {
        if ((requests >> (turn + i) % n & 1) != 0) granted = (turn + i) % n;
      }
      const int next = granted < 0 ? turn : (granted + 1) % n;
      for (int i = 0; i < n; ++i) {
        EXPECT_EQ(grants[i], i == granted ? 1u : 0u) << n << " " << requests << " " << turn;
        EXPECT_EQ(turns[i] & 1, next <= i ? 1u : 0u) << n << " " << requests << " " << turn;
      }
    }
  }
}

TEST(Planes, FirstFromTurnIsRoundRobin) {
  check_turns<2>();
  check_turns<4>();
  check_turns<6>();
  check_turns<8>();
}

TEST(Planes, TheLastRequestYieldsToOthers) {
  for (unsigned requests = 0; requests < 16; ++requests) {
    Bits planes[4];
    for (int i = 0; i < 4; ++i) planes[i] = requests >> i & 1;
    yield_to_others(planes);
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(planes[i], i == 3 && requests > 8 ? 0 : requests >> i & 1) << requests << " " << i;
    }
  }
}

/// With reversed dimensions too the inputs that may ask for an output have turns in the order of the
/// network's ports, the local port last.
template <int dimensions>
void check_places() {
  using S = Shape<dimensions, 4, 3>;
  for (int out = 0; out < S::ports; ++out) {
    std::vector<int> in_turn, in_order;
    for (int i = 0; i < S::inputs_of(out); ++i) {
      const auto network_port = [](int in) { return in == S::local ? in : (S::network_ports - 1 - in) ^ 1; };
      in_turn.push_back(network_port(S::input_of(out, S::place_of(out, i))));
      in_order.push_back(network_port(S::input_of(out, i)));
    }
    std::ranges::sort(in_order);
    EXPECT_EQ(in_turn, in_order) << dimensions << " " << out;
  }
}

TEST(Planes, InputsHaveTurnsInTheOrderOfTheNetworksPorts) {
  check_places<1>();
  check_places<2>();
  check_places<3>();
  check_places<4>();
}

TEST(Planes, ShiftedReadsAtADistance) {
  std::vector<Bits> line(9);
  for (std::size_t i = 0; i < line.size(); ++i) line[i] = 0x9E3779B97F4A7C15u * (i + 1);
  for (int distance = -200; distance <= 190; ++distance) {
    const Bits seen = shifted<Bits>(&line[4], Shift::by(distance));
    for (int at = 0; at < kBits; ++at) {
      const int from = 4 * kBits + at + distance;
      EXPECT_EQ(is_set(seen, at), is_set(line[from / kBits], from % kBits)) << distance << " " << at;
    }
  }
}

TEST(Planes, RotateToNeighbourIsTheTopologys) {
  for (const char* shape : {"ring:2", "ring:9", "path:5", "torus:8x8", "torus:16x16", "torus:5x7",
                            "torus:3x4x5", "torus:4x3mx5", "mesh:9x20", "torus:2x3x4x5"}) {
    for (const bool reversed : {false, true}) {
      Hardware hardware;
      hardware.topology = Topology::parse(shape);
      hardware.last_dimension_first = reversed;
      const Topology& topology = hardware.topology;
      const Geometry geometry(hardware, 1);
      std::vector<Bits> line(static_cast<std::size_t>(geometry.line_words), 0);
      Bits* const words = line.data() + geometry.margin;
      for (NodeId r = 0; r < topology.nodes(); ++r) words[r / kBits] |= Bits{r * r % 7u & 1u} << r % kBits;
      for (int port = 0; port < topology.network_ports(); ++port) {
        for (NodeId r = 0; r < topology.nodes(); ++r) {
          const Bits mask = Bits{1} << r % kBits;
          const int network_port = geometry.network_port(port);
          const bool wraps = wraps_around(topology, r, network_port);
          const Bits steps = wraps ? Bits{0} : mask, *const at = words + r / kBits;
          const Neighbour& way = geometry.neighbours[port];
          const Bits seen = port % 2 == 0 ? rotate_to_neighbour<true>(at, way, steps, mask & ~steps)
                                          : rotate_to_neighbour<false>(at, way, steps, mask & ~steps);
          const NodeId far = topology.neighbor(r, network_port);
          if (topology.nodes() <= kBits) {
            const Bits right = wraps == (port % 2 == 0) ? Bits{0} : mask, left = mask & ~right;
            const auto p = static_cast<std::size_t>(port);
            const Bits in_word = (words[0] >> geometry.in_word.right[p] & right) |
                                 (words[0] << geometry.in_word.left[p] & left);
            EXPECT_EQ(in_word, seen) << shape << " " << port << " " << r;
          }
          EXPECT_EQ(seen != 0, is_set(words[far / kBits], far % kBits)) << shape << " " << port << " " << r;
        }
      }
    }
  }
}

// A lane stays until the worm turns.
TEST(Planes, APackedRouteKeepsItsLaneInADimension) {
  using Path = PackedRoute<2>;
  Bits route = Path::pack({{0, 3}, {1, -2}});
  EXPECT_EQ(Path::way(route), 0u);
  route = Path::advance(route, 1);
  EXPECT_EQ(Path::way(route), 1u);
  route = Path::advance(route, 1);
  EXPECT_EQ(Path::way(route), 1u);
  route = Path::advance(route, 1);
  EXPECT_EQ(Path::way(route), 2 * 3u);
  route = Path::advance(route, 0);
  EXPECT_EQ(Path::way(route), 2 * 3u);
  route = Path::advance(route, 1);
  EXPECT_EQ(Path::way(route), 2 * 4u);
}

// No two planes of the scalar half are the same words.
TEST(Planes, PortsInAVectorHaveWordsOfTheirOwn) {
  using S = Small<2>;
  using B = PortBlock<S>;
  std::vector<int> taken(sizeof(B) / sizeof(Bits), 0);
  const auto take = [&](std::size_t bytes, std::size_t planes) {
    for (std::size_t i = 0; i < planes; ++i) ++taken.at(bytes / sizeof(Bits) + 4 * i);
  };
  for (int i = 0; i < S::inputs; ++i) take(B::input(i), sizeof(InputPlanes<S, Bits>) / sizeof(Bits));
  for (int port = 0; port < S::network_ports; ++port) {
    for (int lane = 0; lane < 2; ++lane) {
      take(B::output(port, lane), sizeof(OutputPlanes<S, Bits>) / sizeof(Bits));
    }
    take(B::dateline_of(port), 1);
    take(B::step_of(port), 1);
    take(B::wrap_of(port), 1);
  }
  take(offsetof(B, interface), sizeof(InterfacePlanes<S, Bits>) / sizeof(Bits));
  EXPECT_EQ(std::ranges::max(taken), 1);
  EXPECT_EQ(std::ranges::count(taken, 1), 10 * 15 + 8 * 5 + 12 + 12);
}

TEST(Planes, APackedRouteIsTheRoute) {
  const Topology topology = Topology::parse("torus:5x4mx6");
  for (NodeId from = 0; from < topology.nodes(); ++from) {
    for (NodeId to = 0; to < topology.nodes(); ++to) {
      const Route route = dimension_order_route(topology, from, to);
      for (const bool reversed : {false, true}) {
        Bits packed = reversed ? PackedRoute<3>::pack<true>(route) : PackedRoute<3>::pack(route);
        route.for_each_channel(topology, from, [&](NodeId, int port) {
          const int of_planes = reversed ? 2 * (2 - port / 2) + port % 2 : port;
          EXPECT_EQ(PackedRoute<3>::port(packed), static_cast<unsigned>(of_planes));
          packed = PackedRoute<3>::advance(packed, 0);
        });
        EXPECT_EQ(PackedRoute<3>::port(packed), 6u);
        EXPECT_EQ(PackedRoute<3>::advance(packed, 0), 0u);
      }
    }
  }
}

}  // namespace
}  // namespace torusim::dense
