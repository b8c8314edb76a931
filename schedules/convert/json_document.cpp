#include "schedules/convert/json_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

#include "schedules/core/error.h"

namespace torusim {
namespace {

/// Characters of a text, which tell how far they have been read.
struct ReadCharacter {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* at;
  const char** furthest;
  reference operator*() const { return *at; }
  ReadCharacter& operator++() {
    *furthest = ++at;
    return *this;
  }
  bool operator==(const ReadCharacter& other) const { return at == other.at; }
};

/// Finds what a document of the library does not show: it keeps the last value of a repeated key. Its errors
/// have words of its own.
class DocumentCheck : public nlohmann::json_sax<nlohmann::json> {
 public:
  DocumentCheck(const std::string& text, const std::string& file)
      : text_(text), file_(file), furthest_(text.data()) {}

  void run() {
    const ReadCharacter begin{text_.data(), &furthest_}, end{text_.data() + text_.size(), &furthest_};
    nlohmann::json::sax_parse(begin, end, this);
  }

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(std::int64_t) override { return true; }
  bool number_unsigned(std::uint64_t) override { return true; }
  bool number_float(double, const std::string&) override { return true; }
  bool string(std::string&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return begin(); }
  bool start_array(std::size_t) override { return begin(); }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }
  bool key(std::string& name) override {
    if (!keys_.back().insert(name).second) fail(fmt::format("\"{}\" occurs twice in an object", name));
    return true;
  }
  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::detail::exception&) override {
    if (whole_) fail("a second document in one file, or text behind the plan");
    if (position > text_.size()) fail("not JSON: unexpected end of the file");
    fail(fmt::format("not JSON: unexpected '{}'", furthest_[-1]));
  }

 private:
  bool begin() {
    constexpr std::size_t kDeepest = 16;  // a plan has seven levels
    if (keys_.size() == kDeepest) {
      throw InputError(fmt::format("{}: nested more than {} deep", file_, kDeepest));
    }
    keys_.emplace_back();
    return true;
  }
  bool end() {
    keys_.pop_back();
    whole_ = keys_.empty();
    return true;
  }
  [[noreturn]] void fail(const std::string& what) const {
    // The end of a token shows only in the character behind it, which may be a line end.
    const auto line = 1 + std::count(text_.data(), std::max(text_.data(), furthest_ - 1), '\n');
    throw InputError(fmt::format("{}:{}: {}", file_, line, what));
  }

  const std::string& text_;
  const std::string& file_;
  const char* furthest_;
  std::vector<std::set<std::string>> keys_;  // of the objects that enclose the place
  bool whole_ = false;                       // the document has ended
};

}  // namespace

nlohmann::json read_json_document(const std::string& text, const std::string& file) {
  DocumentCheck(text, file).run();
  return nlohmann::json::parse(text);
}

}  // namespace torusim
