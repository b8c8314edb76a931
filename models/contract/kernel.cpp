#include "models/contract/kernel.h"

#include <new>
#include <string>

#include "schedules/core/error.h"

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

void run_kernel() {
  try {
    sc_core::sc_start();
  } catch (const sc_core::sc_report& report) {
    const std::string type = report.get_msg_type(), text = report.get_msg();
    if (type != sc_core::SC_ID_SIMULATION_UNCAUGHT_EXCEPTION_) throw InputError(type + ": " + text);
    if (text == std::bad_alloc().what()) throw std::bad_alloc();
    throw InputError(text);
  }
}

}  // namespace torusim
