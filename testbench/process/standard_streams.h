#pragma once
/// Standard input, output and error, whatever the caller has made of them.

#include <string>

namespace torusim {

/// To be called first. Descriptors that are closed lead nowhere from now on, or the first file that is opened
/// would be taken for standard output. Output is kept back until flush_output(), so that a command comes to
/// its end and its result counts, whether or not anybody reads what it prints. A file that grows past its
/// limit is an error that is reported, not the end of the process.
void prepare_streams();

/// False if something that was printed could not be written. `survive`: no reader at the other end of a pipe
/// is such an error too; otherwise the process ends as pipes expect it.
bool flush_output(bool survive);

/// Writes to standard error. Whether anybody reads that changes nothing.
void tell(const std::string& text);

}  // namespace torusim
