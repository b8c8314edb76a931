#include "schedules/algorithms/gather/gather_nodes.h"

#include <algorithm>

namespace torusim {
namespace {

int bit_of(const Topology::Coordinates& at, CoordinateBit bit) { return at[bit.dimension] >> bit.bit & 1; }

}  // namespace

GatherNodes::GatherNodes(int dimensions, std::vector<int> gathers)
    : dimensions_(dimensions), before_(std::move(gathers)) {
  constexpr int x = 0, y = 1, z = 2;
  if (dimensions == 2) {
    functionals_ = {{{x, 0}, {y, 2}}, {{x, 2}, {y, 0}}, {{x, 1}, {y, 3}}, {{x, 3}, {y, 1}}};
  } else {
    functionals_ = {{{x, 0}, {y, 2}, {z, 2}}, {{x, 2}, {y, 0}, {z, 3}}, {{x, 3}, {y, 3}, {z, 0}},
                    {{x, 1}, {y, 4}, {z, 4}}, {{x, 4}, {y, 1}, {z, 5}}, {{x, 5}, {y, 5}, {z, 1}}};
  }
}

int GatherNodes::level_of(int g) const {
  return 2 + static_cast<int>(std::lower_bound(before_.begin(), before_.end(), g) - before_.begin());
}

int GatherNodes::functional(int h, const Topology::Coordinates& at) const {
  int parity = 0;
  for (const CoordinateBit bit : functionals_[h]) parity ^= bit_of(at, bit);
  return parity;
}

int GatherNodes::last_gather(const Topology::Coordinates& at) const {
  int h = 0;
  while (h < gathers() && functional(h, at) == 0) ++h;
  return h + 1;
}

int GatherNodes::label(int level, const Topology::Coordinates& at) const {
  const auto used = functionals_.begin() + gathers_before(level);
  int label = 0;
  for (int dimension = 0; dimension < dimensions_; ++dimension) {
    int j = 0;
    for (int bit = 0; bit < level; ++bit) {
      const auto uses = [&](const auto& functional) {
        return std::find(functional.begin(), functional.end(), CoordinateBit{dimension, bit}) !=
               functional.end();
      };
      if (std::any_of(functionals_.begin(), used, uses)) continue;
      label ^= bit_of(at, {dimension, bit}) << j++;
    }
  }
  return label;
}

bool GatherNodes::positive(int level, int dimension, const Topology::Coordinates& at) const {
  return (level == 1 ? at[dimension] : label(level, at)) % 2 == 0;
}

}  // namespace torusim
