#pragma once
/// Independent tasks in processes of their own, several at a time.

#include <functional>
#include <string>
#include <vector>

#include "testbench/process/interrupt.h"

namespace torusim {

/// Processes that answer requests by `work`, forked when there are requests for them. They die with this
/// process. In a HostCall, and in a browser, this process answers in turn.
class Workers {
 public:
  using Work = std::function<std::string(const std::string& request)>;

  /// Up to `jobs` at a time. `each_alone`: a process answers one request, so that nothing is left of others.
  Workers(int jobs, Work work, std::function<bool()> interrupted, bool each_alone = false);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// The answers in the order of the requests. A UsageError or InputError of the first failed request is
  /// thrown here; a process that dies is an InputError. When `interrupted` returns true, kills the processes
  /// and throws InterruptedError. `ended` is called with the number of every request that ends, and its
  /// answer, empty if it failed.
  std::vector<std::string> answers(const std::vector<std::string>& requests,
                                   const std::function<void(int, const std::string&)>& ended = {});

 private:
  struct Worker {
    int process, socket;
    int task;            // kNoTask: it waits
    std::string answer;  // after its length; its first character says what it is
  };

  bool give(int number, const std::string& request);
  void start();
  std::vector<Worker> wait();
  void end(std::vector<Worker>::iterator at);
  void end_all();

  const int jobs_;
  const Work work_;
  const std::function<bool()> interrupted_;
  const bool each_alone_;
  std::vector<Worker> running_;
};

/// Answers of tasks 0 .. count - 1, as from Workers.
std::vector<std::string> run_in_processes(int jobs, int count, const std::function<std::string(int)>& task,
                                          const std::function<bool()>& interrupted,
                                          const std::function<void(int, const std::string&)>& ended = {},
                                          bool each_alone = false);

}  // namespace torusim
