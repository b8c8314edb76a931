#pragma once
/// Memory that grows beyond the size of the process: the oldest part moves to an unnamed file, and is read
/// and changed there like memory. A small run never has a file.
///
/// What is looked at of the file is part of the process until there is too much of it (kMostWindows), so
/// memory stays small whatever the size and the order of what is read. The file disappears with the process.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <type_traits>
#include <vector>

#include "schedules/core/error.h"

namespace torusim {

class SpillFile {
 public:
  static constexpr std::size_t kChunk = std::size_t{1} << 20;
  static constexpr std::size_t kResident = std::size_t{80} << 20;
  static constexpr std::size_t kMostBytes = std::size_t{16} << 30;
  /// The system brings in so much of a file at once, and at most so many of these stay.
  static constexpr std::size_t kWindow = std::size_t{64} << 10;
  static constexpr std::size_t kMostWindows = 256;

  /// Thrown when `most_bytes` are used up.
  struct Full : InputError {
    using InputError::InputError;
  };

  /// The file lies in `directory`, if there is ever one; `resident` bytes stay in memory.
  explicit SpillFile(std::filesystem::path directory, std::size_t most_bytes = kMostBytes,
                     std::size_t resident = kResident);
  ~SpillFile();
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;

  /// kChunk bytes at an address that stays: the n-th, n from 0. Throws Full; InputError when the disk is
  /// full, std::bad_alloc when the process may have no more addresses.
  struct Chunk {
    void* data;
    std::size_t n;
  };
  Chunk add();
  /// To be called before something is read or changed that begins at that byte of a chunk.
  void look(std::size_t chunk, std::size_t byte) {
    if (chunk < looked_at_.size() && (looked_at_[chunk] >> (byte / kWindow) & 1) == 0) {
      bring_in(chunk, byte / kWindow);
    }
  }
  /// Windows of the file that are part of the process, as far as known.
  std::size_t windows() const { return windows_; }

 private:
  /// Addresses that chunks get one after the other.
  struct Region {
    char* base;
    std::size_t first, bytes;  // in the file
  };
  char* place_of(std::size_t at);
  void spill_oldest();
  void bring_in(std::size_t chunk, std::size_t window);
  void relax();

  const std::filesystem::path directory_;
  const std::size_t most_bytes_;
  const std::size_t resident_;
  std::vector<Region> regions_;
  std::size_t added_ = 0, spilled_ = 0;  // bytes
  int file_ = -1;
  std::vector<std::uint16_t> looked_at_;  // of each chunk in the file, its windows
  static_assert(kChunk / kWindow <= 16);
  std::size_t windows_ = 0;
};

/// Plain records in a SpillFile, by index.
template <typename T>
class SpilledArray {
  static_assert(std::is_trivially_copyable_v<T>);
  static constexpr std::size_t kPer = SpillFile::kChunk / sizeof(T);

 public:
  explicit SpilledArray(SpillFile& file) : file_(&file) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return at(i); }
  const T& operator[](std::size_t i) const { return at(i); }
  T& back() { return (*this)[size_ - 1]; }

  /// Throws SpillFile::Full, as resize() does; the array is as before then.
  void push_back(const T& value) {
    if (size_ == chunks_.size() * kPer) chunks_.push_back(file_->add());
    (*this)[size_++] = value;
  }
  /// Grows; what is new is `value`.
  void resize(std::size_t size, const T& value = {}) {
    while (size_ < size) push_back(value);
  }

  /// Goes through all, in order.
  class Iterator {
   public:
    Iterator(const SpilledArray& array, std::size_t at) : array_(array), at_(at) {}
    const T& operator*() const { return array_[at_]; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    const SpilledArray& array_;
    std::size_t at_;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size_}; }

 private:
  T& at(std::size_t i) const {
    const SpillFile::Chunk& chunk = chunks_[i / kPer];
    file_->look(chunk.n, i % kPer * sizeof(T));
    return static_cast<T*>(chunk.data)[i % kPer];
  }

  SpillFile* file_;
  std::vector<SpillFile::Chunk> chunks_;
  std::size_t size_ = 0;
};

}  // namespace torusim
