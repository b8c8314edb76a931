#pragma once
/// Standard input, output and error, even if the caller closed or redirected them.

#include <string>

namespace torusim {

/// To be called first. Descriptors that are closed lead nowhere from now on, or the first file that is opened
/// would be taken for standard output. Output is buffered until flush_output(), so a command completes and
/// keeps its result even if no process reads its output. A file that grows past its limit is an error that is
/// reported, not the end of the process.
void prepare_streams();

/// False if something that was printed could not be written. `survive`: no reader at the other end of a pipe
/// is such an error too; otherwise the process ends as pipes expect it.
bool flush_output(bool survive);

/// Writes to standard error. Whether anybody reads that changes nothing.
void print_notice(const std::string& text);

}  // namespace torusim
