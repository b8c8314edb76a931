#pragma once
/// The cache of models of the RTL router that were built on demand.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace torusim {

class ModelCache {
 public:
  /// Opens torusim/models in $XDG_CACHE_HOME or, without that, in $HOME/.cache; creates missing directories.
  /// The libraries in the cache run as part of this program. Throws InputError if neither variable is an
  /// absolute path. Throws InputError if one of the last two directories is a link, belongs to another user
  /// or is writable by others.
  ModelCache();

  const std::filesystem::path& directory() const { return directory_; }
  enum class State : std::uint8_t { kNone, kWhole, kDamaged };
  /// Whether the library exists and has the checksum beside it: loading a damaged library ends the process.
  /// Throws InputError when the file is a link, belongs to another user or is writable by others.
  State look(const std::string& name) const;
  /// Builds the library in a new empty directory; the new library replaces a damaged or missing one.
  using Make = std::function<void(const std::filesystem::path& directory, bool damaged)>;
  /// The path of the library, which `make` builds if it is missing or damaged. Of two runs at once one builds
  /// and the other waits, and calls `wait` repeatedly. Exceptions of `make` and `wait` pass through and leave
  /// no file behind.
  std::filesystem::path find_or_make(const std::string& name, const Make& make,
                                     const std::function<void()>& wait) const;

 private:
  std::filesystem::path checksum_of(const std::string& name) const { return directory_ / (name + ".sum"); }
  void keep(const std::filesystem::path& made, const std::string& name) const;

  std::filesystem::path directory_;
};

}  // namespace torusim
