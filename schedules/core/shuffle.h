#pragma once
/// Shuffles with the same result on every machine.

#include <cstddef>
#include <utility>
#include <vector>

namespace torusim {

/// std::shuffle differs between libraries. `random`: a generator of 32 bits or more.
template <typename Item, typename Random>
void shuffle_alike(std::vector<Item>& list, Random& random) {
  for (std::size_t left = list.size(); left > 1; --left) std::swap(list[left - 1], list[random() % left]);
}

}  // namespace torusim
