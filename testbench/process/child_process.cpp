#include "testbench/process/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>

#include "schedules/core/error.h"
#include "testbench/process/interrupt.h"

namespace torusim {
namespace {

constexpr int kNoProgram = 127, kSignalled = 128;
constexpr useconds_t kLook = 20'000;  // microseconds between two looks for an end and for an interruption

/// Runs in the child, and calls only functions that are allowed between fork and exec.
[[noreturn]] void become(char* const* arguments, const char* directory, const char* log, pid_t parent) {
  setpgid(0, 0);  // an interruption of the terminal is for the parent alone
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(kNoProgram);
  const int out = open(log, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0600);
  const int in = open("/dev/null", O_RDONLY);
  if (out < 0 || in < 0 || chdir(directory) != 0) _exit(kNoProgram);
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(out, STDERR_FILENO);
  execvp(arguments[0], arguments);
  _exit(kNoProgram);
}

pid_t start(const ChildProcess& program, const std::filesystem::path& directory) {
  std::vector<char*> arguments;
  for (const std::string& argument : program.arguments) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) {
    throw InputError(
        fmt::format("{}: cannot be started: {}", program.arguments.front(), std::strerror(errno)));
  }
  if (child == 0) become(arguments.data(), directory.c_str(), program.log.c_str(), parent);
  setpgid(child, child);  // by parent or child, whichever is first
  return child;
}

/// Children that the destructor kills.
class Running {
 public:
  Running() = default;
  Running(const Running&) = delete;
  ~Running() {
    for (const auto& [child, place] : places_) kill(-child, SIGKILL);
    for (const auto& [child, place] : places_) {
      while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
      }
    }
  }
  void add(pid_t child, std::size_t place) { places_[child] = place; }
  std::size_t count() const { return places_.size(); }
  /// Calls `ended` with place and exit code of each child that has ended.
  template <typename Ended>
  void look(Ended ended) {
    for (auto at = places_.begin(); at != places_.end();) {
      int status = 0;
      if (waitpid(at->first, &status, WNOHANG) != at->first) {
        ++at;
        continue;
      }
      ended(at->second, WIFEXITED(status) ? WEXITSTATUS(status) : kSignalled + WTERMSIG(status));
      at = places_.erase(at);
    }
  }

 private:
  std::map<pid_t, std::size_t> places_;
};

}  // namespace

ChildFailure run_children(const std::vector<ChildProcess>& programs, int jobs,
                          const std::filesystem::path& directory, const std::function<bool()>& interrupted) {
  Running running;
  ChildFailure failure;
  std::size_t next = 0;
  while (running.count() != 0 || (next < programs.size() && failure.code == 0)) {
    if (interrupted()) throw InterruptedError();
    while (next < programs.size() && failure.code == 0 && running.count() < static_cast<std::size_t>(jobs)) {
      running.add(start(programs[next], directory), next);
      ++next;
    }
    usleep(kLook);
    running.look([&](std::size_t place, int code) {
      if (code != 0 && (failure.code == 0 || place < failure.place)) failure = {place, code};
    });
  }
  return failure;
}

}  // namespace torusim
