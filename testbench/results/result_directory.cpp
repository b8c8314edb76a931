#include "testbench/results/result_directory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "schedules/core/error.h"

namespace torusim {
namespace {

namespace fs = std::filesystem;

/// A directory that may be replaced: it holds the run.json of a torusim run.
bool holds_a_run(const fs::path& path) {
  std::ifstream file(path / "run.json");
  const auto json = nlohmann::json::parse(file, nullptr, false);
  return json.is_object() && json.contains("verdict") && json.contains("versions") &&
         json["versions"].is_object() && json["versions"].contains("torusim");
}

/// Lies in a sibling as long as it is one, so that what is emptied is known to be a run's.
constexpr const char* kMarker = ".torusim-writes-here";

/// Without the marker it may still be what a run was about to put in place, or has just replaced.
bool may_be_emptied(const fs::path& staging) {
  return fs::is_empty(staging) || fs::is_regular_file(fs::symlink_status(staging / kMarker)) ||
         holds_a_run(staging);
}

bool sync_path(const fs::path& path, int flags) {
  const int descriptor = open(path.c_str(), flags | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool synced = fsync(descriptor) == 0;
  const int error = errno;
  close(descriptor);
  errno = error;
  return synced;
}

}  // namespace

ResultDirectory::ResultDirectory(const std::string& path, bool force) : force_(force) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  if (!error) path_ = fs::weakly_canonical(absolute, error);
  if (error) throw InputError(fmt::format("{}: {}", path, error.message()));
  if (!path_.has_filename()) path_ = path_.parent_path();
  if (!path_.has_filename()) throw InputError(fmt::format("{}: not a directory for results", path));
  staging_ = path_.parent_path() / ("." + path_.filename().string() + ".torusim-partial");
  check_target();
  make_parents();
  try {
    lock_staging();
  } catch (...) {
    remove_created();
    if (lock_ >= 0) close(lock_);
    throw;
  }
}

ResultDirectory::~ResultDirectory() {
  if (!committed_) remove_created();
  if (lock_ >= 0) close(lock_);
}

void ResultDirectory::make_parents() {
  std::vector<fs::path> missing;
  std::error_code error;
  for (fs::path parent = path_.parent_path(); !fs::exists(parent, error); parent = parent.parent_path()) {
    if (error) break;
    missing.push_back(parent);
  }
  for (auto parent = missing.rbegin(); parent != missing.rend(); ++parent) {
    if (mkdir(parent->c_str(), 0777) == 0) {
      parents_.push_back(*parent);
    } else if (errno != EEXIST) {
      const int reason = errno;
      remove_created();
      errno = reason;
      fail("create");
    }
  }
}

void ResultDirectory::remove_created() {
  std::error_code ignored;  // nothing more can be done, and a later run takes the sibling over
  if (lock_ >= 0) fs::remove_all(staging_, ignored);
  for (auto parent = parents_.rbegin(); parent != parents_.rend(); ++parent) {
    rmdir(parent->c_str());  // fails, as it should, if another run has put something there meanwhile
  }
}

void ResultDirectory::check_target() const {
  std::error_code error;
  const auto status = fs::symlink_status(path_, error);
  if (status.type() == fs::file_type::not_found) return;
  if (error) throw InputError(fmt::format("{}: {}", path_.string(), error.message()));
  if (!force_) {
    throw InputError(
        fmt::format("{} exists; choose another directory, or --force to replace it", path_.string()));
  }
  if (!holds_a_run(path_)) {
    throw InputError(fmt::format("{} holds no run.json of torusim; --force replaces only results of a run",
                                 path_.string()));
  }
}

void ResultDirectory::lock_staging() {
  while (true) {
    const bool made = mkdir(staging_.c_str(), 0777) == 0;
    if (!made && errno != EEXIST) fail("create");
    const int descriptor = open(staging_.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (descriptor < 0 && errno == ENOENT) continue;  // the run that had it has just ended
    if (descriptor < 0 && (errno == ENOTDIR || errno == ELOOP)) refuse_staging();
    if (descriptor < 0) fail("open");
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      const bool busy = errno == EWOULDBLOCK;
      close(descriptor);
      if (!busy) fail("lock");
      throw InputError(fmt::format("{}: another run is writing its results there", path_.string()));
    }
    // Locked; but perhaps another run had renamed or removed it between our open and our lock.
    struct stat locked {
    }, named{};
    if (fstat(descriptor, &locked) == 0 && lstat(staging_.c_str(), &named) == 0 &&
        locked.st_ino == named.st_ino && locked.st_dev == named.st_dev) {
      if (!may_be_emptied(staging_)) {
        close(descriptor);
        refuse_staging();
      }
      lock_ = descriptor;
      break;
    }
    close(descriptor);
  }
  check_target();  // that other run may have put its results in place meanwhile
  std::error_code error;
  const fs::path marker = staging_ / kMarker;
  const int mark = open(marker.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (mark < 0) fail("create");
  close(mark);
  for (const auto& entry : fs::directory_iterator(staging_, error)) {
    if (entry.path() != marker) fs::remove_all(entry.path(), error);
  }
  if (error) throw InputError(fmt::format("{}: {}", staging_.string(), error.message()));
}

void ResultDirectory::refuse_staging() const {
  throw InputError(
      fmt::format("{} is in the way: not what a run has left behind; move it, or choose another directory",
                  staging_.string()));
}

bool ResultDirectory::keeps_old(Verdict verdict) const {
  if (verdict != Verdict::kInterrupted) return false;
  std::ifstream file(path_ / "run.json");
  const auto json = nlohmann::json::parse(file, nullptr, false);
  return json.is_object() && json.contains("verdict") && json["verdict"] != to_text(Verdict::kInterrupted);
}

void ResultDirectory::sync_files() const {
  for (const auto& entry : fs::directory_iterator(staging_)) {
    if (!sync_path(entry.path(), O_RDONLY)) fail("write " + entry.path().filename().string());
  }
  if (fsync(lock_) != 0) fail("write");
}

void ResultDirectory::put_in_place() {
  if (renameat2(AT_FDCWD, staging_.c_str(), AT_FDCWD, path_.c_str(), RENAME_NOREPLACE) == 0) return;
  if (errno == EINVAL) {
    // A file system without that flag: plain rename, which replaces nothing but an empty directory.
    if (rename(staging_.c_str(), path_.c_str()) == 0) return;
    if (errno == ENOTEMPTY) errno = EEXIST;
  }
  if (errno != EEXIST) fail("create");
  check_target();
  // The old results will lie under the sibling's name for a moment; locked, no run takes them over meanwhile.
  const int old = open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (old < 0 || flock(old, LOCK_EX | LOCK_NB) != 0 ||
      renameat2(AT_FDCWD, staging_.c_str(), AT_FDCWD, path_.c_str(), RENAME_EXCHANGE) != 0) {
    const int error = errno;
    if (old >= 0) close(old);
    errno = error;
    fail("replace");
  }
  std::error_code ignored;  // the new results are in place all the same
  fs::remove_all(staging_, ignored);
  close(old);
}

void ResultDirectory::commit() {
  try {
    sync_files();
    if (unlink((staging_ / kMarker).c_str()) != 0 || fsync(lock_) != 0) fail("write");
    put_in_place();
  } catch (const fs::filesystem_error& error) {
    throw InputError(error.what());
  }
  committed_ = true;
  if (!sync_path(path_.parent_path(), O_RDONLY | O_DIRECTORY)) fail("write the directory of");
}

void ResultDirectory::fail(const std::string& what) const {
  throw InputError(fmt::format("{}: cannot {}: {}", path_.string(), what, std::strerror(errno)));
}

}  // namespace torusim
