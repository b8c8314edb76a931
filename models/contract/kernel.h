#pragma once
/// One elaboration and run of the SystemC kernel; several can follow each other in a process.

#include <systemc>

namespace torusim {

/// Gives the process a fresh SystemC simulation context for its lifetime. Modules must be created and
/// destroyed during its lifetime. Contexts cannot be nested. The memory of a large context is freed only at
/// the end of the program.
class KernelSession {
 public:
  KernelSession();
  ~KernelSession();
  KernelSession(const KernelSession&) = delete;
  KernelSession& operator=(const KernelSession&) = delete;

 private:
  sc_core::sc_simcontext* before_;
  sc_core::sc_simcontext* own_;
};

/// Runs the kernel until it is stopped or paused. An exception in a process of a module reaches the caller as
/// std::bad_alloc, or as InputError with the text of any other exception. The kernel keeps only the text.
void run_kernel();

/// One cycle of the hardware in simulated time.
inline sc_core::sc_time clock_period() { return {1.0, sc_core::SC_NS}; }

}  // namespace torusim
