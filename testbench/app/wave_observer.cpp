#include "testbench/app/wave_observer.h"

#include <algorithm>
#include <tuple>

namespace torusim {

template <typename Call>
void WaveObserver::guard(Call call) {
  if (failed()) return;
  try {
    call();
  } catch (...) {
    failure_ = std::current_exception();
  }
}

void WaveObserver::moved(Cycle cycle, std::span<const FlitMove> moves) {
  ordered_.assign(moves.begin(), moves.end());
  std::sort(ordered_.begin(), ordered_.end(), [](const FlitMove& a, const FlitMove& b) {
    return std::tie(a.node, a.port) < std::tie(b.node, b.port);
  });
  guard([&] { waves_.moved(cycle, ordered_); });
}

void WaveObserver::started(Cycle cycle, const Worm& worm) {
  guard([&] { waves_.started(cycle, worm); });
}

void WaveObserver::delivered(Cycle cycle, const Worm& worm) {
  guard([&] { waves_.delivered(cycle, worm); });
}

void WaveObserver::phase_began(Cycle cycle, int phase, const std::string& name) {
  guard([&] { waves_.phase_began(cycle, phase, name); });
}

void WaveObserver::phase_ended(Cycle cycle, int phase, const std::string& name) {
  guard([&] { waves_.phase_ended(cycle, phase, name); });
}

void WaveObserver::rethrow() const {
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace torusim
