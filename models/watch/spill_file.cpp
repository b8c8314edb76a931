#include "models/watch/spill_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>

namespace torusim {
namespace {

/// A file without a name, so that nothing is left behind; -1 if there can be none.
int nameless_file(const std::filesystem::path& directory) {
  const int file = open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0) return file;
  std::string path =
      (directory / ".torusim-spill-XXXXXX").string();  // a file system that always wants a name
  const int named = mkostemp(path.data(), O_CLOEXEC);
  if (named >= 0) unlink(path.c_str());
  return named;
}

/// Written at once. For more the system looks for pages as large, which can take twenty times as long
/// as the copying.
constexpr std::size_t kPiece = std::size_t{64} << 10;

bool write_whole(int file, const char* data, std::size_t size, std::size_t at) {
  while (size > 0) {
    const ssize_t written = pwrite(file, data, std::min(size, kPiece), static_cast<off_t>(at));
    if (written <= 0) return false;
    data += written;
    at += static_cast<std::size_t>(written);
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

}  // namespace

/// Addresses only: nothing is there until add(). A process may be allowed fewer than asked for.
SpillFile::SpillFile(std::filesystem::path directory, std::size_t most_bytes, std::size_t resident)
    : directory_(std::move(directory)), most_bytes_(most_bytes), resident_(std::max(resident, kChunk)) {
  for (most_bytes_ -= most_bytes_ % kChunk; most_bytes_ > 0;
       most_bytes_ = most_bytes_ / 2 / kChunk * kChunk) {
    void* const place =
        mmap(nullptr, most_bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED) continue;
    base_ = static_cast<char*>(place);
    return;
  }
}

SpillFile::~SpillFile() {
  if (base_ != nullptr) munmap(base_, most_bytes_);
  if (file_ >= 0) close(file_);
}

void* SpillFile::add() {
  if (added_ + kChunk > most_bytes_) throw Full{};
  if (added_ - spilled_ >= resident_) spill_oldest();
  char* const chunk = base_ + added_;
  if (mprotect(chunk, kChunk, PROT_READ | PROT_WRITE) != 0) throw Full{};
  added_ += kChunk;
  return chunk;
}

/// The chunk's place is taken by that of the file, with the same in it.
void SpillFile::spill_oldest() {
  constexpr std::size_t kSomeChunks = 16;
  if (file_ < 0) file_ = nameless_file(directory_);
  char* const chunk = base_ + spilled_;
  if (file_ < 0 || !write_whole(file_, chunk, kChunk, spilled_)) throw Full{};
  if (mmap(chunk, kChunk, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file_,
           static_cast<off_t>(spilled_)) == MAP_FAILED) {
    throw Full{};
  }
  spilled_ += kChunk;
  if (spilled_ / kChunk % kSomeChunks == 0) relax();  // old records may have been changed
}

void SpillFile::relax() const {
  if (spilled_ > 0) madvise(base_, spilled_, MADV_DONTNEED);
}

}  // namespace torusim
