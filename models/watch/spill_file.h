#pragma once
/// Memory that grows beyond the size of the process: the oldest part moves to an unnamed file, and is read
/// and changed there like memory. A small run never has a file.
///
/// The system caches recent pages and reclaims them when memory is short. The file disappears with the
/// process.

#include <bit>
#include <cstddef>
#include <filesystem>
#include <type_traits>
#include <vector>

namespace torusim {

class SpillFile {
 public:
  static constexpr std::size_t kChunk = std::size_t{1} << 20;
  static constexpr std::size_t kResident = std::size_t{80} << 20;
  static constexpr std::size_t kMostBytes = std::size_t{16} << 30;

  /// Thrown when `most_bytes` are used up, or the disk is full.
  struct Full {};

  /// The file lies in `directory`, if there is ever one; `resident` bytes stay in memory.
  explicit SpillFile(std::filesystem::path directory, std::size_t most_bytes = kMostBytes,
                     std::size_t resident = kResident);
  ~SpillFile();
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;

  /// kChunk bytes of zeros at an address that stays. Throws Full.
  void* add();
  /// Takes the pages of the file that were looked at lately out of the process again. Call it now and then
  /// while going through a large array.
  void relax() const;
  std::size_t bytes() const { return added_; }

 private:
  void spill_oldest();

  const std::filesystem::path directory_;
  std::size_t most_bytes_;
  const std::size_t resident_;
  char* base_ = nullptr;
  std::size_t added_ = 0, spilled_ = 0;  // bytes from base_
  int file_ = -1;
};

/// Plain records in a SpillFile, by index.
template <typename T>
class SpilledArray {
  static_assert(std::is_trivially_copyable_v<T>);
  static constexpr std::size_t kPer = std::bit_floor(SpillFile::kChunk / sizeof(T));

 public:
  explicit SpilledArray(SpillFile& file) : file_(&file) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return chunks_[i / kPer][i % kPer]; }
  const T& operator[](std::size_t i) const { return chunks_[i / kPer][i % kPer]; }
  T& back() { return (*this)[size_ - 1]; }

  /// Throws SpillFile::Full, as resize() does; the array is as before then.
  void push_back(const T& value) {
    if (size_ == chunks_.size() * kPer) chunks_.push_back(static_cast<T*>(file_->add()));
    (*this)[size_++] = value;
  }
  /// Grows; what is new is `value`.
  void resize(std::size_t size, const T& value = {}) {
    while (size_ < size) push_back(value);
  }

  /// Goes through all, in order, without filling the memory with them.
  class Iterator {
   public:
    Iterator(const SpilledArray& array, std::size_t at) : array_(array), at_(at) {}
    const T& operator*() const { return array_[at_]; }
    Iterator& operator++() {
      if (++at_ % (16 * kPer) == 0) array_.file_->relax();
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
  SpillFile* file_;
  std::vector<T*> chunks_;
  std::size_t size_ = 0;
};

}  // namespace torusim
