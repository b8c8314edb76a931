#pragma once
/// Other programs, waited for.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace torusim {

struct ChildProcess {
  std::vector<std::string> arguments;  ///< the first is the program, for which PATH is searched
  std::filesystem::path log;           ///< what it prints, on either output
};

struct ChildFailure {
  std::size_t place = 0;
  int code = 0;  ///< 0: all is well; 127: no such program; 128 and a signal: ended by that
};

/// Runs the programs in `directory`, `jobs` at a time and in this order, with nothing to read. Returns the
/// first in the order that did not end with exit code 0; after one that did not, no more are started. They
/// die with this process. When `interrupted` says so, ends them with all that they have started and throws
/// InterruptedError; throws InputError when no process can be had.
ChildFailure run_children(const std::vector<ChildProcess>& programs, int jobs,
                          const std::filesystem::path& directory, const std::function<bool()>& interrupted);

}  // namespace torusim
