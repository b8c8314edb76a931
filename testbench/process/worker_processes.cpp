#include "testbench/process/worker_processes.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "schedules/core/error.h"
#include "testbench/process/memory.h"

namespace torusim {
namespace {

constexpr int kLookEvery = 100;  // milliseconds between two looks for an interruption
constexpr int kNoTask = -1;
constexpr char kAnswer = 'a', kUsageError = 'u', kInputError = 'i';

[[noreturn]] void fail(const char* what) {
  throw InputError(fmt::format("worker processes: cannot {}: {}", what, std::strerror(errno)));
}

std::string answer_of(const Workers::Work& work, const std::string& request) {
  try {
    return kAnswer + with_memory_for("working on a task", [&] { return work(request); });
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

/// A text goes behind its length.
bool send_text(int socket, const std::string& text) {
  const std::size_t size = text.size();
  const std::string all = std::string(reinterpret_cast<const char*>(&size), sizeof size) + text;
  for (std::size_t done = 0; done < all.size();) {
    const ssize_t sent = send(socket, all.data() + done, all.size() - done, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return false;
    done += static_cast<std::size_t>(sent);
  }
  return true;
}

/// Reads what is there of a text; false at its end without one.
bool read_some(int socket, std::string& text) {
  char buffer[4096];
  const ssize_t size = read(socket, buffer, sizeof buffer);
  if (size > 0) text.append(buffer, static_cast<std::size_t>(size));
  return size > 0 || (size < 0 && errno == EINTR);
}

bool is_whole(const std::string& text) {
  std::size_t size = 0;
  if (text.size() < sizeof size) return false;
  std::memcpy(&size, text.data(), sizeof size);
  return text.size() == sizeof size + size;
}

/// Ends without destructors and flushing: objects and buffers belong to the parent.
[[noreturn]] void serve(int socket, const Workers::Work& work, bool one) {
  try {
    do {
      std::string request;
      while (!is_whole(request)) {
        if (!read_some(socket, request)) _exit(0);
      }
      if (!send_text(socket, answer_of(work, request.substr(sizeof(std::size_t))))) _exit(1);
    } while (!one);
  } catch (...) {
    _exit(1);
  }
  _exit(0);
}

}  // namespace

Workers::Workers(int jobs, Work work, std::function<bool()> interrupted, bool each_alone)
    : jobs_(jobs), work_(std::move(work)), interrupted_(std::move(interrupted)), each_alone_(each_alone) {}

Workers::~Workers() { end_all(); }

std::vector<std::string> Workers::answers(const std::vector<std::string>& requests,
                                          const std::function<void(int, const std::string&)>& ended) {
#ifdef __EMSCRIPTEN__
  constexpr bool in_turn = true;
#else
  const bool in_turn = HostCall::current() != nullptr;
#endif
  const int count = static_cast<int>(requests.size());
  std::vector<std::string> answers(requests.size());
  for (int next = 0, left = count; left > 0;) {
    if (interrupted_()) {
      end_all();
      throw InterruptedError();
    }
    std::vector<Worker> done;
    if (in_turn) {
      done.push_back({-1, -1, next, answer_of(work_, requests[next])});
      ++next;
    } else {
      while (next < count && give(next, requests[next])) ++next;
      done = wait();
    }
    for (Worker& worker : done) {
      --left;
      std::string& answer = answers[worker.task] = std::move(worker.answer);
      if (ended) ended(worker.task, answer.front() == kAnswer ? answer.substr(1) : "");
    }
  }
  if (interrupted_() && in_turn) throw InterruptedError();
  for (std::string& answer : answers) {
    const char kind = answer.front();
    answer.erase(0, 1);
    if (kind == kUsageError) throw UsageError(answer);
    if (kind == kInputError) throw InputError(answer);
  }
  return answers;
}

/// To a worker that waits, or to a new one; false if `jobs` work.
bool Workers::give(int number, const std::string& request) {
  auto idle = std::ranges::find(running_, kNoTask, &Worker::task);
  if (idle == running_.end()) {
    if (std::ssize(running_) >= jobs_) return false;
    start();
    idle = running_.end() - 1;
  }
  idle->task = number;
  idle->answer.clear();
  send_text(idle->socket, request);  // to one that has died it is as if it died now
  return true;
}

void Workers::start() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) fail("open a socket");
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
    for (const Worker& other : running_) close(other.socket);
    detach(parent);
    serve(ends[1], work_, each_alone_);
  }
  close(ends[1]);
  running_.push_back({process, ends[0], kNoTask, {}});
}

/// Reads the available answers; returns the workers that have one, or have died.
std::vector<Workers::Worker> Workers::wait() {
  std::vector<pollfd> waits;
  for (const Worker& worker : running_) waits.push_back({worker.socket, POLLIN, 0});
  if (poll(waits.data(), waits.size(), kLookEvery) < 0 && errno != EINTR) fail("wait");
  std::vector<Worker> done;
  for (std::size_t i = waits.size(); i-- > 0;) {
    if (waits[i].revents == 0) continue;
    Worker& worker = running_[i];
    const bool lives = read_some(worker.socket, worker.answer), whole = is_whole(worker.answer);
    if (lives && !whole) continue;
    if (worker.task != kNoTask) {
      done.push_back(worker);
      done.back().answer = whole ? worker.answer.substr(sizeof(std::size_t))
                                 : kInputError + fmt::format("worker process of task {} died", worker.task);
    }
    worker.task = kNoTask;
    if (!lives || each_alone_) end(running_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return done;
}

void Workers::end(std::vector<Worker>::iterator at) {
  close(at->socket);
  kill(at->process, SIGKILL);
  while (waitpid(at->process, nullptr, 0) < 0 && errno == EINTR) {
  }
  running_.erase(at);
}

void Workers::end_all() {
  for (const Worker& worker : running_) kill(worker.process, SIGKILL);
  while (!running_.empty()) end(running_.begin());
}

std::vector<std::string> run_in_processes(int jobs, int count, const std::function<std::string(int)>& task,
                                          const std::function<bool()>& interrupted,
                                          const std::function<void(int, const std::string&)>& ended,
                                          bool each_alone) {
  std::vector<std::string> numbers;
  for (int i = 0; i < count; ++i) numbers.push_back(std::to_string(i));
  const auto work = [&](const std::string& number) { return task(std::stoi(number)); };
  return Workers(jobs, work, interrupted, each_alone).answers(numbers, ended);
}

}  // namespace torusim
