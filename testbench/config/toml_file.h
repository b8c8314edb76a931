#pragma once
/// TOML files: the reader of configurations, run files and sweeps.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace torusim {

struct TomlEntry;

/// A value, with its line for messages.
struct TomlValue {
  /// Texts, numbers, true and false are kText, because options read texts. Dates and times are kOther.
  enum class Kind { kText, kList, kTable, kOther };

  Kind kind = Kind::kOther;
  std::string text;
  std::vector<TomlValue> list;
  std::vector<TomlEntry> table;  ///< in the order of the file
  std::shared_ptr<const std::string> file;
  std::int64_t line = 1;

  /// `file:line`.
  std::string place() const;
  /// Throws InputError `file:line: what`.
  [[noreturn]] void fail(const std::string& what) const;
  /// The value of a key of this table, nullptr if it has none.
  const TomlValue* find(std::string_view key) const;
  /// The text of the value of `key`. Fails for lists, tables, dates and times.
  const std::string& word(const std::string& key) const;
};

struct TomlEntry {
  std::string key;
  TomlValue value;
};

/// The table of a whole file. Throws InputError `file:line: ..` for a text that is no TOML, is nested more
/// than 32 times, has more than 1 MB or a line of more than 16 kB.
TomlValue read_toml(const std::string& path);
/// Reads a table from text; `name` stands for the file name in messages.
TomlValue read_toml_text(const std::string& text, const std::string& name);

/// A text in double quotes that TOML reads as `text`, which must be UTF-8.
std::string toml_quoted(const std::string& text);

}  // namespace torusim
