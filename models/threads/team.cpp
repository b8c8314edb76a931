#include "models/threads/team.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <system_error>
#include <tuple>
#include <utility>

#include "schedules/core/error.h"

namespace torusim {
namespace {

using Clock = PaceClock;

/// A waiting thread polls kGrace times, about a microsecond, before it checks whether a step has been begun.
/// That check costs the thread that has begun it a cache line.
constexpr int kGrace = 40;
/// If the step has been begun, it polls kSpins times.
constexpr int kSpins = 400;
/// Then it yields for kPatience, the time of a step in another thread, and then blocks: until a round begins,
/// or in a round for kNap at a time. A thread that executes a step does not spend time to wake
/// others.
constexpr Clock::duration kPatience = std::chrono::microseconds(200), kNap = std::chrono::microseconds(50);

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

/// Whether count a is before b; the two are never far apart.
bool before(unsigned a, unsigned b) { return static_cast<int>(a - b) < 0; }

/// Processor time of this thread.
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

/// Spins and yields until the value changes or kPatience is over; returns the value.
unsigned wait_awake(const std::atomic<unsigned>& value, unsigned old) {
  unsigned now = spin(value, old, kSpins);
  if (now != old) return now;
  for (const Clock::time_point end = Clock::now() + kPatience; now == old && Clock::now() < end;) {
    std::this_thread::yield();
    now = spin(value, old, kSpins);
  }
  return now;
}

/// Waits until a round begins; returns its end.
unsigned wait_for_round(const std::atomic<unsigned>& end, unsigned last) {
  unsigned now = wait_awake(end, last);
  for (; now == last; now = end.load(std::memory_order_acquire)) end.wait(last, std::memory_order_acquire);
  return now;
}

/// Waits until `done` is not `steps` any more.
void wait_for_step(const std::atomic<unsigned>& done, unsigned steps) {
  unsigned now = wait_awake(done, steps);
  for (; now == steps; now = done.load(std::memory_order_acquire)) std::this_thread::sleep_for(kNap);
}

}  // namespace

Team::Team(int threads, Job job, Rules rules)
    : job_(std::move(job)), rules_(rules), parts_(static_cast<std::size_t>(threads)) {
  try {
    for (int number = 1; number < threads; ++number) workers_.emplace_back([this, number] { work(number); });
  } catch (const std::system_error& error) {
    dismiss();
    throw InputError(fmt::format("cannot start {} threads: {}; --threads 1 needs none", threads - 1,
                                 error.code().message()));
  } catch (...) {
    dismiss();
    throw;
  }
}

Team::~Team() { dismiss(); }

void Team::dismiss() {
  over_.store(true, std::memory_order_relaxed);
  end_.fetch_add(1);
  end_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void Team::run(std::int64_t first, int steps, std::int64_t work) {
  if (work >= kLongRound) return run_round(first, steps, work);
  for (const std::int64_t end = first + steps; first < end; first += steps) {
    const std::int64_t groups = (short_pace_.steps_of_stage() + rules_.look_every - 1) / rules_.look_every;
    steps = static_cast<int>(std::min(end - first, groups * rules_.look_every));
    run_round(first, steps, work);
  }
}

void Team::run_round(std::int64_t first, int steps, std::int64_t work) {
  const bool is_long = work >= kLongRound;
  const bool together = is_long ? long_pace_.together() : short_pace_.together();
  first_ = first;
  measured_ = is_long && long_pace_.sampled();
  const Clock::time_point began = Clock::now();
  if (together) {
    run_together(static_cast<unsigned>(steps));
  } else {
    for (std::int64_t step = first; step < first + steps; ++step) {
      for (int part = 0; part < threads(); ++part) job_(part, step);
    }
  }
  const Clock::duration time = Clock::now() - began;
  if (is_long) {
    long_pace_.done(time, busy());
  } else {
    short_pace_.done(time, steps, work * steps);
  }
}

/// Returns the processor time of all parts, and clears it.
Clock::duration Team::busy() {
  Clock::duration all{};
  if (!measured_) return all;
  for (Part& part : parts_) all += std::exchange(part.busy, Clock::duration{});
  return all;
}

void Team::run_together(unsigned steps) {
  begin_ = end_.load(std::memory_order_relaxed);
  const unsigned end = begin_ + steps;
  end_.store(end);  // before the check for sleeping threads
  end_.notify_all();
  work(parts_[0], end);
  wait_for_all(end);
  if (thrown_.load(std::memory_order_relaxed)) rethrow();
}

void Team::rethrow() {
  thrown_.store(false, std::memory_order_relaxed);
  const auto earlier = [&](const Part& a, const Part& b) {
    return std::tuple(!a.thrown, a.thrown_in - begin_) < std::tuple(!b.thrown, b.thrown_in - begin_);
  };
  const std::exception_ptr first = std::min_element(parts_.begin(), parts_.end(), earlier)->thrown;
  for (Part& part : parts_) part.thrown = nullptr;
  std::rethrow_exception(first);
}

/// The loop of a worker thread.
void Team::work(int number) {
  for (unsigned end = 0;;) {
    end = wait_for_round(end_, end);
    if (over_.load(std::memory_order_relaxed)) return;
    work(parts_[static_cast<std::size_t>(number)], end);
    if (spin(end_, end, kGrace) == end) wait_for_all(end);
  }
}

/// Does a thread's own part of a round.
void Team::work(Part& part, unsigned end) {
  const auto look_every = static_cast<unsigned>(rules_.look_every);
  for (unsigned step; before(step = part.done.load(std::memory_order_acquire), end);) {
    if ((step - begin_) % look_every == 0) wait_for_all(step - 1);
    if (!do_step(part, step)) wait_for_step(part.done, step);
  }
}

/// Waits until all parts have done `steps` steps. Meanwhile does parts that no thread has begun, if it may.
void Team::wait_for_all(unsigned steps) {
  for (;;) {
    Part* last = parts_.data();
    unsigned done = last->done.load(std::memory_order_acquire);
    for (Part& part : parts_) {
      const unsigned other = part.done.load(std::memory_order_acquire);
      if (!before(other, done)) continue;
      last = &part;
      done = other;
    }
    if (!before(done, steps)) return;
    if (spin(last->done, done, kGrace) != done) continue;
    if (!rules_.take_over || !do_step(*last, done)) wait_for_step(last->done, done);
  }
}

/// Does the part's step `step`; false if another thread has begun it. All parts must have done step - 2.
bool Team::do_step(Part& part, unsigned step) {
  if (rules_.take_over) {
    unsigned begun = step;
    if (!part.begun.compare_exchange_strong(begun, step + 1, std::memory_order_acq_rel)) return false;
  }
  do_job(part, step);
  part.done.store(step + 1, std::memory_order_release);
  return true;
}

void Team::do_job(Part& part, unsigned step) {
  if (part.thrown) return;
  const Clock::duration began = measured_ ? processor_time() : Clock::duration{};
  try {
    job_(static_cast<int>(&part - parts_.data()), first_ + (step - begin_));
  } catch (...) {
    part.thrown = std::current_exception();
    part.thrown_in = step;
    thrown_.store(true, std::memory_order_relaxed);
  }
  if (measured_) part.busy += processor_time() - began;
}

}  // namespace torusim
