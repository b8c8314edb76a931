#pragma once
/// SIGINT, SIGTERM and SIGHUP as a flag that a run polls.

#include <array>
#include <csignal>
#include <functional>
#include <optional>

#include "schedules/core/interruption.h"

namespace torusim {

/// Gives the signals of this process to guards, as a program does at its begin. In a library guards have no
/// effect: the handlers of its host are called. With `take` false the process is a library (again).
void take_signals(bool take = true);

/// While it lives, this thread works for the host of the C library: guards that begin in it and long work ask
/// `wanted`, and there are no notices and no further processes.
class HostCall {
 public:
  explicit HostCall(std::function<bool()> wanted);
  ~HostCall();
  HostCall(const HostCall&) = delete;
  HostCall& operator=(const HostCall&) = delete;

  /// The call that this thread works for; null: the thread is the program's.
  static const HostCall* current();
  /// Whether the host wants the end of its call.
  bool wanted() const { return wanted_(); }

 private:
  const HostCall* const outer_ = current();  // a function of the host may call the library
  const std::function<bool()> wanted_;
  const Interruptible work_{wanted_};
};

/// While a guard lives, the first of these signals only sets the flag, which ends long work of its thread; a
/// second one ends the process as usual. A signal that the process ignores (nohup, a shell's background)
/// stays ignored. A nested guard has no effect of its own.
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
  const HostCall* const host_ = HostCall::current();
  bool outermost_;
  std::optional<Interruptible> work_;
};

}  // namespace torusim
