#pragma once
/// Random cases that are too slow for hundreds of them in each run of the tests: the same few each time, more
/// by TORUSIM_CASES.

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "models/run/simulation.h"

namespace torusim::test {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  /// From `first` to `last`.
  int within(int first, int last) {
    return first + static_cast<int>(engine_() % static_cast<unsigned>(last - first + 1));
  }
  bool coin() { return within(0, 1) == 1; }
  unsigned seed() { return static_cast<unsigned>(engine_()); }
  template <typename Value>
  Value one_of(const std::vector<Value>& values) {
    return values[static_cast<std::size_t>(within(0, static_cast<int>(values.size()) - 1))];
  }

 private:
  std::mt19937 engine_;
};

/// Calls `check` for each case, until one fails.
inline void for_cases(int by_default, const std::function<void(Random&)>& check) {
  const char* const wanted = std::getenv("TORUSIM_CASES");
  const int cases = wanted != nullptr ? std::stoi(wanted) : by_default;
  for (int number = 0; number < cases; ++number) {
    SCOPED_TRACE("case " + std::to_string(number));
    Random random(static_cast<unsigned>(number));
    check(random);
    if (testing::Test::HasFailure()) return;
  }
}

/// Channels, buffers, links and switching of a network, and the messages of a run on it.
inline void draw_run(Random& random, RunOptions& options, int most_channels) {
  Hardware& hardware = options.hardware;
  hardware.alpha = random.within(1, most_channels);
  hardware.reserve = random.within(1, 8);
  hardware.shared = random.within(0, 5);
  hardware.link_delay = random.within(1, 4);
  hardware.switching = random.one_of<Switching>(
      {Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward, Switching::kCircuit});
  options.block_flits = random.within(1, 12);
  if (hardware.buffers_whole_worms()) hardware.reserve += options.block_flits;
  options.startup = random.within(0, 9);
}

}  // namespace torusim::test
