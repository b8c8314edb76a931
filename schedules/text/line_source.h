#pragma once
/// The lines of a text file of any length, one at a time.

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace torusim::text {

/// Whether a # at the begin of a line or after a blank begins a comment.
enum class HashComments { kYes, kNo };

class LineSource {
 public:
  /// Opens a file. A pipe or device, which cannot be read twice, is copied to a temporary file during the
  /// first pass, kMostCopied bytes at most. Throws InputError.
  static LineSource open(const std::string& path, HashComments comments = HashComments::kYes);
  /// Text in memory; `name` is the file name in messages.
  static LineSource from_text(std::string text, std::string name, HashComments comments = HashComments::kYes);

  /// Sets `line` to the next line without its end, leading blanks and comment; it is valid until the next
  /// call. Returns false after the last line. A byte order mark at the begin of the text is skipped. Throws
  /// InputError on a read error or a line of more than kMaxLine bytes.
  bool next(std::string_view& line);
  /// The whole text, whose lines may have any length. REQUIRES: next() was not called.
  std::string text();
  /// Number of the last line that next() gave, from 1.
  std::int64_t line_number() const { return line_number_; }
  const std::string& name() const { return name_; }
  /// Starts again before the first line. Throws InputError if the file was written to after it was opened,
  /// because a second pass would read other text.
  void rewind();

  static constexpr std::size_t kMaxLine = 16u << 20;
  static constexpr std::size_t kMostCopied = 1u << 30;

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, Close>;

  LineSource(std::string name, File file, std::string text, HashComments comments);
  std::string_view bare(std::string_view line) const;
  bool fill();
  void keep(const char* bytes, std::size_t size);
  void read_from_copy();
  std::string stamp() const;

  std::string name_;
  HashComments comments_;
  std::string stamp_;         // size and time of the file when it was opened
  File file_;                 // empty: buffer_ holds the whole text
  File copy_;                 // copy of the bytes read from a pipe, until the copy is read itself
  std::size_t copied_ = 0;    // bytes in copy_
  std::vector<char> buffer_;  // [begin_, end_) has been read and not yet given out
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::int64_t line_number_ = 0;
};

}  // namespace torusim::text
