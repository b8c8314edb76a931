#include "models/contract/kernel.h"

#include <cassert>

namespace torusim {

KernelSession::KernelSession() : before_(sc_core::sc_curr_simcontext), own_(new sc_core::sc_simcontext) {
  sc_core::sc_curr_simcontext = own_;
  // The kernel would otherwise print on every sc_stop() of every run.
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
}

KernelSession::~KernelSession() {
  delete own_;
  sc_core::sc_curr_simcontext = before_;
}

CycleProcess::CycleProcess(const sc_core::sc_module_name& name, std::function<Cycle(Cycle)> step)
    : sc_module(name), step_(std::move(step)) {
  SC_HAS_PROCESS(CycleProcess);
  SC_METHOD(tick);
}

void CycleProcess::tick() {
  const Cycle next = step_(now_);
  if (next == kStop) {
    sc_core::sc_stop();
    return;
  }
  assert(next > now_);
  next_trigger(period_ * static_cast<double>(next - now_));
  now_ = next;
}

}  // namespace torusim
