#pragma once
/// Passes the events of a run to observers later, in the same order: on a second thread while the network
/// continues, or on the same thread, thousands at a time. The observers end in the same state.
///
/// The network and the message source record on tapes of a fixed size. When all of them are full the run
/// waits for the observers, so memory does not grow. An error of an observer ends the run.

#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "models/watch/tape_reader.h"

namespace torusim {

class LateWatch : public Observer, public SpanTape {
 public:
  /// Whether a second thread pays: on several cores, beside a network of one thread. A network of several
  /// threads is not served at all.
  static bool pays(int threads) { return threads == 1 && std::thread::hardware_concurrency() > 1; }

  /// `observers` want spans from cycle 0 on and no moves, and read of a worm what is known when it is
  /// started, or delivered. `beside`: on a second thread.
  LateWatch(const Hardware& hardware, std::vector<Observer*> observers, bool beside = true);
  ~LateWatch() override;

  bool wants_moves() const override { return false; }
  bool wants_spans() const override { return true; }
  void started(Cycle cycle, const Worm& worm) override { of_worm(TapeReader::Other::kStarted, cycle, worm); }
  void delivered(Cycle cycle, const Worm& worm) override {
    of_worm(TapeReader::Other::kDelivered, cycle, worm);
  }
  void phase_began(Cycle cycle, int phase, const std::string& name) override;
  void phase_ended(Cycle cycle, int phase, const std::string& name) override;
  void phase_loaded(const Phase& phase, std::uint32_t first_number) override;
  void finish(Cycle last) override;

 private:
  static constexpr std::size_t kTapeWords = std::size_t{16} << 10, kTapes = 16;
  struct Tape {
    std::vector<Word> words = std::vector<Word>(kTapeWords);
    std::size_t used = 0;
    std::vector<TapeReader::Call> calls;
  };

  void of_worm(TapeReader::Other what, Cycle cycle, const Worm& worm);
  void call(TapeReader::Call call);
  void turn() override;
  std::exception_ptr hand_over();
  void read_all();
  void read(Tape& tape);
  void end_thread();

  TapeReader reader_;
  std::unique_ptr<Tape> tape_;  // being written
  std::thread thread_;
  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::deque<std::unique_ptr<Tape>> written_, read_;
  std::exception_ptr error_;
  bool over_ = false;  // no tape follows
};

}  // namespace torusim
