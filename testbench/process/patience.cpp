#include "testbench/process/patience.h"

#include <chrono>
#include <cstdio>

namespace torusim {

Patience::Patience(bool quiet, const char* what) {
  if (quiet) return;
  try {
    teller_ = std::thread([this, what] { tell_now_and_then(what); });
  } catch (const std::exception&) {  // no thread and no memory for one: the line is what can be spared
  }
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
    std::fprintf(stderr, "%s: %lld s so far\n", what, static_cast<long long>(seconds.count()));
  }
}

}  // namespace torusim
