#pragma once
/// A list for millions of elements: the list grows without copies, so it never needs twice the memory of its
/// elements.

#include <cstddef>
#include <vector>

namespace torusim {

template <typename T>
class ChunkedList {
 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return chunks_[i / kChunk][i % kChunk]; }
  const T& operator[](std::size_t i) const { return chunks_[i / kChunk][i % kChunk]; }
  T& back() { return chunks_.back().back(); }

  void push_back(const T& element) {
    if (size_ % kChunk == 0) {
      chunks_.emplace_back();
      if (size_ > 0) chunks_.back().reserve(kChunk);  // the first chunk grows, as small lists are common
    }
    chunks_.back().push_back(element);
    ++size_;
  }

  template <typename List, typename Element>
  class Iterator {
   public:
    Iterator(List* list, std::size_t at) : list_(list), at_(at) {}
    Element& operator*() const { return (*list_)[at_]; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator==(const Iterator&) const = default;

   private:
    List* list_;
    std::size_t at_;
  };
  auto begin() { return Iterator<ChunkedList, T>(this, 0); }
  auto end() { return Iterator<ChunkedList, T>(this, size_); }
  auto begin() const { return Iterator<const ChunkedList, const T>(this, 0); }
  auto end() const { return Iterator<const ChunkedList, const T>(this, size_); }

 private:
  static constexpr std::size_t kChunk = std::size_t{1} << 14;
  std::vector<std::vector<T>> chunks_;  // all are full but the last
  std::size_t size_ = 0;
};

}  // namespace torusim
