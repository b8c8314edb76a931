#pragma once
/// How far a command is, on standard error: a line that is rewritten on a terminal, else one every few
/// seconds.

#include <chrono>
#include <cstdint>
#include <string>
#include <thread>

#include "models/contract/hardware.h"
#include "testbench/process/memory.h"

namespace torusim {

class Progress {
 public:
  /// `unit`: what is delivered, or done.
  explicit Progress(bool quiet, const char* unit);
  /// Ends the line on a terminal.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// A run: `delivered` of `total` in cycle `now`.
  void delivered(std::int64_t delivered, std::int64_t total, Cycle now);
  /// Jobs: `ended` of `all`, and the time that the others take if they take as long. The last has a line,
  /// too.
  void ended(std::size_t ended, std::size_t all);

 private:
  using Clock = std::chrono::steady_clock;

  bool is_due();
  double seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }
  void show(const std::string& text);

  const bool quiet_;
  const char* const unit_;
  const bool terminal_;
  bool line_open_ = false;
  const Clock::time_point began_ = Clock::now();
  Clock::time_point shown_ = began_;
};

/// Prints `what` and for how long, every five seconds until the thread is stopped; no thread if `quiet`.
std::jthread tell_of_time(bool quiet, const char* what);

/// What `make` returns, which has no steps to count. Throws InputError when memory is too small for it.
template <typename Make>
auto with_progress(bool quiet, const char* what, const Make& make) {
  const std::jthread teller = tell_of_time(quiet, what);
  return with_memory_for(what, make);
}

}  // namespace torusim
