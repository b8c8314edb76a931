#pragma once
/// SIGINT, SIGTERM and SIGHUP as a flag that a run polls.

#include <array>
#include <csignal>
#include <stdexcept>

namespace torusim {

/// The user has interrupted the work.
class InterruptedError : public std::runtime_error {
 public:
  InterruptedError() : std::runtime_error("interrupted") {}
};

/// Gives the signals of this process to guards, as a program does at its begin. In a library guards have no
/// effect: the handlers of its host are called. With `take` false the process is a library (again).
void take_signals(bool take = true);

/// While a guard lives, the first of these signals only sets the flag; a second one ends the process as
/// usual. A signal that the process ignores (nohup, a shell's background) stays ignored. A nested guard has
/// no effect of its own.
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
