#pragma once
/// How far a run is, on standard error: a line that is rewritten on a terminal, else one every few seconds.

#include <chrono>
#include <cstdint>

#include "models/contract/hardware.h"

namespace torusim {

class Progress {
 public:
  /// `unit`: what is delivered.
  explicit Progress(bool quiet, const char* unit = "blocks");
  /// Ends the line on a terminal.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void report(std::int64_t delivered, std::int64_t total, Cycle now);

 private:
  using Clock = std::chrono::steady_clock;

  bool quiet_;
  const char* unit_;
  bool terminal_;
  bool line_open_ = false;
  Clock::time_point began_ = Clock::now();
  Clock::time_point shown_ = began_;
};

/// How many jobs of several are done, and how long the others will take if they take as long; a line now
/// and then, and one for the last.
class JobProgress {
 public:
  explicit JobProgress(bool quiet, const char* what = "jobs") : quiet_(quiet), what_(what) {}
  /// Ends the line on a terminal.
  ~JobProgress();
  JobProgress(const JobProgress&) = delete;
  JobProgress& operator=(const JobProgress&) = delete;

  /// The first of them begins now.
  void begin() { began_ = Clock::now(); }
  void report(std::size_t ended, std::size_t jobs);

 private:
  using Clock = std::chrono::steady_clock;

  bool quiet_;
  const char* what_;
  bool line_open_ = false;
  Clock::time_point began_ = Clock::now();
  Clock::time_point shown_ = began_;
};

}  // namespace torusim
