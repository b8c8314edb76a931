#pragma once
/// Where models of the RTL router that were built on demand are kept for the next run.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace torusim {

class ModelCache {
 public:
  /// torusim/models in $XDG_CACHE_HOME or, without that, in $HOME/.cache; directories that are missing are
  /// made. What is in it runs as part of this program: throws InputError when there is no such place, or when
  /// the last two directories are not the user's own, are links, or can be written by others.
  ModelCache();

  const std::filesystem::path& directory() const { return directory_; }
  enum class State : std::uint8_t { kNone, kWhole, kDamaged };
  /// Whether the library of that name exists and has the checksum beside it: loading a damaged one ends the
  /// process. Throws InputError when the file is a link or of another user.
  State look(const std::string& name) const;
  /// Makes a file `name` in an empty directory of its own; it replaces a damaged library, or none.
  using Make = std::function<void(const std::filesystem::path& directory, bool damaged)>;
  /// The library, made by `make` if there is no whole one. Of two runs at once one makes it and the other
  /// waits, for which `wait` is called now and then. Throws what `make` and `wait` throw, with nothing left
  /// behind.
  std::filesystem::path find_or_make(const std::string& name, const Make& make,
                                     const std::function<void()>& wait) const;

 private:
  std::filesystem::path checksum_of(const std::string& name) const { return directory_ / (name + ".sum"); }
  void keep(const std::filesystem::path& made, const std::string& name) const;

  std::filesystem::path directory_;
};

}  // namespace torusim
