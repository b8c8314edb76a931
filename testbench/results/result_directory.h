#pragma once
/// A directory of results that is complete or absent, whatever happens meanwhile.
///
/// The files are written to a new directory beside it (process/staging.h), which is renamed when all of them
/// are on the disk. While it is written it is locked, so of two runs into one directory the second is refused
/// before it starts; one that a killed run left behind is not locked, and the next run removes it.
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

/// Removes what runs into `path` that were killed have left beside it. True if another run than the one that
/// writes to `own` writes there now. Throws InputError.
bool clear_abandoned(const std::filesystem::path& path, const std::filesystem::path& own = {});

class ResultDirectory {
 public:
  /// Creates the directory for the files and those above it, which shows that the place can be written.
  /// Throws InputError when `path` exists (with `force`: and is not a directory of which torusim has written
  /// every file) or cannot be written, BusyError when another run writes there.
  ResultDirectory(const std::string& path, bool force);
  /// Removes what the constructor has created unless commit() has been reached.
  ~ResultDirectory();
  ResultDirectory(const ResultDirectory&) = delete;
  ResultDirectory& operator=(const ResultDirectory&) = delete;

  /// Where the files are to be written now, and where they will be in the end (both absolute).
  const std::filesystem::path& staging() const { return staged_.path; }
  const std::filesystem::path& path() const { return path_; }

  /// Whether the place has results already that an interrupted run is not to replace: those of one that came
  /// to its end, or anything else.
  bool holds_finished_run() const;

  /// Brings every file to the disk and gives the directory its name. Throws InputError; then nothing is left
  /// behind, and a directory that was to be replaced is as it was.
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
