// libFuzzer's way in: the environment variable TORUSIM_FUZZ_TARGET names the reader.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "testbench/fuzz/targets.h"

namespace {

torusim::fuzz::Target named_target() {
  const char* name = std::getenv("TORUSIM_FUZZ_TARGET");
  const auto& targets = torusim::fuzz::targets();
  if (const auto target = targets.find(name == nullptr ? "" : name); target != targets.end())
    return target->second;
  std::fputs("set TORUSIM_FUZZ_TARGET to one of:", stderr);
  for (const auto& [known, function] : targets) std::fprintf(stderr, " %s", known.c_str());
  std::fputs("\n", stderr);
  std::exit(2);
}

}  // namespace

// libsystemc asks for one; nothing here starts its kernel.
extern "C" int sc_main(int, char**) { return 0; }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto target = named_target();
  target({reinterpret_cast<const char*>(data), size});
  return 0;
}
