#pragma once
/// `.torusim` in a directory of results: the list of the files that torusim has written, and a hash of
/// run.json.

#include <filesystem>
#include <string>
#include <string_view>

namespace torusim {

inline constexpr const char* kFileList = ".torusim";

/// Marks a new directory as incomplete. Throws InputError.
void mark_unfinished(const std::filesystem::path& directory);

/// Whether a dead run may have left the directory. Such a directory is empty, or has only a part of the mark,
/// or the whole mark, or a list of all its files.
bool is_abandoned(const std::filesystem::path& directory);

/// Replaces the mark, in one step, by the list of all files in the directory, with a hash of run.json. Throws
/// InputError.
void list_files(const std::filesystem::path& directory);

/// Whether `text` is the content of run.json at the time of the list, by its hash.
bool is_record_as_written(const std::filesystem::path& directory, std::string_view text);

/// Why the directory may not be replaced, as a clause behind its name: it has no list, or a file outside of
/// the list. Empty: the list has all its files.
std::string not_ours(const std::filesystem::path& directory);

/// Removes the directory as far as possible. `.torusim` goes last, so is_abandoned() recognises the rest
/// after a kill.
void remove_results(const std::filesystem::path& directory);

}  // namespace torusim
