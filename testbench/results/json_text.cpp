#include "testbench/results/json_text.h"

#include "testbench/process/whole_file.h"

namespace torusim {
namespace {

constexpr int kDeepest = 64;
constexpr std::size_t kLongestText = std::size_t{256} << 20;

}  // namespace

bool is_shallow_json(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') quoted = !quoted;
    if (quoted) {
      i += c == '\\' ? 1 : 0;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepest) return false;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return true;
}

std::optional<std::string> read_json_text(const std::filesystem::path& path) {
  auto text = read_whole_file(path.string(), kLongestText);
  if (text && !is_shallow_json(*text)) return std::nullopt;
  return text;
}

void embed_json(std::string_view text, std::string& page) {
  std::size_t from = 0;
  for (std::size_t at; (at = text.find('<', from)) != std::string_view::npos; from = at + 1) {
    page.append(text, from, at - from);
    page += "\\u003c";
  }
  page.append(text, from);
}

}  // namespace torusim
