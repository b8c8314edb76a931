// libFuzzer's way in: TORUSIM_FUZZ_TARGET names the target.
#include <cstddef>
#include <cstdint>

#include "testbench/fuzz/targets.h"

// libsystemc asks for one; nothing here starts its kernel.
extern "C" int sc_main(int, char**) { return 0; }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto target = torusim::fuzz::targets().at(TORUSIM_FUZZ_TARGET);
  target({reinterpret_cast<const char*>(data), size});
  return 0;
}
