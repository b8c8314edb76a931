#include "testbench/config/config_file.h"

#include <fmt/format.h>

#include <set>

#include "schedules/core/error.h"
#include "schedules/text/line_source.h"
#include "testbench/config/not_modelled.h"

namespace torusim {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '#') result += '\\';
    result += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return result + '"';
}

class Reader {
 public:
  Reader(text::LineSource source, RunConfig& config, Command command)
      : source_(std::move(source)), config_(config), command_(command) {}

  void read() {
    for (std::string_view line; source_.next(line);) {
      line = trimmed(line);
      if (!line.empty()) take(line);
    }
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", source_.name(), source_.line_number(), what));
  }

  void take(std::string_view line) {
    const auto equals = line.find('=');
    if (equals == std::string_view::npos) fail(fmt::format("expected key = value, found '{}'", line));
    const std::string key(trimmed(line.substr(0, equals)));
    const Option* option = find_option(key);
    if (option == nullptr || !option->is_key(command_)) {
      std::vector<std::string> known;
      for (const Option& each : option_table()) {
        if (each.is_key(command_)) known.push_back(each.name);
      }
      fail(fmt::format("unknown key '{}'{}", key, unknown_option(key, command_, known)));
    }
    if (!seen_.insert(key).second) fail(fmt::format("key '{}' occurs twice", key));
    const std::string text = value(key, trimmed(line.substr(equals + 1)));
    try {
      option->set(config_, text);
    } catch (const UsageError& error) {
      fail(fmt::format("{} = {}: {}", key, text, error.what()));
    }
  }

  std::string value(const std::string& key, std::string_view text) const {
    if (text.empty()) fail(fmt::format("key '{}' has no value; an empty text is \"\"", key));
    if (text[0] != '"') {
      if (text.find_first_of(" \t\"") != std::string_view::npos) {
        fail(fmt::format("the text of '{}' needs double quotes", key));
      }
      return std::string(text);
    }
    std::string result;
    for (std::size_t i = 1; i < text.size(); ++i) {
      if (text[i] == '"') {
        if (i + 1 != text.size()) fail(fmt::format("'{}' after the text of '{}'", text.substr(i + 1), key));
        return result;
      }
      if (text[i] != '\\') {
        result += text[i];
      } else if (++i < text.size()) {
        result += text[i] == 'n' ? '\n' : text[i];
      }
    }
    fail(fmt::format("the text of '{}' has no closing quote (a # after a blank begins a comment)", key));
  }

  text::LineSource source_;
  RunConfig& config_;
  const Command command_;
  std::set<std::string> seen_;
};

}  // namespace

void read_config(const std::string& path, RunConfig& config, Command command) {
  Reader(text::LineSource::open(path), config, command).read();
}

void read_config_text(const std::string& text, const std::string& name, RunConfig& config, Command command) {
  Reader(text::LineSource::from_text(text, name), config, command).read();
}

std::string config_text(const RunConfig& config, Command command, const char* name) {
  std::string result = fmt::format("# Configuration of torusim {}: --config reads it back.\n", name);
  std::string group;
  for (const Option& option : option_table()) {
    if (!option.is_key(command)) continue;
    if (option.group != group) {
      group = option.group;
      result += fmt::format("\n# {}\n", group);
    }
    const std::string value = option.get(config);
    const bool bare = option.kind != Option::Kind::kText && value != "auto";
    result +=
        fmt::format("\n# {} [{}{}{}]\n{} = {}\n", option.meaning, option.values,
                    option.unit.empty() ? "" : "; ", option.unit, option.name, bare ? value : quoted(value));
  }
  return result;
}

}  // namespace torusim
