#pragma once
/// SIGINT and SIGTERM as a question that a run asks now and then.

#include <csignal>

namespace torusim {

/// While it lives, the first of these signals is only noted; a second one ends the process as usual.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  bool requested() const;

 private:
  struct sigaction before_int_ {};
  struct sigaction before_term_ {};
};

}  // namespace torusim
