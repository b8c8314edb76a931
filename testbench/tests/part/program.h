#pragma once
/// A thread of a SystemC design that runs a function.

#include <functional>
#include <systemc>
#include <utility>

namespace torusim::test {

struct Program : sc_core::sc_module {
  Program(const sc_core::sc_module_name& name, std::function<void()> its_run)
      : sc_module(name), run_(std::move(its_run)) {
    SC_HAS_PROCESS(Program);
    SC_THREAD(run);
  }
  void run() { run_(); }
  std::function<void()> run_;
};

}  // namespace torusim::test
