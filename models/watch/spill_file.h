#pragma once
/// Memory that grows beyond the size of the process. The oldest part moves to an unnamed file, whose contents
/// are read and changed like memory. A small run never has a file.
///
/// Accessed windows of the file stay in memory until there are kMostWindows of them, so memory stays small
/// for any size and order of accesses. The file disappears with the process.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <type_traits>
#include <vector>

#include "schedules/core/error.h"

namespace torusim {

/// The directory of files that belong to no result: $TMPDIR or /tmp. Throws InputError if it is none.
std::filesystem::path scratch_directory();

class SpillFile {
 public:
  static constexpr std::size_t kChunk = std::size_t{1} << 20;
  static constexpr std::size_t kResident = std::size_t{80} << 20;
  static constexpr std::uint64_t kMostBytes = std::uint64_t{16} << 30;
  /// Bytes that the system reads from the file at once, and the maximum number of such windows in memory.
  static constexpr std::size_t kWindow = std::size_t{64} << 10;
  static constexpr std::size_t kMostWindows = 256;

  /// The exception when `most_bytes` are used.
  struct Full : InputError {
    using InputError::InputError;
  };

  /// `directory` is the place of the file; `resident` bytes stay in memory.
  explicit SpillFile(std::filesystem::path directory, std::uint64_t most_bytes = kMostBytes,
                     std::size_t resident = kResident);
  ~SpillFile();
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;

  /// Chunk number n, from 0: kChunk bytes at a fixed address. add() throws Full, InputError when the disk is
  /// full, and std::bad_alloc when the process has no more addresses.
  struct Chunk {
    void* data;
    std::size_t n;
  };
  Chunk add();
  /// Must be called before an access that begins at this byte of the chunk.
  void look(std::size_t chunk, std::size_t byte) {
    if (chunk < looked_at_.size() && (looked_at_[chunk] >> (byte / kWindow) & 1) == 0) {
      bring_in(chunk, byte / kWindow);
    }
  }
  /// Windows of the file accessed since the last release of windows; an upper bound of those in memory.
  std::size_t windows() const { return windows_; }

 private:
  /// A range of addresses for consecutive chunks.
  struct Region {
    char* base;
    std::size_t first, bytes;  // in bytes of the file
  };
  char* place_of(std::size_t at);
  void spill_oldest();
  void bring_in(std::size_t chunk, std::size_t window);
  void relax();

  const std::filesystem::path directory_;
  const std::uint64_t most_bytes_;
  const std::size_t resident_;
  std::vector<Region> regions_;
  std::size_t added_ = 0, spilled_ = 0;  // bytes
  int file_ = -1;
  std::vector<std::uint16_t> looked_at_;  // windows in memory of each chunk in the file, a bit each
  static_assert(kChunk / kWindow <= 16);
  std::size_t windows_ = 0;
};

/// An array of trivially copyable records in a SpillFile.
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

  /// push_back() and resize() throw SpillFile::Full. After the exception the array has no incomplete record.
  void push_back(const T& value) {
    if (size_ == chunks_.size() * kPer) chunks_.push_back(file_->add());
    (*this)[size_++] = value;
  }
  /// Grows the array to `size` records; new records have the value `value`.
  void resize(std::size_t size, const T& value = {}) {
    while (size_ < size) push_back(value);
  }

  /// Iterates over the records by index.
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
