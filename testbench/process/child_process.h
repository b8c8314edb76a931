#pragma once
/// Runs other programs and waits for their ends.

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace torusim {

struct ChildProcess {
  std::vector<std::string> arguments;  ///< the first is the program, searched in PATH
  std::filesystem::path log;           ///< file that its standard output and error are appended to
};

struct ChildFailure {
  std::size_t place = 0;
  int code = 0;  ///< exit code; 0: no failure; 127: no such program; 128 + N: ended by signal N
};

/// Runs the programs in `directory`, `jobs` at a time, started in this order, with an empty standard input.
/// Returns the first program in the order whose exit code was not 0; after a failure no program is started.
/// The programs die with this process. When `interrupted` returns true, kills their process groups and throws
/// InterruptedError. Throws InputError when no process can be created.
ChildFailure run_children(const std::vector<ChildProcess>& programs, int jobs,
                          const std::filesystem::path& directory, const std::function<bool()>& interrupted);

}  // namespace torusim
