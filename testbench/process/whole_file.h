#pragma once
/// Atomic replacement of text files, and reading of small files.

#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace torusim {

/// The file that a new file may replace: none, or with `force` a regular file whose first bytes contain
/// `mark` (an empty mark matches every file).
struct Replaceable {
  bool force = false;
  std::string_view mark;
  std::string_view what;  ///< noun for a file with the mark, in messages: "a schedule text"
};

/// Lets `write` fill a new file beside `path`, and renames it to `path`; /dev/stdout is standard output.
/// Throws InputError `path: why` when the file cannot be written, when `write` throws, or when `path` may not
/// be replaced, such as a pipe or device. Throws InterruptedError on a signal. After an exception no new file
/// is left.
void write_whole_file(const std::string& path, const Replaceable& existing,
                      const std::function<void(std::ostream&)>& write);

/// Throws the InputError of write_whole_file() if `path` may not be replaced.
void check_replaceable(const std::string& path, const Replaceable& existing);

/// Passes the bytes of a regular file to `take`, from front to back, and never blocks. Returns false if the
/// file is missing, cannot be read, or has more than `most` bytes; `take` may then have received the first
/// ones.
bool read_pieces(const std::string& path, std::size_t most,
                 const std::function<void(std::string_view)>& take);

/// The bytes of a regular file; nullopt if it is missing, cannot be read, or has more than `most` bytes.
std::optional<std::string> read_whole_file(const std::string& path, std::size_t most);

}  // namespace torusim
