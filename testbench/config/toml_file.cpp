#include "testbench/config/toml_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "schedules/core/error.h"
#include "schedules/text/line_source.h"

#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace torusim {
namespace {

constexpr std::size_t kMostBytes = 1u << 20;
// The library recurses for each dot of a key.
constexpr std::size_t kLongestLine = 1u << 14;
constexpr int kDeepest = 32;

/// Converts the library's tables to TomlValue.
class Conversion {
 public:
  explicit Conversion(const std::string& name) : file_(std::make_shared<const std::string>(name)) {}

  TomlValue of(const toml::node& node, int depth = 0) const {
    TomlValue value;
    value.file = file_;
    value.line = std::max<std::int64_t>(1, node.source().begin.line);
    if (depth > kDeepest) value.fail("brackets or tables are nested too deeply");
    node.visit([&](const auto& it) { take(it, value, depth); });
    return value;
  }

  [[noreturn]] void refuse(const toml::parse_error& error) const {
    std::string what(error.description());
    constexpr std::string_view kError = "Error while ";
    if (what.starts_with(kError)) what.erase(0, kError.size());
    // A text without quotes looks like a number or nothing at all.
    const bool bare = what.starts_with("parsing value") || what.find("integer") != std::string::npos ||
                      what.starts_with("parsing boolean");
    throw InputError(fmt::format("{}:{}: not TOML: {}{}", *file_, error.source().begin.line, what,
                                 bare ? "; a text needs quotes" : ""));
  }

 private:
  template <typename Node>
  void take(const Node& node, TomlValue& value, int depth) const {
    using Kind = TomlValue::Kind;
    if constexpr (toml::is_table<Node>) {
      value.kind = Kind::kTable;
      std::vector<std::pair<const toml::key*, const toml::node*>> entries;
      for (const auto& [key, entry] : node) entries.emplace_back(&key, &entry);
      std::ranges::sort(entries, {}, [](const auto& entry) {
        const toml::source_position& at = entry.first->source().begin;
        return std::tuple(at.line, at.column);
      });
      for (const auto& [key, entry] : entries) {
        value.table.push_back({std::string(key->str()), of(*entry, depth + 1)});
      }
    } else if constexpr (toml::is_array<Node>) {
      value.kind = Kind::kList;
      for (const toml::node& entry : node) value.list.push_back(of(entry, depth + 1));
    } else if constexpr (toml::is_string<Node> || toml::is_number<Node> || toml::is_boolean<Node>) {
      value.kind = Kind::kText;
      value.text = fmt::format("{}", *node);
    }
  }

  const std::shared_ptr<const std::string> file_;
};

TomlValue root_of(text::LineSource source) {
  std::string text;
  for (std::string_view line; source.next(line);) {
    if (line.size() > kLongestLine) {
      throw InputError(
          fmt::format("{}:{}: a line of {} bytes; at most {}, so write a long list over several lines",
                      source.name(), source.line_number(), line.size(), kLongestLine));
    }
    text.append(line) += '\n';
    if (text.size() > kMostBytes) {
      throw InputError(
          fmt::format("{}: more than {} MB, which no such file needs", source.name(), kMostBytes >> 20));
    }
  }
  const Conversion conversion(source.name());
  try {
    return conversion.of(toml::parse(text));
  } catch (const toml::parse_error& error) {
    conversion.refuse(error);
  }
}

}  // namespace

std::string TomlValue::place() const { return fmt::format("{}:{}", *file, line); }

void TomlValue::fail(const std::string& what) const {
  throw InputError(fmt::format("{}: {}", place(), what));
}

const TomlValue* TomlValue::find(std::string_view key) const {
  const auto found = std::ranges::find(table, key, &TomlEntry::key);
  return found == table.end() ? nullptr : &found->value;
}

const std::string& TomlValue::word(const std::string& key) const {
  if (kind != Kind::kText) fail(fmt::format("{} has values of text, numbers, true and false", key));
  return text;
}

TomlValue read_toml(const std::string& path) {
  return root_of(text::LineSource::open(path, text::HashComments::kNo));
}

TomlValue read_toml_text(const std::string& text, const std::string& name) {
  return root_of(text::LineSource::from_text(text, name, text::HashComments::kNo));
}

std::string toml_quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += {'\\', c};
    } else if (c == '\n') {
      result += "\\n";
    } else if (code < 0x20 || code == 0x7f) {
      result += fmt::format("\\u{:04x}", code);
    } else {
      result += c;
    }
  }
  return result + '"';
}

}  // namespace torusim
