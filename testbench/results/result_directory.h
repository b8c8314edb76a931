#pragma once
/// A directory of results that is either complete or absent, even after a crash.
///
/// The files are written to a new directory beside it (process/staging.h), which is renamed when all files
/// are on the disk. The new directory is locked until then, so a second run into the same directory is
/// refused before it starts. A directory that a killed run left is not locked, and the next run removes it.
///
/// `.torusim` in the directory lists its files. It identifies the files of torusim: a file that is not in the
/// list is never removed.

#include <filesystem>
#include <string>
#include <vector>

#include "schedules/core/error.h"
#include "testbench/process/staging.h"

namespace torusim {

/// Another process is writing results to the same place.
class BusyError : public InputError {
 public:
  using InputError::InputError;
};

/// Removes the directories that killed runs into `path` have left beside it. Returns true if another run, not
/// the one that writes to `own`, writes to `path` now. Throws InputError.
bool clear_abandoned(const std::filesystem::path& path, const std::filesystem::path& own = {});

class ResultDirectory {
 public:
  /// Creates the new directory, and missing parents of `path`. Throws InputError if `path` exists or cannot
  /// be written; with `force`, if `path` exists and torusim has not written every file in it. Throws
  /// BusyError if another run writes to `path`.
  ResultDirectory(const std::string& path, bool force);
  /// Removes the directories that the constructor has created, unless commit() has succeeded.
  ~ResultDirectory();
  ResultDirectory(const ResultDirectory&) = delete;
  ResultDirectory& operator=(const ResultDirectory&) = delete;

  /// The directory to write files to, and the directory that they will be in after commit() (both absolute).
  const std::filesystem::path& staging() const { return staged_.path; }
  const std::filesystem::path& path() const { return path_; }

  /// Whether `path` exists with other contents than results of an interrupted run. An interrupted run must
  /// not replace these.
  bool holds_finished_run() const;

  /// Writes every file to the disk and renames the directory to `path`. On InputError no new directory is
  /// left and an existing one is unchanged, unless only the last sync failed.
  void commit();

 private:
  void make_parents();
  void stage();
  bool stage_once();
  void remove_created();
  void sync_files() const;
  void put_in_place();
  [[noreturn]] void fail(const std::string& what) const;

  std::filesystem::path path_;
  Staged staged_;                               // locked
  std::vector<std::filesystem::path> parents_;  // created here, the innermost last
  bool force_;
  bool committed_ = false;
};

}  // namespace torusim
