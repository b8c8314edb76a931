#include "testbench/process/worker_processes.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "schedules/core/error.h"
#include "testbench/process/memory.h"

namespace torusim {
namespace {

constexpr int kLookEvery = 100;  // milliseconds between two looks for an interruption
constexpr char kAnswer = 'a', kUsageError = 'u', kInputError = 'i';

struct Worker {
  pid_t process;
  int pipe;  // the end to read
  int task;
  std::string answer;  // its first character says what it is
};

[[noreturn]] void fail(const char* what) {
  throw InputError(fmt::format("worker processes: cannot {}: {}", what, std::strerror(errno)));
}

std::string answer_of(const std::function<std::string(int)>& task, int number) {
  try {
    return kAnswer + with_memory_for("working on a task", [&] { return task(number); });
  } catch (const UsageError& error) {
    return kUsageError + std::string(error.what());
  } catch (const std::exception& error) {
    return kInputError + std::string(error.what());
  }
}

/// An interruption of the terminal is for the parent alone; after its death the answer has no receiver.
void detach(pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);  // it died before that
}

[[noreturn]] void work(int pipe, const std::string& answer) {
  for (std::size_t done = 0; done < answer.size();) {
    const ssize_t written = write(pipe, answer.data() + done, answer.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) _exit(1);
    done += static_cast<std::size_t>(written);
  }
  _exit(0);  // no destructors and no flushing: objects and buffers belong to the parent
}

class Workers {
 public:
  ~Workers() {
    for (const Worker& worker : running_) kill(worker.process, SIGKILL);
    while (!running_.empty()) reap(running_.begin());
  }

  std::size_t running() const { return running_.size(); }

  void start(int number, const std::function<std::string(int)>& task) {
    int ends[2];
    if (pipe(ends) != 0) fail("open a pipe");
    std::fflush(nullptr);  // or the child would hold a copy of unprinted output
    const pid_t parent = getpid();
    const pid_t process = fork();
    if (process < 0) {
      close(ends[0]);
      close(ends[1]);
      fail("start");
    }
    if (process == 0) {
      close(ends[0]);
      detach(parent);
      try {
        work(ends[1], answer_of(task, number));
      } catch (...) {
        _exit(1);  // the objects on the stack belong to the parent
      }
    }
    close(ends[1]);
    running_.push_back({process, ends[0], number, {}});
  }

  /// Reads the available answers; returns the workers that have ended.
  std::vector<Worker> wait() {
    std::vector<pollfd> waits;
    for (const Worker& worker : running_) waits.push_back({worker.pipe, POLLIN, 0});
    if (poll(waits.data(), waits.size(), kLookEvery) < 0 && errno != EINTR) fail("wait");
    std::vector<Worker> ended;
    for (std::size_t i = waits.size(); i-- > 0;) {
      if (waits[i].revents == 0) continue;
      char buffer[4096];
      const ssize_t size = read(waits[i].fd, buffer, sizeof buffer);
      if (size > 0) {
        running_[i].answer.append(buffer, static_cast<std::size_t>(size));
      } else if (size == 0 || errno != EINTR) {
        ended.push_back(reap(running_.begin() + static_cast<std::ptrdiff_t>(i)));
      }
    }
    return ended;
  }

 private:
  Worker reap(std::vector<Worker>::iterator at) {
    Worker worker = std::move(*at);
    running_.erase(at);
    close(worker.pipe);
    int status = 0;
    while (waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
    }
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || worker.answer.empty()) {
      worker.answer = kInputError + fmt::format("worker process of task {} died", worker.task);
    }
    return worker;
  }

  std::vector<Worker> running_;
};

}  // namespace

std::vector<std::string> run_in_processes(int jobs, int count, const std::function<std::string(int)>& task,
                                          const std::function<bool()>& interrupted,
                                          const std::function<void(int, const std::string&)>& ended) {
  std::vector<std::string> answers(count);
  const auto tell = [&](int number) {
    const std::string& answer = answers[number];
    if (ended) ended(number, answer.front() == kAnswer ? answer.substr(1) : "");
  };
#ifdef __EMSCRIPTEN__
  constexpr bool in_turn = true;
#else
  const bool in_turn = HostCall::current() != nullptr;
#endif
  for (int next = 0; in_turn && next < count; ++next) {
    answers[next] = answer_of(task, next);
    if (interrupted()) throw InterruptedError();
    tell(next);
  }
  Workers workers;
  for (int next = in_turn ? count : 0; next < count || workers.running() > 0;) {
    if (interrupted()) throw InterruptedError();
    while (next < count && workers.running() < static_cast<std::size_t>(jobs)) workers.start(next++, task);
    for (Worker& worker : workers.wait()) {
      answers[worker.task] = std::move(worker.answer);
      tell(worker.task);
    }
  }
  for (std::string& answer : answers) {
    const char kind = answer.front();
    answer.erase(0, 1);
    if (kind == kUsageError) throw UsageError(answer);
    if (kind == kInputError) throw InputError(answer);
  }
  return answers;
}

}  // namespace torusim
