#include "models/fast/team.h"

#include <chrono>
#include <ctime>
#include <utility>

namespace torusim::fast {
namespace {

using Clock = PaceClock;

/// Who is done looks so often, about a microsecond, before it asks whether a part has not been begun, which
/// costs whoever has begun it a cache line.
constexpr int kGrace = 40;
/// Who waits looks so often, ..
constexpr int kSpins = 400;
/// .. then, with its core offered to others in between, for so long, as a part may take if another has to do
/// it, then sleeps.
constexpr Clock::duration kPatience = std::chrono::microseconds(200);

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

/// Of this thread.
Clock::duration processor_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

unsigned spin(const std::atomic<unsigned>& value, unsigned old, int spins) {
  unsigned now = value.load(std::memory_order_acquire);
  for (int i = 0; i < spins && now == old; ++i) {
    pause();
    now = value.load(std::memory_order_acquire);
  }
  return now;
}

/// Until `value` is no longer `old`; returns what it is.
unsigned wait(const std::atomic<unsigned>& value, unsigned old) {
  unsigned now = spin(value, old, kSpins);
  if (now != old) return now;
  for (const Clock::time_point end = Clock::now() + kPatience; now == old && Clock::now() < end;) {
    std::this_thread::yield();
    now = spin(value, old, kSpins);
  }
  for (; now == old; now = value.load(std::memory_order_acquire)) {
    value.wait(old, std::memory_order_acquire);
  }
  return now;
}

}  // namespace

Team::Team(int threads, Job job) : job_(std::move(job)), parts_(static_cast<std::size_t>(threads)) {
  for (int number = 1; number < threads; ++number) workers_.emplace_back([this, number] { work(number); });
}

Team::~Team() {
  ends_.store(true, std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void Team::run(std::int64_t what, std::int64_t work) {
  const bool is_long = work >= kLongRound;
  const bool together = is_long ? long_pace_.together() : short_pace_.together();
  what_ = what;
  measured_ = is_long && long_pace_.sampled();
  const Clock::time_point began = Clock::now();
  if (together) {
    run_together();
  } else {
    for (int part = 0; part < threads(); ++part) job_(part, what);
  }
  const Clock::duration time = Clock::now() - began;
  if (is_long) {
    long_pace_.done(time, busy());
  } else {
    short_pace_.done(time, work);
  }
}

Clock::duration Team::busy() const {
  Clock::duration all{};
  for (const Part& part : parts_) all += part.busy;
  return all;
}

void Team::run_together() {
  const unsigned round = round_.load(std::memory_order_relaxed) + 1;
  round_.store(round, std::memory_order_release);
  round_.notify_all();
  do_part(round, 0);
  wait_for_others(round);
  if (!thrown_.load(std::memory_order_relaxed)) return;
  thrown_.store(false, std::memory_order_relaxed);
  std::exception_ptr first;
  for (Part& part : parts_) {
    if (!first) first = part.thrown;
    part.thrown = nullptr;
  }
  std::rethrow_exception(first);
}

void Team::work(int number) {
  for (unsigned round = 0;;) {
    round = wait(round_, round);
    if (ends_.load(std::memory_order_relaxed)) return;
    do_part(round, number);
    if (spin(round_, round, kGrace) == round) do_others(round);
  }
}

void Team::do_others(unsigned round) {
  for (int part = 0; part < threads(); ++part) do_part(round, part);
}

void Team::do_part(unsigned round, int number) {
  Part& part = parts_[static_cast<std::size_t>(number)];
  unsigned before = round - 1;
  if (!part.claimed.compare_exchange_strong(before, round, std::memory_order_acq_rel)) return;
  const Clock::duration began = measured_ ? processor_time() : Clock::duration{};
  try {
    job_(number, what_);
  } catch (...) {
    part.thrown = std::current_exception();
    thrown_.store(true, std::memory_order_relaxed);
  }
  if (measured_) part.busy = processor_time() - began;
  done_.fetch_add(1, std::memory_order_acq_rel);
  done_.notify_one();
}

void Team::wait_for_others(unsigned round) {
  const unsigned all = round * static_cast<unsigned>(threads());
  unsigned done = done_.load(std::memory_order_acquire);
  for (int i = 0; i < kGrace && done != all; ++i) {
    pause();
    done = done_.load(std::memory_order_acquire);
  }
  if (done == all) return;
  do_others(round);
  for (done = done_.load(std::memory_order_acquire); done != all;) done = wait(done_, done);
}

}  // namespace torusim::fast
