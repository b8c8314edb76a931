#include "testbench/process/interrupt.h"

namespace torusim {
namespace {

// A signal handler can only reach objects of static lifetime.
volatile std::sig_atomic_t interrupted = 0;
bool taken = false, guarded = false;
thread_local const HostCall* host = nullptr;

void note(int) { interrupted = 1; }

}  // namespace

HostCall::HostCall(std::function<bool()> wanted) : wanted_(std::move(wanted)) { host = this; }

HostCall::~HostCall() { host = outer_; }

const HostCall* HostCall::current() { return host; }

void take_signals(bool take) { taken = take; }

InterruptGuard::InterruptGuard() : outermost_(taken && !guarded) {
  if (!outermost_) return;
  guarded = true;
  work_.emplace([] { return interrupted != 0; });
  interrupted = 0;
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = SA_RESETHAND;  // the second signal finds the ordinary behaviour again
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaction(kSignals[i], nullptr, &before_[i]);
    if (before_[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &action, nullptr);
  }
}

InterruptGuard::~InterruptGuard() {
  if (!outermost_) return;
  guarded = false;
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
}

bool InterruptGuard::requested() const {
  return host_ != nullptr ? host_->wanted() : guarded && interrupted != 0;
}

}  // namespace torusim
