#include "testbench/config/model_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "schedules/core/error.h"
#include "testbench/process/content_hash.h"
#include "testbench/process/staging.h"
#include "testbench/process/whole_file.h"

namespace torusim {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kWritableByOthers = S_IWGRP | S_IWOTH;
constexpr std::size_t kMostChecksum = 64;
constexpr useconds_t kPause = 100'000;  // microseconds between two tries for the lock

/// A descriptor that the destructor closes.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  int number() const { return number_; }

 private:
  const int number_;
};

/// $XDG_CACHE_HOME, which counts only as an absolute path, or $HOME/.cache.
fs::path cache_home() {
  for (const auto& [variable, below] : {std::pair("XDG_CACHE_HOME", ""), {"HOME", ".cache"}}) {
    const char* const value = std::getenv(variable);
    if (value != nullptr && *value == '/') return fs::path(value) / below;
  }
  throw InputError("no place for RTL models: neither XDG_CACHE_HOME nor HOME is an absolute path");
}

/// Throws InputError unless it is a directory or file (`kind`) of the user, which only the user can write.
void expect_own(const fs::path& path, int flags, mode_t kind) {
  const Descriptor opened(open(path.c_str(), flags | O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status {};
  if (opened.number() < 0 || fstat(opened.number(), &status) != 0) {
    const bool link = errno == ELOOP || errno == ENOTDIR;
    throw InputError(fmt::format("{}: {}", path.string(),
                                 link ? "is a symbolic link, which is not followed" : std::strerror(errno)));
  }
  if ((status.st_mode & S_IFMT) != kind || status.st_uid != geteuid() ||
      (status.st_mode & kWritableByOthers) != 0) {
    throw InputError(fmt::format(
        "{}: RTL models run as part of torusim: must be yours, and not writable by others", path.string()));
  }
}

bool sync(const fs::path& path) {
  const Descriptor opened(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  return opened.number() >= 0 && fsync(opened.number()) == 0;
}

/// The text of a checksum file; nullopt if the file cannot be read.
std::optional<std::string> checksum_text(const fs::path& path) {
  const auto hash = file_hash(path.string());
  if (!hash) return std::nullopt;
  return fmt::format("{:016x} {}\n", *hash, fs::file_size(path));
}

/// Removes the files of a run that ended during a build; this process has the lock.
void remove_remains(const fs::path& target) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(target.parent_path(), error)) {
    if (entry.path().filename().string().starts_with(staging_prefix(target)))
      fs::remove_all(entry.path(), error);
  }
}

/// A staged directory that the destructor removes.
class Workshop {
 public:
  explicit Workshop(const fs::path& target) : staged_(stage_directory(target)), closed_(staged_.descriptor) {}
  ~Workshop() {
    std::error_code error;
    fs::remove_all(staged_.path, error);
  }
  Workshop(const Workshop&) = delete;
  const fs::path& path() const { return staged_.path; }

 private:
  const Staged staged_;
  const Descriptor closed_;
};

}  // namespace

ModelCache::ModelCache() : directory_(cache_home() / "torusim" / "models") {
  const fs::path above = directory_.parent_path();
  std::error_code error;
  fs::create_directories(above.parent_path(), error);
  for (const fs::path& own : {above, directory_}) {
    if (mkdir(own.c_str(), 0700) != 0 && errno != EEXIST) {
      throw InputError(fmt::format("{}: cannot create: {}", own.string(), std::strerror(errno)));
    }
    expect_own(own, O_DIRECTORY, S_IFDIR);
  }
}

ModelCache::State ModelCache::look(const std::string& name) const {
  const fs::path path = directory_ / name, checksum = checksum_of(name);
  struct stat status {};
  if (lstat(path.c_str(), &status) != 0 && errno == ENOENT) return State::kNone;
  expect_own(path, 0, S_IFREG);
  if (lstat(checksum.c_str(), &status) != 0 && errno == ENOENT) return State::kDamaged;
  expect_own(checksum, 0, S_IFREG);
  const bool whole = read_whole_file(checksum.string(), kMostChecksum) == checksum_text(path);
  return whole ? State::kWhole : State::kDamaged;
}

/// The checksum is written first: a reader in between sees no library, or a damaged one.
void ModelCache::keep(const fs::path& made, const std::string& name) const {
  const fs::path checksum = made.string() + ".sum", target = directory_ / name;
  chmod(made.c_str(), 0700);  // whatever the umask allows
  const auto check = [&](bool done) {
    if (!done) throw InputError(fmt::format("{}: cannot create: {}", target.string(), std::strerror(errno)));
  };
  check(sync(made));
  write_whole_file(checksum.string(), {},
                   [&](std::ostream& out) { out << checksum_text(made).value_or(""); });
  check(rename(checksum.c_str(), checksum_of(name).c_str()) == 0);
  check(rename(made.c_str(), target.c_str()) == 0);
  check(sync(directory_));
}

fs::path ModelCache::find_or_make(const std::string& name, const Make& make,
                                  const std::function<void()>& wait) const {
  if (look(name) == State::kWhole) return directory_ / name;
  const fs::path target = directory_ / name, lock_file = directory_ / (name + ".lock");
  const Descriptor lock(open(lock_file.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (lock.number() < 0) {
    throw InputError(fmt::format("{}: cannot create: {}", lock_file.string(), std::strerror(errno)));
  }
  while (flock(lock.number(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR) {
      throw InputError(fmt::format("{}: {}", lock_file.string(), std::strerror(errno)));
    }
    wait();
    usleep(kPause);
  }
  const State state = look(name);
  if (state == State::kWhole) return target;  // the other one has made it
  remove_remains(target);
  const Workshop workshop(target);
  make(workshop.path(), state == State::kDamaged);
  keep(workshop.path() / name, name);
  return target;
}

}  // namespace torusim
