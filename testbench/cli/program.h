#pragma once
/// The program `torusim`, from its arguments to its exit code.

namespace torusim {

/// Runs one command. Results go to files, the summary to standard output, progress and errors to standard
/// error. Returns an ExitCode.
int run_program(int argc, const char* const* argv);

}  // namespace torusim
