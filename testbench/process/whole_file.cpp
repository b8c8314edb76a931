#include "testbench/process/whole_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "schedules/core/error.h"

namespace torusim {

namespace fs = std::filesystem;

void write_whole_file(const std::string& path, const std::function<void(std::ostream&)>& write) {
  std::error_code error;
  const auto status = fs::status(path, error);
  const bool special =
      fs::exists(status) && !fs::is_regular_file(status);  // a pipe, /dev/null: nothing to keep
  const std::string partial = special ? path : path + fmt::format(".partial-{}", getpid());
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
