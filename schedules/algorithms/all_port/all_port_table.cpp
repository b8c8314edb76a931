#include "schedules/algorithms/all_port/all_port_table.h"

#include <numeric>

namespace torusim {
namespace {

constexpr AllPortPhase kOne{};

AllPortPhase two(std::int8_t x, std::int8_t y, std::int8_t z = 0) {
  return {AllPortPhase::Kind::kTwo, {x, y, z}};
}

AllPortPhase four(std::int8_t x, std::int8_t y) { return {AllPortPhase::Kind::kFour, {x, y, 0}}; }

}  // namespace

int AllPortPhase::hops(const Topology& torus, const Topology::Coordinates& at, int port) const {
  if (kind == Kind::kOne) return 1;
  const int d = torus.port_dimension(port);
  if (std::accumulate(at.begin(), at.end(), 0) % 2 != parity[d]) return 0;
  if (kind == Kind::kTwo) return 2;
  return (at[d] % 4 < 2) == (torus.port_step(port) > 0) ? 4 : 0;
}

std::string AllPortPhase::name(int dimensions) const {
  if (kind == Kind::kOne) return "1";
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
      {{4, 4}, {kOne, kOne, kOne, kOne}, false, 6, {4, 8}},
      {{4, 4}, {kOne, two(0, 1), kOne}, false, 1, {3, 9}},
      {{4, 8}, {kOne, kOne, kOne, two(0, 1), two(1, 0)}, false, 1, {5, 32}},
      {{8, 4}, {kOne, kOne, kOne, two(0, 1), kOne}, false, 1, {5, 32}},
      {{8, 8}, {two(0, 1), two(1, 0), two(0, 1), two(1, 0), kOne, kOne}, false, 2, {6, 64}},
      {{16, 16},
       {kOne, two(0, 1), two(1, 0), four(0, 1), four(1, 0), two(0, 1), two(1, 0), kOne},
       true,
       33,
       {8, 518}},
      {{4, 4, 4}, {kOne, kOne, kOne, kOne, kOne, kOne}, false, 8, {6, 32}},
      {{4, 4, 4}, {kOne, kOne, kOne, two(0, 1, 0), kOne}, false, 2, {5, 33}},
      {{8, 8, 8},
       {two(0, 1, 0), two(0, 1, 0), two(0, 1, 1), two(1, 0, 0), two(1, 0, 1), two(1, 0, 1), kOne, kOne, kOne},
       false,
       1,
       {9, 512}},
      {{8, 8, 8},
       {two(0, 1, 0), two(0, 1, 1), two(1, 0, 0), two(1, 0, 1), two(1, 0, 1), kOne, kOne, kOne},
       false,
       1,
       {8, 517}},
  };
  return tables;
}

}  // namespace torusim
