#include "testbench/process/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include "schedules/core/error.h"
#include "testbench/process/interrupt.h"
#include "testbench/process/staging.h"

namespace torusim {
namespace {

namespace fs = std::filesystem;

/// Writes to a descriptor; every failure and interruption throws an exception.
class DescriptorBuffer : public std::streambuf {
 public:
  DescriptorBuffer(int descriptor, const InterruptGuard& interrupt)
      : descriptor_(descriptor), interrupt_(interrupt), buffer_(64u << 10) {
    setp(buffer_.data(), buffer_.data() + buffer_.size());
  }

 protected:
  int overflow(int c) override {
    sync();
    if (c == traits_type::eof()) return traits_type::not_eof(c);
    *pptr() = static_cast<char>(c);
    pbump(1);
    return c;
  }

  int sync() override {
    for (const char* at = pbase(); at < pptr();) {
      if (interrupt_.requested()) throw InterruptedError();
      const ssize_t written = write(descriptor_, at, static_cast<std::size_t>(pptr() - at));
      if (written > 0) at += written;
      if (written < 0 && errno != EINTR)
        throw InputError(fmt::format("cannot write: {}", std::strerror(errno)));
    }
    setp(buffer_.data(), buffer_.data() + buffer_.size());
    return 0;
  }

 private:
  const int descriptor_;
  const InterruptGuard& interrupt_;
  std::vector<char> buffer_;
};

bool is_standard_output(const std::string& path) { return path == "/dev/stdout"; }

std::string head_of(const std::string& path) {
  std::string head(4096, '\0');
  const int descriptor = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return "";
  const ssize_t got = read(descriptor, head.data(), head.size());
  close(descriptor);
  head.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return head;
}

/// A descriptor that close() closes with a check, else the destructor.
class Open {
 public:
  explicit Open(int descriptor) : descriptor_(descriptor) {}
  ~Open() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  Open(const Open&) = delete;
  Open& operator=(const Open&) = delete;
  void close() {
    const int descriptor = std::exchange(descriptor_, -1);
    if (::close(descriptor) != 0) throw InputError(fmt::format("cannot write: {}", std::strerror(errno)));
  }

 private:
  int descriptor_;
};

void fill(int descriptor, const InterruptGuard& interrupt, const std::function<void(std::ostream&)>& write) {
  DescriptorBuffer buffer(descriptor, interrupt);
  std::ostream stream(&buffer);
  stream.exceptions(std::ios::badbit);  // or the stream would swallow what the buffer throws
  write(stream);
  stream.flush();
}

}  // namespace

void check_replaceable(const std::string& path, const Replaceable& existing) {
  struct stat status {};
  if (is_standard_output(path) || lstat(path.c_str(), &status) != 0) return;
  if (S_ISDIR(status.st_mode)) throw InputError(fmt::format("{}: is a directory, not a file", path));
  if (S_ISLNK(status.st_mode)) {
    throw InputError(fmt::format("{}: is a symbolic link; name the file itself", path));
  }
  if (!S_ISREG(status.st_mode)) {
    throw InputError(fmt::format("{}: is a pipe or device; name a file, or /dev/stdout", path));
  }
  if (!existing.force) {
    throw InputError(fmt::format("{} exists; choose another name, or --force to replace it", path));
  }
  if (head_of(path).find(existing.mark) == std::string::npos) {
    throw InputError(
        fmt::format("{} is not {} of torusim; --force replaces nothing else", path, existing.what));
  }
}

void write_whole_file(const std::string& path, const Replaceable& existing,
                      const std::function<void(std::ostream&)>& write) {
  check_replaceable(path, existing);
  const InterruptGuard interrupt;  // before there is anything to leave behind
  const bool standard = is_standard_output(path);
  Staged staged = standard ? Staged{{}, STDOUT_FILENO} : stage_file(path);
  Open file(standard ? -1 : staged.descriptor);
  try {
    fill(staged.descriptor, interrupt, write);
    if (standard) return;
    if (fsync(staged.descriptor) != 0) {
      throw InputError(fmt::format("cannot write: {}", std::strerror(errno)));
    }
    name_file(staged, path);
    file.close();
    if (interrupt.requested()) throw InterruptedError();
    check_replaceable(path, existing);  // a file may have appeared meanwhile
    const bool placed =
        existing.force ? rename(staged.path.c_str(), path.c_str()) == 0 : rename_to_free(staged.path, path);
    if (!placed) throw InputError(fmt::format("cannot create: {}", std::strerror(errno)));
  } catch (const InterruptedError&) {
    unlink(staged.path.c_str());
    throw;
  } catch (const std::exception& failure) {
    unlink(staged.path.c_str());
    const bool memory = dynamic_cast<const std::bad_alloc*>(&failure) != nullptr;
    const std::string why = memory ? "out of memory" : failure.what();
    throw InputError(why.starts_with(path) ? why : fmt::format("{}: {}", path, why));
  }
}

bool read_pieces(const std::string& path, std::size_t most,
                 const std::function<void(std::string_view)>& take) {
  // Not blocking: a pipe without a writer would never open.
  const int descriptor = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) return false;
  struct stat status {};
  const bool fits = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) &&
                    static_cast<std::uint64_t>(status.st_size) <= most;
  ssize_t got = fits ? 1 : -1;
  for (std::string chunk(fits ? std::size_t{1} << 16 : 0, '\0'); got > 0;) {
    got = read(descriptor, chunk.data(), chunk.size());
    if (got > 0 && static_cast<std::size_t>(got) > std::exchange(most, most - got)) got = -1;  // it grew
    if (got > 0) take({chunk.data(), static_cast<std::size_t>(got)});
  }
  close(descriptor);
  return got == 0;
}

std::optional<std::string> read_whole_file(const std::string& path, std::size_t most) {
  std::string text;
  if (!read_pieces(path, most, [&](std::string_view piece) { text += piece; })) return std::nullopt;
  return text;
}

}  // namespace torusim
