#include "testbench/results/result_directory.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>
#include <utility>

#include "models/contract/run_result.h"
#include "testbench/process/memory.h"
#include "testbench/process/parse_json.h"
#include "testbench/results/file_list.h"
#include "testbench/results/json_text.h"

namespace torusim {
namespace {

namespace fs = std::filesystem;

bool sync_path(const fs::path& path, int flags) {
  const int descriptor = open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor < 0) return false;
  const bool synced = fsync(descriptor) == 0;
  const int error = errno;
  close(descriptor);
  errno = error;
  return synced;
}

void check_target(const fs::path& path, bool force) {
  std::error_code error;
  const auto status = fs::symlink_status(path, error);
  if (status.type() == fs::file_type::not_found) return;
  if (error) throw InputError(fmt::format("{}: {}", path.string(), error.message()));
  if (!force) {
    throw InputError(
        fmt::format("{} exists; choose another directory, or --force to replace it", path.string()));
  }
  if (!fs::is_directory(status)) {
    throw InputError(
        fmt::format("{} is not a directory; --force replaces only results of a run", path.string()));
  }
  const std::string reason = not_ours(path);
  if (!reason.empty()) throw InputError(fmt::format("{} {}", path.string(), reason));
}

/// The files beside `path` with names of its staging. Only these names become paths, because a sweep calls
/// this for each of 100,000 jobs in a directory.
std::vector<fs::path> staged_for(const fs::path& path) {
  const fs::path parent = path.has_parent_path() ? path.parent_path() : fs::path(".");
  const std::string prefix = staging_prefix(path);
  std::vector<fs::path> found;
  DIR* const directory = opendir(parent.c_str());
  if (directory == nullptr) throw InputError(fmt::format("{}: {}", parent.string(), std::strerror(errno)));
  while (const dirent* entry = readdir(directory)) {
    if (std::string_view(entry->d_name).starts_with(prefix)) found.push_back(parent / entry->d_name);
  }
  closedir(directory);
  return found;
}

}  // namespace

bool clear_abandoned(const fs::path& path, const fs::path& own) {
  bool busy = false;
  for (const fs::path& other : staged_for(path)) {
    if (other == own) continue;
    const int descriptor = open(other.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (descriptor < 0) continue;
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      busy |= errno == EWOULDBLOCK;
    } else if (is_abandoned(other)) {
      remove_results(other);
    }
    close(descriptor);
  }
  return busy;
}

ResultDirectory::ResultDirectory(const std::string& path, bool force) : force_(force) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  if (!error) path_ = fs::weakly_canonical(absolute, error);
  if (error) throw InputError(fmt::format("{}: {}", path, error.message()));
  if (!path_.has_filename()) path_ = path_.parent_path();
  if (!path_.has_filename()) throw InputError(fmt::format("{}: not a directory for results", path));
  try {
    check_target(path_, force_);
    make_parents();
    stage();
  } catch (const fs::filesystem_error& failure) {
    remove_created();
    throw InputError(failure.what());
  } catch (...) {
    remove_created();
    throw;
  }
}

ResultDirectory::~ResultDirectory() {
  if (!committed_) remove_created();
  if (staged_.descriptor >= 0) close(staged_.descriptor);
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
      fail("create");
    }
  }
}

void ResultDirectory::remove_created() {
  give_back_memory();  // it may have failed for lack of that, and removing needs some
  if (staged_.descriptor >= 0) {
    remove_results(staged_.path);
    close(std::exchange(staged_.descriptor, -1));
  }
  for (auto parent = parents_.rbegin(); parent != parents_.rend(); ++parent) {
    rmdir(parent->c_str());  // fails, as it should, if another run has put something there meanwhile
  }
  parents_.clear();
}

/// Two runs that begin at the same moment see each other and both withdraw, so each tries again after a
/// random time. A run that began earlier is still there then.
void ResultDirectory::stage() {
  std::random_device random;
  for (int tries = 0; tries < 5; ++tries) {
    if (!stage_once()) continue;
    if (!clear_abandoned(path_, staged_.path)) {
      check_target(path_, force_);  // that other run may have put its results in place meanwhile
      return;
    }
    remove_results(staged_.path);
    close(std::exchange(staged_.descriptor, -1));
    std::this_thread::sleep_for(std::chrono::milliseconds(1 + random() % 20));
  }
  throw BusyError(fmt::format("{}: another run is writing its results there", path_.string()));
}

/// False if another run has taken the new directory for a dead run's before it was locked.
bool ResultDirectory::stage_once() {
  staged_ = stage_directory(path_);
  struct stat status {};
  if (flock(staged_.descriptor, LOCK_EX | LOCK_NB) == 0) {
    try {
      mark_unfinished(staged_.path);
      return true;
    } catch (const InputError&) {
      if (lstat(staged_.path.c_str(), &status) == 0) throw;
    }
  } else if (errno != EWOULDBLOCK) {
    fail("lock");
  }
  close(std::exchange(staged_.descriptor, -1));
  return false;
}

bool ResultDirectory::holds_finished_run() const {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(path_, error))) return false;
  const auto text = read_json_text(path_ / "run.json");
  const auto json = parse_json(text.value_or(""), false);
  return !json.is_object() || !json.contains("verdict") || json["verdict"] != to_text(Verdict::kInterrupted);
}

void ResultDirectory::sync_files() const {
  for (const auto& entry : fs::recursive_directory_iterator(staging())) {
    if (!entry.is_regular_file()) continue;
    if (!sync_path(entry.path(), O_RDONLY)) fail("write " + entry.path().filename().string());
  }
  if (fsync(staged_.descriptor) != 0) fail("write");
}

void ResultDirectory::put_in_place() {
  open_to_others(staged_);
  if (rename_to_free(staging(), path_)) return;
  if (errno != EEXIST && errno != ENOTEMPTY) fail("create");
  check_target(path_, force_);
  if (!exchange(staging(), path_)) fail("replace");
  // The old results have the staging name now. If a file was added to them meanwhile, the exchange is
  // reversed.
  if (const std::string reason = not_ours(staging()); !reason.empty()) {
    exchange(staging(), path_);
    throw InputError(fmt::format("{} {}", path_.string(), reason));
  }
  remove_results(staging());  // the new ones are in place, even if that fails
}

void ResultDirectory::commit() {
  try {
    list_files(staging());
    sync_files();
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
