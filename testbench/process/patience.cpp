#include "testbench/process/patience.h"

#include <fmt/format.h>

#include <chrono>

#include "testbench/process/standard_streams.h"

namespace torusim {

Patience::Patience(bool quiet, const char* what) {
  if (!quiet) teller_ = std::thread([this, what] { tell_now_and_then(what); });
}

Patience::~Patience() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  woken_.notify_one();
  if (teller_.joinable()) teller_.join();
}

void Patience::tell_now_and_then(const char* what) {
  constexpr std::chrono::seconds kPause{5};
  std::unique_lock lock(mutex_);
  for (auto seconds = kPause; !woken_.wait_for(lock, kPause, [this] { return over_; }); seconds += kPause) {
    tell(fmt::format("{}: {} s so far\n", what, seconds.count()));
  }
}

}  // namespace torusim
