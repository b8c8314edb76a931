#include "schedules/core/error.h"
#include "testbench/fuzz/targets.h"
#include "testbench/sweep/sweep_file.h"

namespace torusim::fuzz {

void read_sweep(std::string_view text) {
  try {
    read_sweep_text(std::string(text), "fuzz");
  } catch (const InputError&) {
  }
}

}  // namespace torusim::fuzz
