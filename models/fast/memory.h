#pragma once
/// The memory of a network.

#include <cstddef>

namespace torusim::fast {

/// Zeroed memory, aligned to a cache line. A large block requests huge pages from the system, because
/// accesses in a large torus are scattered and would miss the TLB with small pages. Unused parts take no
/// memory, except the rest of a page.
class Memory {
 public:
  /// Throws std::bad_alloc.
  explicit Memory(std::size_t size);
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  std::byte* begin() const { return begin_; }

 private:
  void* mapped_;
  std::size_t mapped_size_;
  std::byte* begin_;
};

}  // namespace torusim::fast
