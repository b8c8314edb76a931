#include "testbench/process/memory.h"

#include <atomic>
#include <cstdlib>

namespace torusim {
namespace {

// A new-handler can only reach objects of static lifetime.
std::atomic<void*> kept = nullptr;

}  // namespace

void give_back_memory() { std::free(kept.exchange(nullptr)); }

void prepare_memory() {
  constexpr std::size_t kKept = std::size_t{1} << 20;  // never touched, so no page of it is ever in memory
  if (kept == nullptr) kept = std::malloc(kKept);
  if (kept == nullptr) throw std::bad_alloc();
  std::set_new_handler([] {
    give_back_memory();
    throw std::bad_alloc();
  });
}

}  // namespace torusim
