#pragma once
/// The end of long work, such as the search for a plan, at the wish of its caller.

#include <chrono>
#include <functional>
#include <stdexcept>
#include <utility>

namespace torusim {

/// The user has interrupted the work.
class InterruptedError : public std::runtime_error {
 public:
  InterruptedError() : std::runtime_error("interrupted") {}
};

/// While it lives, long work of this thread asks `wanted` whether to end, every few milliseconds.
class Interruptible {
 public:
  explicit Interruptible(std::function<bool()> wanted) : wanted_(std::move(wanted)) { innermost = this; }
  ~Interruptible() { innermost = outer_; }
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

  /// Whether the work of this thread is to end.
  static bool wanted() { return innermost != nullptr && innermost->ask(); }
  /// Throws InterruptedError if it is. Costs a look at the clock.
  static void check() {
    if (wanted()) throw InterruptedError();
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kPause{20};

  bool ask() {
    if (const Clock::time_point now = Clock::now(); !ends_ && now - asked_ >= kPause) {
      asked_ = now;
      ends_ = wanted_();
    }
    return ends_;
  }

  static inline thread_local Interruptible* innermost = nullptr;
  const std::function<bool()> wanted_;
  Interruptible* const outer_ = innermost;
  Clock::time_point asked_;
  bool ends_ = false;
};

}  // namespace torusim
