#include "testbench/process/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "schedules/core/error.h"

namespace torusim {

namespace fs = std::filesystem;

std::string make_partial(const std::string& path) {
  for (int attempt = 0;; ++attempt) {
    std::string partial = path + fmt::format(".partial-{}-{}", getpid(), attempt);
    const int descriptor = open(partial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor >= 0) {
      close(descriptor);
      return partial;
    }
    if (errno != EEXIST || attempt == 1000) {
      throw InputError(fmt::format("{}: cannot create: {}", path, std::strerror(errno)));
    }
  }
}

void write_whole_file(const std::string& path, const std::function<void(std::ostream&)>& write) {
  std::error_code error;
  const auto status = fs::status(path, error);
  const bool special =
      fs::exists(status) && !fs::is_regular_file(status);  // a pipe, /dev/null: nothing to keep
  const std::string partial = special ? path : make_partial(path);
  std::ofstream file(partial, std::ios::binary);
  if (!file) {
    throw InputError(fmt::format("{}: cannot create: {}", path, std::strerror(errno)));
  }
  try {
    write(file);
    file.close();
    if (!file) throw InputError(fmt::format("cannot write: {}", std::strerror(errno)));
    if (!special) fs::rename(partial, path);
  } catch (const std::exception& failure) {
    if (!special) fs::remove(partial, error);
    throw InputError(fmt::format("{}: {}", path, failure.what()));
  }
}

}  // namespace torusim
