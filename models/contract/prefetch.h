#pragma once
/// Fetching cache lines before they are needed.

#include <cstddef>

namespace torusim {

/// Some consecutive objects are about to be read, or written.
template <typename T>
inline void prefetch(const T* objects, std::size_t count = 1) {
  const auto* const bytes = reinterpret_cast<const char*>(objects);
  for (std::size_t at = 0; at < count * sizeof(T); at += 64) __builtin_prefetch(bytes + at, 1);
  // GCC takes a function that only prefetches for one without effect, and leaves out calls of it. What this
  // does it cannot know.
  asm volatile("" : : "r"(bytes));
}

}  // namespace torusim
