#pragma once
/// One elaboration and run of the SystemC kernel; several can follow each other in a process.

#include <functional>
#include <systemc>

#include "models/contract/hardware.h"

namespace torusim {

/// Gives the process a fresh SystemC simulation context for its lifetime. Modules must be created and
/// destroyed during its lifetime. Contexts cannot be nested.
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

/// One cycle of the hardware in simulated time.
inline sc_core::sc_time clock_period() { return {1.0, sc_core::SC_NS}; }

/// The clocked process of the fast level. It calls `step(cycle)`, which returns the next, later cycle with a
/// possible event, and sleeps until then. It stops the kernel when the result is kStop.
SC_MODULE(CycleProcess) {
 public:
  static constexpr Cycle kStop = INT64_MAX;
  CycleProcess(const sc_core::sc_module_name& name, std::function<Cycle(Cycle)> step);

 private:
  void tick();
  std::function<Cycle(Cycle)> step_;
  const sc_core::sc_time period_ = clock_period();
  Cycle now_ = 0;
};

}  // namespace torusim
