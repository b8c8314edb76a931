#include "testbench/process/staging.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <random>

#include "schedules/core/error.h"

namespace torusim {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMark = ".torusim-partial-";
constexpr const char* kDescriptors = "/proc/self/fd";

fs::path random_name(const fs::path& target) {
  static constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz234567";
  std::random_device random;
  std::string name = staging_prefix(target);
  for (int i = 0; i < 12; ++i) name += kLetters[random() % kLetters.size()];
  return target.parent_path() / name;
}

[[noreturn]] void fail(const fs::path& target) {
  throw InputError(fmt::format("{}: cannot create: {}", target.string(), std::strerror(errno)));
}

/// Calls `create` with random names until one is free. The first name is free unless another user guesses it.
template <typename Create>
fs::path create_new(const fs::path& target, Create create) {
  for (int tries = 0; tries < 100; ++tries) {
    const fs::path name = random_name(target);
    if (create(name)) return name;
    if (errno != EEXIST) break;
  }
  fail(target);
}

mode_t umask_now() {
  const mode_t mask = umask(077);
  umask(mask);
  return mask;
}

}  // namespace

std::string staging_prefix(const fs::path& target) { return "." + target.filename().string() + kMark; }

std::string staging_target(const std::string& name) {
  const auto mark = name.rfind(kMark);
  return !name.starts_with(".") || mark == std::string::npos || mark == 0 ? "" : name.substr(1, mark - 1);
}

Staged stage_file(const fs::path& target) {
  Staged staged;
  const fs::path directory = target.has_parent_path() ? target.parent_path() : fs::path(".");
  if (access(kDescriptors, X_OK) == 0) {
    staged.descriptor = open(directory.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  }
  if (staged.descriptor >= 0) return staged;
  // The file system has no files without a name.
  staged.path = create_new(target, [&](const fs::path& name) {
    staged.descriptor = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    return staged.descriptor >= 0;
  });
  return staged;
}

void name_file(Staged& staged, const fs::path& target) {
  if (!staged.path.empty()) return;
  const std::string file = fmt::format("{}/{}", kDescriptors, staged.descriptor);
  staged.path = create_new(target, [&](const fs::path& name) {
    return linkat(AT_FDCWD, file.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
  });
}

Staged stage_directory(const fs::path& target) {
  Staged staged;
  staged.path = create_new(target, [&](const fs::path& name) {
    if (mkdir(name.c_str(), 0700) != 0) return false;
    staged.descriptor = open(name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    // While the directory is empty and not locked, another run may take it for a dead run's and remove it.
    if (staged.descriptor < 0 && errno == ENOENT) errno = EEXIST;
    return staged.descriptor >= 0;
  });
  return staged;
}

void open_to_others(const Staged& directory) {
  struct stat status {};
  if (fstat(directory.descriptor, &status) != 0) return;
  fchmod(directory.descriptor, (status.st_mode & S_ISGID) | (0777 & ~umask_now()));
}

bool rename_to_free(const fs::path& from, const fs::path& target) {
  if (renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE) == 0) return true;
  if (errno != EINVAL) return false;
  // The file system lacks RENAME_NOREPLACE. A second link replaces no file, but a directory cannot have one.
  struct stat status {};
  if (lstat(from.c_str(), &status) != 0) return false;
  if (!S_ISDIR(status.st_mode)) {
    return link(from.c_str(), target.c_str()) == 0 && unlink(from.c_str()) == 0;
  }
  if (lstat(target.c_str(), &status) == 0) {
    errno = EEXIST;
    return false;
  }
  return rename(from.c_str(), target.c_str()) == 0;
}

bool exchange(const fs::path& a, const fs::path& b) {
  if (renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0) return true;
  if (errno != EINVAL) return false;
  const fs::path between = random_name(b);
  if (!rename_to_free(b, between)) return false;
  if (rename_to_free(a, b)) return rename_to_free(between, a);
  const int error = errno;
  rename_to_free(between, b);
  errno = error;
  return false;
}

}  // namespace torusim
