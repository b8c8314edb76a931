#pragma once
/// Prefetch of cache lines.

#include <cstddef>

namespace torusim {

/// Prefetches consecutive objects for reading, or for writing.
template <typename T>
inline void prefetch(const T* objects, std::size_t count = 1) {
  const auto* const bytes = reinterpret_cast<const char*>(objects);
  for (std::size_t at = 0; at < count * sizeof(T); at += 64) __builtin_prefetch(bytes + at, 1);
  // GCC treats a function that only prefetches as one without effect, and removes calls of it. This statement
  // is opaque to GCC.
  asm volatile("" : : "r"(bytes));
}

}  // namespace torusim
