#include "testbench/process/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdio>
#include <mutex>

#include "testbench/process/standard_streams.h"

namespace torusim {
namespace {

constexpr std::chrono::milliseconds kPause{5000}, kPauseOnTerminal{200};

}  // namespace

Progress::Progress(bool quiet, const char* unit)
    : quiet_(quiet), unit_(unit), terminal_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (line_open_) std::fputc('\n', stderr);
}

bool Progress::is_due() {
  return !quiet_ && Clock::now() - shown_ >= (terminal_ ? kPauseOnTerminal : kPause);
}

void Progress::show(const std::string& text) {
  shown_ = Clock::now();
  print_notice(terminal_ ? "\r" + text + "\x1b[K" : text + "\n");
  line_open_ = terminal_;
}

void Progress::delivered(std::int64_t delivered, std::int64_t total, Cycle now) {
  if (!is_due()) return;
  const double share = total == 0 ? 1.0 : static_cast<double>(delivered) / static_cast<double>(total);
  show(fmt::format("cycle {}: {} of {} {} ({:.1f} %), {:.0f} cycles/s", now, delivered, total, unit_,
                   100 * share, static_cast<double>(now) / seconds()));
}

void Progress::ended(std::size_t ended, std::size_t all) {
  if (quiet_ || (ended < all && !is_due())) return;
  const double each = seconds() / static_cast<double>(ended);
  show(
      fmt::format("{} of {} {}, {:.0f} s to go", ended, all, unit_, each * static_cast<double>(all - ended)));
}

#ifdef __EMSCRIPTEN__
std::jthread tell_of_time(bool, const char*) { return {}; }  // a browser's program has one thread
#else
std::jthread tell_of_time(bool quiet, const char* what) {
  if (quiet) return {};
  try {
    return std::jthread([what](const std::stop_token& stop) {
      std::mutex mutex;
      std::condition_variable_any woken;
      std::unique_lock lock(mutex);
      for (auto time = kPause; !woken.wait_for(lock, stop, kPause, [&] { return stop.stop_requested(); });
           time += kPause) {
        std::fprintf(stderr, "%s: %lld s so far\n", what, static_cast<long long>(time.count() / 1000));
      }
    });
  } catch (const std::exception&) {  // no thread available: the command runs without the line
    return {};
  }
}
#endif

}  // namespace torusim
