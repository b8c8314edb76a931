#pragma once
/// Where models of the RTL router that were built on demand are kept for the next run.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace torusim {

class ModelCache {
 public:
  /// torusim/models in $XDG_CACHE_HOME or, without that, in $HOME/.cache; directories that are missing are
  /// made. What is in it runs as part of this program: throws InputError when there is no such place, or when
  /// the last two directories are not the user's own, are links, or can be written by others.
  ModelCache();

  const std::filesystem::path& directory() const { return directory_; }
  /// The library of that name; nothing if there is none. Throws InputError when what is there is a link or
  /// of another user.
  std::optional<std::filesystem::path> find(const std::string& name) const;
  /// The library, made if there is none by `make`, in an empty directory of its own, as a file `name` in it.
  /// Of two runs at once one makes it and the other waits, for which `wait` is called now and then. Throws
  /// what `make` and `wait` throw, with nothing left behind.
  std::filesystem::path find_or_make(const std::string& name,
                                     const std::function<void(const std::filesystem::path&)>& make,
                                     const std::function<void()>& wait) const;

 private:
  std::filesystem::path directory_;
};

}  // namespace torusim
