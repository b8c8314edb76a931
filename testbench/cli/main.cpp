#include "testbench/cli/program.h"

#ifdef TORUSIM_SYSTEMC

#include <cstdlib>
#include <systemc>

int sc_main(int argc, char** argv) { return torusim::run_program(argc, argv); }

// libsystemc brings a main() too, but it prints a banner first; this one starts the kernel's way in without.
int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}

#else

int main(int argc, char** argv) { return torusim::run_program(argc, argv); }

#endif
