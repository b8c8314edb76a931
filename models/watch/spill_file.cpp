#include "models/watch/spill_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>

namespace torusim {
namespace {

#ifdef __EMSCRIPTEN__
constexpr bool kDisk = false;  // a page has memory alone
void* mremap(...) { return MAP_FAILED; }
#else
constexpr bool kDisk = true;
#endif

/// Opens a file without a name, which disappears with the process; -1 on failure.
int nameless_file(const std::filesystem::path& directory) {
  const int file = open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0) return file;
  std::string path =
      (directory / ".torusim-spill-XXXXXX").string();  // for file systems without unnamed files
  const int named = mkostemp(path.data(), O_CLOEXEC);
  if (named >= 0) unlink(path.c_str());
  return named;
}

/// Bytes per write. For longer writes the system searches for larger pages, which can take twenty times as
/// long as the copy.
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

std::filesystem::path scratch_directory() {
  std::error_code error;
  std::filesystem::path directory = std::filesystem::temp_directory_path(error);
  if (!error) return directory;
  const char* const named = std::getenv("TMPDIR");
  throw InputError(fmt::format("{}: is no directory; TMPDIR names that of temporary files",
                               named != nullptr ? named : "/tmp"));
}

SpillFile::SpillFile(std::filesystem::path directory, std::uint64_t most_bytes, std::size_t resident)
    : directory_(std::move(directory)),
      most_bytes_(most_bytes),
      resident_(kDisk ? std::max(resident, kChunk) : SIZE_MAX) {}

SpillFile::~SpillFile() {
  for (const Region& region : regions_) munmap(region.base, region.bytes);
  if (file_ >= 0) close(file_);
}

/// The address of byte `at`. Each region doubles the addresses in use, so a process with few addresses can
/// use half of them.
char* SpillFile::place_of(std::size_t at) {
  const auto behind = std::ranges::upper_bound(regions_, at, {}, &Region::first);
  if (behind != regions_.begin() && at - behind[-1].first < behind[-1].bytes) {
    return behind[-1].base + (at - behind[-1].first);
  }
  const std::size_t bytes = std::max(at, kChunk);
  regions_.reserve(regions_.size() + 1);
  void* const base = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (base == MAP_FAILED) throw std::bad_alloc();
  regions_.push_back({static_cast<char*>(base), at, bytes});
  return regions_.back().base;
}

SpillFile::Chunk SpillFile::add() {
  if (added_ + kChunk > most_bytes_) {
    throw Full(fmt::format("a run is remembered up to {} MB", most_bytes_ >> 20));
  }
  if (added_ - spilled_ >= resident_) spill_oldest();
  char* const chunk = place_of(added_);
  if (mprotect(chunk, kChunk, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
  added_ += kChunk;
  return {chunk, added_ / kChunk - 1};
}

/// Replaces the memory of the oldest chunk by a mapping of the file with the same contents. The memory
/// becomes that of the next chunk.
void SpillFile::spill_oldest() {
  if (file_ < 0) file_ = nameless_file(directory_);
  char* const chunk = place_of(spilled_);
  char* const next = place_of(added_);
  if (file_ < 0 || !write_whole(file_, chunk, kChunk, spilled_)) {
    throw InputError(fmt::format("{}: no room for what is remembered of a run: {}", directory_.string(),
                                 std::strerror(errno)));
  }
  if (mremap(chunk, kChunk, kChunk, MREMAP_MAYMOVE | MREMAP_FIXED, next) == MAP_FAILED) {
    throw std::bad_alloc();
  }
  if (mmap(chunk, kChunk, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file_,
           static_cast<off_t>(spilled_)) == MAP_FAILED) {
    throw std::bad_alloc();
  }
  spilled_ += kChunk;
  looked_at_.push_back(0);
}

void SpillFile::bring_in(std::size_t chunk, std::size_t window) {
  if (windows_ == kMostWindows) relax();
  looked_at_[chunk] |= static_cast<std::uint16_t>(1U << window);
  ++windows_;
}

/// Releases the memory of all windows of the file.
void SpillFile::relax() {
  for (const Region& region : regions_) {
    if (region.first >= spilled_) break;
    madvise(region.base, std::min(region.bytes, spilled_ - region.first), MADV_DONTNEED);
  }
  std::ranges::fill(looked_at_, std::uint16_t{0});
  windows_ = 0;
}

}  // namespace torusim
