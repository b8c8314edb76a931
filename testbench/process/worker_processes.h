#pragma once
/// Independent tasks in processes of their own, several at a time.

#include <functional>
#include <string>
#include <vector>

#include "testbench/process/interrupt.h"

namespace torusim {

/// Runs tasks 0 .. count - 1, each in a forked process, `jobs` at a time; returns their answers in the order
/// of the tasks. A UsageError or InputError of the first failed task is thrown here; a process that dies is
/// an InputError. When `interrupted` returns true, kills the processes and throws InterruptedError. `ended`
/// is called with the number of every task that ends, and its answer, empty if it failed. Tasks die with this
/// process. In a HostCall, and in a browser, tasks run in turn in this process.
std::vector<std::string> run_in_processes(int jobs, int count, const std::function<std::string(int)>& task,
                                          const std::function<bool()>& interrupted,
                                          const std::function<void(int, const std::string&)>& ended = {});

}  // namespace torusim
