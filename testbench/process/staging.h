#pragma once
/// Creation of files and directories: they are written beside their target under the name
/// `.NAME.torusim-partial-` and random letters, until one rename moves them into place. Whatever lies at any
/// of these names already is neither opened nor followed nor emptied.

#include <filesystem>
#include <string>

namespace torusim {

/// What has been created: its name, and a descriptor of it that the caller closes.
struct Staged {
  std::filesystem::path path;
  int descriptor = -1;
};

/// What the names of everything staged for `target` begin with; they lie in the same directory.
std::string staging_prefix(const std::filesystem::path& target);

/// The last part of the target of something staged that is called `name`; empty if it is none.
std::string staging_target(const std::string& name);

/// A new empty file, open for writing. Throws InputError `target: cannot create: why`.
Staged stage_file(const std::filesystem::path& target);

/// A new empty directory that other users cannot enter, until open_to_others(). Throws InputError.
Staged stage_directory(const std::filesystem::path& target);

/// Gives a staged directory the permissions that a new directory has here.
void open_to_others(const Staged& directory);

/// Renames, and never replaces anything. False, with errno, when it cannot: EEXIST when `target` is taken.
bool rename_to_free(const std::filesystem::path& from, const std::filesystem::path& target);

/// Lets two files or directories change places. False, with errno, when it cannot.
bool exchange(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace torusim
