#include "models/contract/kernel.h"

#include <new>
#include <string>
#include <vector>

#include "schedules/core/error.h"

namespace torusim {
namespace {

/// As it destroys a context, SystemC 2.3 looks for each method process among all that are left: 15 s for a
/// pins level of 32 x 32. Larger ones than this are left to the end of the program, which has one of them, or
/// a few.
constexpr std::size_t kMostDestroyed = 5000;
std::vector<sc_core::sc_simcontext*> left_to_the_end;

}  // namespace

KernelSession::KernelSession() : before_(sc_core::sc_curr_simcontext), own_(new sc_core::sc_simcontext) {
  sc_core::sc_curr_simcontext = own_;
  // The kernel would otherwise print on every sc_stop() of every run.
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
}

KernelSession::~KernelSession() {
  // Modules are gone, and have left their processes without a parent.
  if (sc_core::sc_get_top_level_objects(own_).size() <= kMostDestroyed) {
    delete own_;
  } else {
    left_to_the_end.push_back(own_);
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
