#include "testbench/cli/program.h"

#ifdef TORUSIM_SYSTEMC

#include <cstdlib>
#include <systemc>

int sc_main(int argc, char** argv) { return torusim::run_program(argc, argv); }

// The main() of libsystemc prints a banner first; this main() enters the kernel without it.
int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}

#else

int main(int argc, char** argv) { return torusim::run_program(argc, argv); }

#endif
