#include "traces/fst.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <sstream>
#include <string>

#include "schedules/core/error.h"

namespace torusim {
namespace {

constexpr const char* kProgram = "vcd2fst";

/// Runs vcd2fst and waits for it. Returns its exit code, or -1 when it did not exit normally.
int run(const std::filesystem::path& vcd, const std::filesystem::path& fst) {
  std::string program = kProgram, from = vcd.string(), to = fst.string();
  char* arguments[] = {program.data(), from.data(), to.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, kProgram, nullptr, nullptr, arguments, environ) != 0) return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

void require_vcd2fst() {
  const char* const path = std::getenv("PATH");
  std::istringstream directories(path != nullptr ? path : "");
  for (std::string directory; std::getline(directories, directory, ':');) {
    if (access((directory + "/" + kProgram).c_str(), X_OK) == 0) return;
  }
  throw InputError("fst needs the program vcd2fst, of the package gtkwave; install it, or use vcd");
}

void convert_to_fst(const std::filesystem::path& vcd, const std::filesystem::path& fst) {
  std::error_code error;
  if (run(vcd, fst) != 0 || !std::filesystem::exists(fst, error)) {
    throw InputError(fmt::format("{}: vcd2fst cannot make {} of it", vcd.string(), fst.filename().string()));
  }
  std::filesystem::remove(vcd, error);
  if (error) throw InputError(fmt::format("{}: {}", vcd.string(), error.message()));
}

}  // namespace torusim
