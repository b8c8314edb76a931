#include "models/contract/kernel.h"

#include <new>
#include <string>
#include <vector>

#include "schedules/core/error.h"

namespace torusim {
namespace {

/// Contexts of more processes are not destroyed. SystemC 2.3.4 searches for each process among all remaining
/// processes, which takes 13 s for the pins level of 32 x 32. A program has few such contexts.
constexpr std::size_t kMostProcesses = 5000;
std::vector<sc_core::sc_simcontext*> kept;

}  // namespace

KernelSession::KernelSession() : before_(sc_core::sc_curr_simcontext), own_(new sc_core::sc_simcontext) {
  sc_core::sc_curr_simcontext = own_;
  // The kernel would otherwise print on every sc_stop() of every run.
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
}

KernelSession::~KernelSession() {
  // The modules are destroyed; the remaining objects at the top level are their processes.
  if (sc_core::sc_get_top_level_objects(own_).size() <= kMostProcesses) {
    delete own_;
  } else {
    kept.push_back(own_);
  }
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
