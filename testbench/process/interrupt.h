#pragma once
/// SIGINT, SIGTERM and SIGHUP as a question that a run asks now and then.

#include <array>
#include <csignal>
#include <stdexcept>

namespace torusim {

/// The user wants no more of this.
class InterruptedError : public std::runtime_error {
 public:
  InterruptedError() : std::runtime_error("interrupted") {}
};

/// While it lives, the first of these signals is only noted; a second one ends the process as usual. One that
/// the process was told to ignore (nohup, a shell's background) stays ignored. A nested guard has no effect
/// of its own.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  bool requested() const;

 private:
  static constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, kSignals.size()> before_{};
  bool outermost_;
};

}  // namespace torusim
