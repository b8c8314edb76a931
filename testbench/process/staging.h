#pragma once
/// Creation of files and directories. They are written beside their target, under the name
/// `.NAME.torusim-partial-` and random letters, until one rename moves them into place. An existing file of
/// such a name is neither opened nor followed nor emptied.

#include <filesystem>
#include <string>

namespace torusim {

/// A file or directory that has been created: its name, and a descriptor that the caller closes.
struct Staged {
  std::filesystem::path path;
  int descriptor = -1;
};

/// The beginning of the names of all files and directories staged for `target`; these lie in the same
/// directory.
std::string staging_prefix(const std::filesystem::path& target);

/// The file name of the target whose staged file or directory is called `name`; empty if `name` is no staged
/// name.
std::string staging_target(const std::string& name);

/// Creates an empty file, open for writing. Throws InputError `target: cannot create: why`. Where the file
/// system allows it, the file has no name before name_file(), and disappears with a program that is killed.
Staged stage_file(const std::filesystem::path& target);
/// Gives a staged file without a name one beside its target. Throws InputError.
void name_file(Staged& staged, const std::filesystem::path& target);

/// Creates an empty directory that other users cannot enter until open_to_others(). Throws InputError.
Staged stage_directory(const std::filesystem::path& target);

/// Gives a staged directory the permissions of an ordinary new directory (umask).
void open_to_others(const Staged& directory);

/// Renames `from`, and never replaces `target`. Returns false and sets errno on failure: EEXIST if `target`
/// exists.
bool rename_to_free(const std::filesystem::path& from, const std::filesystem::path& target);

/// Exchanges the names of two files or directories. Returns false and sets errno on failure.
bool exchange(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace torusim
