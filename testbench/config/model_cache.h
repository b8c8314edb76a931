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
  /// made. Its contents run as part of this program. Throws InputError if there is no such place, or if one
  /// of the last two directories is a link, belongs to another user or is writable by others.
  ModelCache();

  const std::filesystem::path& directory() const { return directory_; }
  enum class State : std::uint8_t { kNone, kWhole, kDamaged };
  /// Whether the library of that name exists and has the checksum beside it: loading a damaged one ends the
  /// process. Throws InputError when the file is a link or of another user.
  State look(const std::string& name) const;
  /// Makes a file `name` in a new empty directory; the file replaces a damaged or missing library.
  using Make = std::function<void(const std::filesystem::path& directory, bool damaged)>;
  /// The library, made by `make` if it is missing or damaged. Of two runs at once one makes it and the other
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
