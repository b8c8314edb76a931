#include "testbench/reproduce/expression.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>

namespace torusim {
namespace {

bool part_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::size_t end_of_name(std::string_view text, std::size_t from) {
  while (from < text.size() && part_of_name(text[from])) ++from;
  return from;
}

std::optional<double> read_number(const Value& value) {
  if (const double* number = std::get_if<double>(&value)) return *number;
  const std::string* text = std::get_if<std::string>(&value);
  if (text == nullptr || text->empty()) return std::nullopt;
  double number = 0;
  const char* last = text->data() + text->size();
  const auto [end, error] = std::from_chars(text->data(), last, number);
  return error == std::errc() && end == last ? std::optional(number) : std::nullopt;
}

/// Reads and evaluates at once, by recursive descent; a branch that is not taken is read only.
class Reader {
 public:
  Reader(std::string_view text, const Scope& scope, bool live) : text_(text), scope_(scope), live_(live) {}

  Value whole() {
    Value result = choice();
    if (!next().empty()) fail("unexpected");
    return result;
  }

 private:
  [[noreturn]] void fail(const char* what) const {
    throw std::invalid_argument(fmt::format("{} '{}' in '{}'", what, text_.substr(at_), text_));
  }

  std::string_view next() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return text_.substr(at_);
  }

  bool take(std::string_view token) {
    if (!next().starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  void expect(std::string_view token) {
    if (!take(token)) fail(token == ")" ? "no ) at" : "no : at");
  }

  double number(const Value& value) const { return live_ ? number_of(value) : 0; }

  Value choice() {
    Value condition = either();
    if (!take("?")) return condition;
    const bool live = live_, yes = number(condition) != 0;
    live_ = live && yes;
    Value first = choice();
    expect(":");
    live_ = live && !yes;
    Value second = choice();
    live_ = live;
    return yes ? first : second;
  }

  /// Operands of one level, joined from the left by the first of its operators that stands there.
  template <typename Operand, typename... Operators>
  Value chain(Operand operand, const Operators&... operators) {
    Value left = (this->*operand)();
    const auto applied = [&](const auto& op) {
      if (!take(op.first)) return false;
      const Value right = (this->*operand)();
      if (live_) left = op.second(left, right);
      return true;
    };
    while ((applied(operators) || ...)) continue;
    return left;
  }

  template <typename Operation>
  static auto on_numbers(const char* token, Operation operation) {
    return std::pair(token, [operation](const Value& a, const Value& b) {
      return Value(static_cast<double>(operation(number_of(a), number_of(b))));
    });
  }
  /// Numbers where both are some, else texts.
  static bool equal(const Value& a, const Value& b) {
    const auto x = read_number(a), y = read_number(b);
    return x && y ? *x == *y : text_of(a) == text_of(b);
  }

  Value either() {
    return chain(&Reader::both, on_numbers("||", [](double a, double b) { return a != 0 || b != 0; }));
  }
  Value both() {
    return chain(&Reader::comparison, on_numbers("&&", [](double a, double b) { return a != 0 && b != 0; }));
  }
  Value comparison() {
    return chain(&Reader::sum,
                 std::pair("==", [](const Value& a, const Value& b) { return Value(equal(a, b) ? 1.0 : 0); }),
                 std::pair("!=", [](const Value& a, const Value& b) { return Value(equal(a, b) ? 0 : 1.0); }),
                 on_numbers("<=", std::less_equal<>()), on_numbers(">=", std::greater_equal<>()),
                 on_numbers("<", std::less<>()), on_numbers(">", std::greater<>()));
  }
  Value sum() {
    return chain(&Reader::product, on_numbers("+", std::plus<>()), on_numbers("-", std::minus<>()));
  }
  Value product() {
    return chain(&Reader::sign, on_numbers("*", std::multiplies<>()), on_numbers("/", std::divides<>()),
                 on_numbers("%", [](double a, double b) { return std::fmod(a, b); }));
  }
  Value sign() {
    if (take("-")) return -number(sign());
    if (!next().starts_with("!=") && take("!")) return number(sign()) == 0 ? 1.0 : 0.0;
    const Value base = operand();
    if (!take("^")) return base;
    return std::pow(number(base), number(sign()));
  }

  Value operand() {
    if (take("(")) {
      Value inner = choice();
      expect(")");
      return inner;
    }
    if (take("'")) {
      const std::size_t end = text_.find('\'', at_);
      if (end == std::string_view::npos) fail("no ' after");
      const std::string_view text = text_.substr(at_, end - at_);
      at_ = end + 1;
      return live_ ? Value(expand(text, scope_)) : Value();
    }
    const std::string_view rest = next();
    if (!rest.empty() && (std::isdigit(static_cast<unsigned char>(rest[0])) != 0)) {
      double value = 0;
      at_ += std::from_chars(rest.data(), rest.data() + rest.size(), value).ptr - rest.data();
      return value;
    }
    const std::string_view name = rest.substr(0, end_of_name(rest, 0));
    if (name.empty()) fail("no value at");
    at_ += name.size();
    if (take("(")) return call(name);
    const auto found = scope_.values.find(name);
    if (found == scope_.values.end()) throw std::invalid_argument(fmt::format("no value '{}'", name));
    return found->second;
  }

  Value call(std::string_view name) {
    const auto function = scope_.functions->find(name);
    if (function == scope_.functions->end()) {
      throw std::invalid_argument(fmt::format("no function '{}'", name));
    }
    std::vector<Value> arguments;
    while (!take(")")) {
      if (!arguments.empty() && !take(",")) fail("no , at");
      arguments.push_back(choice());
    }
    return live_ ? function->second(arguments) : Value();
  }

  std::string_view text_;
  const Scope& scope_;
  bool live_;
  std::size_t at_ = 0;
};

}  // namespace

double number_of(const Value& value) {
  const auto number = read_number(value);
  if (!number) throw std::invalid_argument(fmt::format("'{}' is no number", text_of(value)));
  return *number;
}

Value evaluate(std::string_view expression, const Scope& scope) {
  return Reader(expression, scope, true).whole();
}

void check_expression(std::string_view expression, const Scope& scope) {
  Reader(expression, scope, false).whole();
}

std::string text_of(const Value& value) {
  if (const double* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  const std::string* text = std::get_if<std::string>(&value);
  return text == nullptr ? "" : *text;
}

std::string expand(std::string_view text, const Scope& scope) {
  std::string result;
  for (std::size_t dollar; (dollar = text.find('$')) != std::string_view::npos;) {
    result += text.substr(0, dollar);
    text.remove_prefix(dollar + 1);
    const bool braces = text.starts_with('{');
    const std::size_t end = braces ? text.find('}') : end_of_name(text, 0);
    if (end == std::string_view::npos) throw std::invalid_argument("no } after ${");
    result += text_of(evaluate(text.substr(braces, end - braces), scope));
    text.remove_prefix(end + braces);
  }
  return result.append(text);
}

}  // namespace torusim
