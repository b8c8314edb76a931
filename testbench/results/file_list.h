#pragma once
/// `.torusim` in a directory of results: which files there are torusim's own, and what run.json holds.

#include <filesystem>
#include <string>
#include <string_view>

namespace torusim {

inline constexpr const char* kFileList = ".torusim";

/// Marks a new directory as incomplete. Throws InputError.
void mark_unfinished(const std::filesystem::path& directory);

/// Whether a run that is dead may have left the directory, at any moment between its first and its last:
/// empty, with a part of that mark alone, with all of it, or with a list and nothing that is not in it.
bool is_abandoned(const std::filesystem::path& directory);

/// Replaces the mark, in one step, by the list of all files that are there now, with a hash of run.json.
/// Throws InputError.
void list_files(const std::filesystem::path& directory);

/// Whether `text` is what run.json held when the list was made.
bool is_record_as_written(const std::filesystem::path& directory, std::string_view text);

/// Why the directory may not be replaced, as a sentence behind its name: it has no list, or something that is
/// not in it. Empty: all that it holds is torusim's.
std::string not_ours(const std::filesystem::path& directory);

/// Removes the directory as far as that is possible, mark or list last: is_abandoned() of what a kill leaves.
void remove_results(const std::filesystem::path& directory);

}  // namespace torusim
