#pragma once
/// A directory of results that is complete or absent, whatever happens meanwhile.
///
/// The files are written to a sibling, `.<name>.torusim-partial`, which is renamed when all of them are on
/// the disk. The sibling is locked, so of two runs into one directory the second is refused before it
/// starts; one that a killed run left behind is not locked and is used again. A link, or a directory with
/// anything in it that no run has marked, is refused.

#include <filesystem>
#include <string>
#include <vector>

#include "models/contract/run_result.h"

namespace torusim {

class ResultDirectory {
 public:
  /// Creates the sibling and the directories above it, which shows that the place can be written. Throws
  /// InputError when `path` exists (with `force`: and is not a directory with the run.json of a torusim run),
  /// when another run writes there, or when the place cannot be written.
  ResultDirectory(const std::string& path, bool force);
  /// Removes what the constructor has created unless commit() has been reached.
  ~ResultDirectory();
  ResultDirectory(const ResultDirectory&) = delete;
  ResultDirectory& operator=(const ResultDirectory&) = delete;

  /// Where the files are to be written now, and where they will be in the end (both absolute).
  const std::filesystem::path& staging() const { return staging_; }
  const std::filesystem::path& path() const { return path_; }

  /// Brings every file to the disk and gives the directory its name. Throws InputError; then nothing is left
  /// behind, and a directory that was to be replaced is as it was.
  void commit();

  /// Whether a run that ended so is not to replace what is there: an interrupted one, the results of one that
  /// came to its end.
  bool keeps_old(Verdict verdict) const;

 private:
  void check_target() const;
  void make_parents();
  void lock_staging();
  [[noreturn]] void refuse_staging() const;
  void remove_created();
  void sync_files() const;
  void put_in_place();
  [[noreturn]] void fail(const std::string& what) const;

  std::filesystem::path path_;
  std::filesystem::path staging_;
  std::vector<std::filesystem::path> parents_;  // created here, the innermost last
  bool force_;
  bool committed_ = false;
  int lock_ = -1;  // descriptor of the locked sibling
};

}  // namespace torusim
