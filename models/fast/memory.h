#pragma once
/// The memory of a network.

#include <cstddef>

namespace torusim::fast {

/// Zeroed memory that begins with a cache line. If there is much of it, the system is asked for huge pages:
/// in a large torus every flit is in another router, and with small pages every access would have to look up
/// where the page is. What is never used costs no memory, or at most the rest of a page.
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
