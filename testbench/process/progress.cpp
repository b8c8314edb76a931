#include "testbench/process/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "testbench/process/standard_streams.h"

namespace torusim {

Progress::Progress(bool quiet, const char* unit)
    : quiet_(quiet), unit_(unit), terminal_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (line_open_) std::fputc('\n', stderr);
}

void Progress::report(std::int64_t delivered, std::int64_t total, Cycle now) {
  if (quiet_) return;
  const auto time = Clock::now();
  const auto pause = terminal_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(5000);
  if (time - shown_ < pause) return;
  shown_ = time;
  const double seconds = std::chrono::duration<double>(time - began_).count();
  const double share = total == 0 ? 1.0 : static_cast<double>(delivered) / static_cast<double>(total);
  tell(fmt::format("{}cycle {}: {} of {} {} delivered ({:.1f} %), {:.0f} cycles/s{}", terminal_ ? "\r" : "",
                   now, delivered, total, unit_, 100 * share, static_cast<double>(now) / seconds,
                   terminal_ ? "\x1b[K" : "\n"));
  line_open_ = terminal_;
}

JobProgress::~JobProgress() {
  if (line_open_) std::fputc('\n', stderr);
}

void JobProgress::report(std::size_t ended, std::size_t jobs) {
  const auto now = Clock::now();
  const bool terminal = isatty(STDERR_FILENO) != 0;
  const auto pause = terminal ? std::chrono::milliseconds(200) : std::chrono::milliseconds(5000);
  if (quiet_ || (ended < jobs && now - shown_ < pause)) return;
  shown_ = now;
  const double each = std::chrono::duration<double>(now - began_).count() / static_cast<double>(ended);
  tell(fmt::format("{}{} of {} {}, {:.0f} s to go{}", terminal ? "\r" : "", ended, jobs, what_,
                   each * static_cast<double>(jobs - ended), terminal ? "\x1b[K" : "\n"));
  line_open_ = terminal;
}

}  // namespace torusim
