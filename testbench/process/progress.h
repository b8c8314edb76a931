#pragma once
/// Progress of a command on standard error: one line that is rewritten on a terminal, else a line every few
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
  /// `unit`: the words behind the counts, such as "blocks delivered" or "jobs".
  explicit Progress(bool quiet, const char* unit);
  /// Ends the line on a terminal.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Reports a run: `delivered` of `total` in cycle `now`.
  void delivered(std::int64_t delivered, std::int64_t total, Cycle now);
  /// Reports jobs: `ended` of `all`, and the estimated time of the others. The last job always has a line.
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

/// Prints `what` and the elapsed time every five seconds until the thread is stopped; if `quiet`, there is no
/// thread.
std::jthread tell_of_time(bool quiet, const char* what);

/// Returns the result of `make`, which has no steps to count. Throws InputError when `make` runs out of
/// memory.
template <typename Make>
auto with_progress(bool quiet, const char* what, const Make& make) {
  const std::jthread teller = tell_of_time(quiet, what);
  return with_memory_for(what, make);
}

}  // namespace torusim
