#pragma once
/// Atomic replacement of text files, and reading of small files.

#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace torusim {

/// What a new file may replace: nothing, or with `force` a regular file whose first bytes contain `mark` (an
/// empty mark matches every file).
struct Replaceable {
  bool force = false;
  std::string_view mark;
  std::string_view what;  ///< a file with the mark, for messages: "a schedule text"
};

/// Lets `write` fill a file beside `path`, which then takes its place; /dev/stdout is standard output. Throws
/// InputError `path: why`, or InterruptedError on a signal, and leaves nothing behind, when it cannot, when
/// `write` throws, or when something is there that may not be replaced, such as a pipe or device.
void write_whole_file(const std::string& path, const Replaceable& existing,
                      const std::function<void(std::ostream&)>& write);

/// Throws the InputError of write_whole_file() at once if something is at `path` that may not be replaced.
void check_replaceable(const std::string& path, const Replaceable& existing);

/// Gives `take` the bytes of a regular file, from front to back, and never waits. False if there is none, it
/// cannot be read, or it has more than `most`; then `take` may have had the first.
bool read_pieces(const std::string& path, std::size_t most,
                 const std::function<void(std::string_view)>& take);

/// The bytes of a regular file; nullopt if it is missing, cannot be read, or has more than `most` bytes.
std::optional<std::string> read_whole_file(const std::string& path, std::size_t most);

}  // namespace torusim
