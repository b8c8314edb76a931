#pragma once
/// Standard input, output and error, even if the caller closed or redirected them.

#include <string>

namespace torusim {

/// The program calls this function first. Closed standard descriptors are opened to /dev/null, because
/// otherwise the first file that is opened would become standard output. Output is buffered until
/// flush_output(), so a command completes and keeps its result even if no process reads its output. A file
/// that grows past its limit is a reported error, not the end of the process.
void prepare_streams();

/// Returns false if some output could not be written. `survive`: a pipe without a reader is such an error
/// too; otherwise SIGPIPE ends the process.
bool flush_output(bool survive);

/// Writes to standard error and ignores errors; writes nothing in a HostCall.
void print_notice(const std::string& text);

}  // namespace torusim
