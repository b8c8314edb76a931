#pragma once
/// For the file with main() of a program with libsystemc, which clears 3 MB of the heap before main(): the
/// first part of the heap is in large pages. Of 1,100 page faults, more than half of the time that a short
/// command takes, 400 are left.

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && \
    !defined(__clang__)

#include <malloc.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>

namespace torusim {

/// Untouched memory costs addresses only. The thresholds are those to which glibc moves by itself.
inline void use_large_pages() {
  constexpr std::size_t kPage = std::size_t{2} << 20, kFirst = std::size_t{24} << 20;
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
  void* const first = std::malloc(kFirst);
  if (first == nullptr) return;
  const std::uintptr_t from = reinterpret_cast<std::uintptr_t>(first), begin = (from / kPage + 1) * kPage;
  madvise(reinterpret_cast<void*>(begin), (from + kFirst) / kPage * kPage - begin, MADV_HUGEPAGE);
  std::free(first);
  [[maybe_unused]] void* volatile const before = std::malloc(begin - from);  // so that what is used is large
}

/// Before the initialisers of shared libraries.
__attribute__((section(".preinit_array"), used)) static void (*const kBeforeLibraries)() = use_large_pages;

}  // namespace torusim

#endif
