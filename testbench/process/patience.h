#pragma once
/// A line on standard error now and then while something takes long that has no steps to count.

#include <condition_variable>
#include <mutex>
#include <thread>

#include "testbench/process/memory.h"

namespace torusim {

class Patience {
 public:
  /// From now on, every five seconds: `what` and for how long, unless `quiet`.
  Patience(bool quiet, const char* what);
  ~Patience();
  Patience(const Patience&) = delete;
  Patience& operator=(const Patience&) = delete;

 private:
  void tell_now_and_then(const char* what);

  std::mutex mutex_;
  std::condition_variable woken_;
  bool over_ = false;
  std::thread teller_;
};

/// What `make` returns; it takes long sometimes. Throws InputError when memory is too small for it.
template <typename Make>
auto patiently(bool quiet, const char* what, const Make& make) {
  const Patience patience(quiet, what);
  return with_memory_for(what, make);
}

}  // namespace torusim
