#include "schedules/algorithms/all_port/all_port_table.h"

#include <numeric>
#include <string_view>

namespace torusim {
namespace {

constexpr AllPortPhase kOne{};
constexpr auto kParity = AllPortTable::Classes::kParity;
constexpr auto kSums = AllPortTable::Classes::kSums;
constexpr auto kCoordinates = AllPortTable::Classes::kCoordinates;

AllPortPhase two(std::int8_t x, std::int8_t y, std::int8_t z = 0) {
  return {AllPortPhase::Kind::kTwo, {x, y, z}};
}

/// A digit of base 16 for each port: its starts.
AllPortPhase tiles(std::string_view digits) {
  AllPortPhase phase{AllPortPhase::Kind::kTiles, {}};
  for (std::size_t port = 0; port < digits.size(); ++port) {
    const char digit = digits[port];
    phase.starts[port] = static_cast<std::uint8_t>(digit <= '9' ? digit - '0' : digit - 'A' + 10);
  }
  return phase;
}

AllPortPhase four(std::int8_t x, std::int8_t y) { return {AllPortPhase::Kind::kFour, {x, y, 0}}; }

}  // namespace

int AllPortPhase::hops(const Topology& torus, const Topology::Coordinates& at, int port) const {
  if (kind == Kind::kOne) return 1;
  const int d = torus.port_dimension(port);
  if (kind == Kind::kTiles) {
    const auto starts_at = [&](int sum) { return (starts[port] >> (sum & 3) & 1) != 0; };
    const int sum = std::accumulate(at.begin(), at.end(), 0);
    if (!starts_at(sum)) return 0;
    int hops = 1;
    while (!starts_at(sum + torus.port_step(port) * hops)) ++hops;
    return hops;
  }
  if (std::accumulate(at.begin(), at.end(), 0) % 2 != parity[d]) return 0;
  if (kind == Kind::kTwo) return 2;
  return (at[d] % 4 < 2) == (torus.port_step(port) > 0) ? 4 : 0;
}

std::string AllPortPhase::name(int dimensions) const {
  if (kind == Kind::kOne) return "1";
  if (kind == Kind::kTiles) {
    std::string result = "M";
    for (int port = 0; port < 2 * dimensions; ++port) result += "0123456789ABCDEF"[starts[port]];
    return result;
  }
  std::string result = kind == Kind::kTwo ? "T" : "F";
  for (int d = 0; d < dimensions; ++d) result += static_cast<char>('0' + parity[d]);
  return result;
}

Topology AllPortTable::torus() const {
  std::vector<Dimension> dimensions;
  for (const int side : sides) dimensions.push_back({side, Line::kRing});
  return Topology(std::move(dimensions));
}

const std::vector<AllPortTable>& all_port_tables() {
  static const std::vector<AllPortTable> tables{
      {{4, 4}, {kOne, kOne, kOne, kOne}, kParity, 6, {4, 8}},
      {{4, 4}, {tiles("FFBF"), tiles("FF5A"), tiles("5AFF")}, kSums, 1, {3, 8}},
      {{4, 8}, {kOne, kOne, kOne, two(0, 1), two(1, 0)}, kParity, 1, {5, 32}},
      {{4, 8}, {tiles("DFFB"), tiles("F5A5"), tiles("5FBF"), tiles("F96F")}, kSums, 1, {4, 33}},
      {{8, 4}, {kOne, kOne, kOne, two(0, 1), kOne}, kParity, 1, {5, 32}},
      {{8, 8}, {two(0, 1), two(1, 0), two(0, 1), two(1, 0), kOne, kOne}, kParity, 2, {6, 64}},
      {{8, 8},
       {tiles("7FAF"), tiles("AA55"), tiles("E5AA"), tiles("D5FB"), tiles("FEE9")},
       kSums,
       1,
       {5, 66}},
      {{12, 12},
       {tiles("FFFF"), tiles("E33F"), tiles("33E6"), tiles("D5A3"), tiles("DF5B"), tiles("5E7B"),
        tiles("B4AF")},
       kSums,
       1,
       {7, 229}},
      {{16, 16},
       {kOne, two(0, 1), two(1, 0), four(0, 1), four(1, 0), two(0, 1), two(1, 0), kOne},
       kCoordinates,
       33,
       {8, 518}},
      {{4, 4, 4}, {kOne, kOne, kOne, kOne, kOne, kOne}, kParity, 8, {6, 32}},
      {{4, 4, 4}, {tiles("F5F7FF"), tiles("5FFFB5"), tiles("FDAE7B"), tiles("DFAF7F")}, kSums, 1, {4, 33}},
      {{8, 8, 8},
       {two(0, 1, 0), two(0, 1, 0), two(0, 1, 1), two(1, 0, 0), two(1, 0, 1), two(1, 0, 1), kOne, kOne, kOne},
       kParity,
       1,
       {9, 512}},
      {{8, 8, 8},
       {two(0, 1, 0), two(0, 1, 1), two(1, 0, 0), two(1, 0, 1), two(1, 0, 1), kOne, kOne, kOne},
       kParity,
       1,
       {8, 517}},
      {{8, 8, 8},
       {tiles("5FAFAF"), tiles("BFE5A5"), tiles("44BAA5"), tiles("5AA7FF"), tiles("5ADEAF"), tiles("FB5AA4"),
        tiles("DFB8FF")},
       kSums,
       1,
       {7, 532}},
  };
  return tables;
}

}  // namespace torusim
