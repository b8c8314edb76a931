#pragma once
/// An array with an entry per channel or node. In a large network accesses are scattered, and with small
/// pages each access would miss the TLB. The array therefore requests huge pages from the system, and uses
/// small pages if there are no huge ones. Each array has its own cache lines, so that the writes of one
/// thread do not invalidate adjacent data of other threads.

#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <vector>

namespace torusim {

template <typename Entry>
struct LargePages {
  using value_type = Entry;
  static constexpr std::size_t kHugePage = std::size_t{2} << 20, kCacheLine = 64;

  LargePages() = default;
  template <typename Other>
  LargePages(const LargePages<Other>&) {}

  Entry* allocate(std::size_t count) {
    const std::size_t size = size_of(count);
    void* const memory = ::operator new(size, alignment(size));
    if (size >= kHugePage) madvise(memory, size, MADV_HUGEPAGE);
    return static_cast<Entry*>(memory);
  }
  void deallocate(Entry* memory, std::size_t count) { ::operator delete(memory, alignment(size_of(count))); }
  bool operator==(const LargePages&) const = default;

 private:
  static std::size_t size_of(std::size_t count) {
    return (count * sizeof(Entry) + kCacheLine - 1) / kCacheLine * kCacheLine;
  }
  static std::align_val_t alignment(std::size_t size) {
    return std::align_val_t{size >= kHugePage ? kHugePage : kCacheLine};
  }
};

template <typename Entry>
using LargeArray = std::vector<Entry, LargePages<Entry>>;

}  // namespace torusim
