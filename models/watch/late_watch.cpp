#include "models/watch/late_watch.h"

#include <system_error>
#include <utility>

namespace torusim {

LateWatch::LateWatch(const Hardware& hardware, std::vector<Observer*> observers, bool beside)
    : reader_(hardware, std::move(observers)), tape_(std::make_unique<Tape>()) {
  free_ = tape_->words.data();
  end_ = free_ + kTapeWords;
  if (!beside) return;
  for (std::size_t n = 1; n < kTapes; ++n) read_.push_back(std::make_unique<Tape>());
  try {
    thread_ = std::thread([this] { read_all(); });
  } catch (const std::system_error&) {
    read_.clear();  // no thread is available: as on one core
  }
}

LateWatch::~LateWatch() { end_thread(); }

void LateWatch::of_worm(TapeReader::Other what, Cycle cycle, const Worm& worm) {
  make_room(TapeReader::kOfWorm);
  put(word(What::kOther, static_cast<Word>(what)));
  put(cycle);
  put(&worm);
  put(worm);
}

void LateWatch::call(TapeReader::Call call) {
  make_room(1);
  put(word(What::kOther, static_cast<Word>(TapeReader::Other::kCall)));
  tape_->calls.push_back(std::move(call));
}

void LateWatch::phase_began(Cycle cycle, int phase, const std::string& name) {
  call([=](Observer& observer) { observer.phase_began(cycle, phase, name); });
}

void LateWatch::phase_ended(Cycle cycle, int phase, const std::string& name) {
  call([=](Observer& observer) { observer.phase_ended(cycle, phase, name); });
}

void LateWatch::phase_loaded(const Phase& phase, std::uint32_t first_number) {
  call([=](Observer& observer) { observer.phase_loaded(phase, first_number); });
}

void LateWatch::turn() {
  tape_->used = static_cast<std::size_t>(free_ - tape_->words.data());
  std::exception_ptr error;
  if (thread_.joinable()) {
    error = hand_over();
  } else {
    read(*tape_);
  }
  free_ = tape_->words.data();
  end_ = free_ + kTapeWords;
  if (error) std::rethrow_exception(error);
}

/// Takes a tape that has been read for the one that is full. Returns the error of an observer.
std::exception_ptr LateWatch::hand_over() {
  std::unique_lock lock(mutex_);
  written_.push_back(std::move(tape_));
  changed_.notify_all();
  changed_.wait(lock, [&] { return !read_.empty(); });
  tape_ = std::move(read_.front());
  read_.pop_front();
  return error_;
}

/// The second thread.
void LateWatch::read_all() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return over_ || !written_.empty(); });
    if (written_.empty()) return;
    std::unique_ptr<Tape> tape = std::move(written_.front());
    written_.pop_front();
    if (!error_) {
      lock.unlock();
      std::exception_ptr error;
      try {
        read(*tape);
      } catch (...) {
        error = std::current_exception();
      }
      lock.lock();
      error_ = error;
    }
    read_.push_back(std::move(tape));
    changed_.notify_all();
  }
}

void LateWatch::read(Tape& tape) {
  reader_.read({tape.words.data(), tape.used}, tape.calls);
  tape.calls.clear();
}

void LateWatch::end_thread() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void LateWatch::finish(Cycle last) {
  turn();
  end_thread();
  if (error_) std::rethrow_exception(error_);
  reader_.finish(last);
}

}  // namespace torusim
