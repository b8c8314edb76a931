#include "schedules/text/expression.h"

#include <fmt/format.h>

namespace torusim::text {
namespace {

class Parser {
 public:
  Parser(Cursor& cursor, const Variables& variables, bool blanks, bool division)
      : cursor_(cursor), variables_(variables), blanks_(blanks), division_(division) {}

  std::int64_t sum() {
    std::int64_t value = product();
    while (true) {
      skip();
      const std::size_t at = cursor_.at();
      if (cursor_.accept('+')) {
        value = limited(value + product(), at);
      } else if (cursor_.accept('-')) {
        value = limited(value - product(), at);
      } else {
        return value;
      }
    }
  }

  bool condition() {
    bool value = term();
    while (keyword("or") || cursor_.accept("||")) value = term() || value;
    return value;
  }

 private:
  static constexpr int kMaxDepth = 100;  // of parentheses and signs, so that no text can exhaust the stack

  void skip() {
    if (blanks_) cursor_.skip_blanks();
  }

  /// Every value stays below 2^40, so that no sum or division of values can overflow.
  std::int64_t limited(std::int64_t value, std::size_t at) {
    constexpr std::int64_t kMost = std::int64_t{1} << 40;
    if (value > kMost || value < -kMost) cursor_.fail(at, "the result is too large");
    return value;
  }

  std::int64_t product() {
    std::int64_t value = factor();
    while (true) {
      skip();
      const std::size_t at = cursor_.at();
      if (cursor_.accept('*')) {
        std::int64_t result = 0;
        if (__builtin_mul_overflow(value, factor(), &result)) result = INT64_MAX;
        value = limited(result, at);
      } else if (division_ && cursor_.accept('/')) {
        const std::int64_t by = divisor();
        value = (value - ((value % by) + by) % by) / by;
      } else if (cursor_.accept('%')) {
        const std::int64_t by = divisor();
        value = ((value % by) + by) % by;
      } else {
        return value;
      }
    }
  }

  std::int64_t divisor() {
    skip();
    const std::size_t at = cursor_.at();
    const std::int64_t value = factor();
    if (value <= 0 || value > INT32_MAX) {
      cursor_.fail(at, fmt::format("cannot divide by {}: a divisor is 1 to 2147483647", value));
    }
    return value;
  }

  std::int64_t factor() {
    skip();
    const char c = cursor_.peek();
    if (c >= '0' && c <= '9') return cursor_.number("a number");
    const std::size_t at = cursor_.at();
    if (++depth_ > kMaxDepth) cursor_.fail(at, "the expression is nested too deeply");
    std::int64_t value = 0;
    if (cursor_.accept('-')) {
      value = -factor();
    } else if (cursor_.accept('(')) {
      const bool blanks = blanks_, division = division_;
      blanks_ = division_ = true;
      value = sum();
      skip();
      cursor_.expect(')', "after the expression");
      blanks_ = blanks;
      division_ = division;
    } else {
      value = variable();
    }
    --depth_;
    return value;
  }

  std::int64_t variable() {
    const std::size_t at = cursor_.at();
    // No word(): a - after a variable is a minus.
    std::string_view name;
    while (is_name(cursor_.peek(), !name.empty())) {
      cursor_.go_to(cursor_.at() + 1);
      name = cursor_.since(at);
    }
    if (name.empty()) cursor_.fail(at, fmt::format("expected a number, found {}", cursor_.found()));
    for (const Variable& variable : variables_) {
      if (variable.name == name) return variable.value;
    }
    std::string known;
    for (const Variable& variable : variables_) {
      known += fmt::format("{}{}", known.empty() ? "; there is " : ", ", variable.name);
    }
    cursor_.fail(at, fmt::format("unknown variable '{}'{}", name,
                                 known.empty() ? "; only a forall has variables" : known));
  }

  static bool is_name(char c, bool digits) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (digits && c >= '0' && c <= '9');
  }

  bool keyword(std::string_view word) {
    cursor_.skip_blanks();
    const std::size_t at = cursor_.at();
    if (cursor_.word() == word) return true;
    cursor_.go_to(at);
    return false;
  }

  bool term() {
    bool value = test();
    while (keyword("and") || cursor_.accept("&&")) value = test() && value;
    return value;
  }

  bool test() {
    const std::size_t at = cursor_.at();
    if (++depth_ > kMaxDepth) cursor_.fail(at, "the condition is nested too deeply");
    const bool value = keyword("not") ? !test() : opens_condition() ? parenthesised() : comparison();
    --depth_;
    return value;
  }

  bool parenthesised() {
    cursor_.expect('(', "before the condition");
    const bool value = condition();
    cursor_.skip_blanks();
    cursor_.expect(')', "after the condition");
    return value;
  }

  /// A ( begins a condition if a comparison stands within it, else it begins a sum.
  bool opens_condition() {
    cursor_.skip_blanks();
    const std::string_view rest = cursor_.rest();
    int depth = 0;
    for (const char c : rest) {
      if (c == '(') ++depth;
      if (depth == 0) return false;
      if (c == '=' || c == '<' || c == '>') return true;
      if (c == ')' && --depth == 0) return false;
    }
    return false;
  }

  bool comparison() {
    const std::int64_t left = sum();
    cursor_.skip_blanks();
    const std::size_t at = cursor_.at();
    if (cursor_.accept("==")) return left == sum();
    if (cursor_.accept("!=")) return left != sum();
    if (cursor_.accept("<=")) return left <= sum();
    if (cursor_.accept(">=")) return left >= sum();
    if (cursor_.accept('<')) return left < sum();
    if (cursor_.accept('>')) return left > sum();
    cursor_.fail(at, fmt::format("expected a comparison (== != < <= > >=), found {}", cursor_.found()));
  }

  Cursor& cursor_;
  const Variables& variables_;
  bool blanks_;    // blanks may stand between the parts
  bool division_;  // a bare / divides
  int depth_ = 0;
};

}  // namespace

std::int64_t parse_sum(Cursor& cursor, const Variables& variables) {
  return Parser(cursor, variables, false, true).sum();
}

std::int64_t parse_bound(Cursor& cursor, const Variables& variables) {
  return Parser(cursor, variables, false, false).sum();
}

bool parse_condition(Cursor& cursor, const Variables& variables) {
  return Parser(cursor, variables, true, true).condition();
}

}  // namespace torusim::text
