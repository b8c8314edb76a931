#include "models/fast/memory.h"

#include <sys/mman.h>

#include <memory>
#include <new>

namespace torusim::fast {

namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

}  // namespace

Memory::Memory(std::size_t size) : mapped_size_(size < kHugePage ? size + 1 : size + kHugePage) {
  mapped_ = mmap(nullptr, mapped_size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped_ == MAP_FAILED) throw std::bad_alloc();
  void* begin = mapped_;
  if (size >= kHugePage) {
    std::size_t room = mapped_size_;
    begin = std::align(kHugePage, size, begin, room);
    madvise(begin, size, MADV_HUGEPAGE);  // if there are no huge pages, small ones serve
  }
  begin_ = static_cast<std::byte*>(begin);
}

Memory::~Memory() { munmap(mapped_, mapped_size_); }

}  // namespace torusim::fast
