#include "testbench/process/interrupt.h"

namespace torusim {
namespace {

// A signal handler can reach nothing but an object of static lifetime.
volatile std::sig_atomic_t interrupted = 0;

void note(int) { interrupted = 1; }

}  // namespace

InterruptGuard::InterruptGuard() {
  interrupted = 0;
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = SA_RESETHAND;  // the second signal finds the ordinary behaviour again
  sigaction(SIGINT, &action, &before_int_);
  sigaction(SIGTERM, &action, &before_term_);
}

InterruptGuard::~InterruptGuard() {
  sigaction(SIGINT, &before_int_, nullptr);
  sigaction(SIGTERM, &before_term_, nullptr);
}

bool InterruptGuard::requested() const { return interrupted != 0; }

}  // namespace torusim
