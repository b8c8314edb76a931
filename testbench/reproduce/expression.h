#pragma once
/// The expressions and texts of the papers' files (exhibit_reader.h).
///
/// An expression has numbers, 'texts', names of the scope, function calls, ^, - and !, * / %, + -,
/// comparisons,
/// && and ||, and `a ? b : c`. A text has $name and ${expression} for the text of a value; 'texts' in
/// expressions too. Numbers are doubles; a text that is a number is one where a number is wanted.

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace torusim {

/// Nothing, a number, or a text.
using Value = std::variant<std::monostate, double, std::string>;
using Function = std::function<Value(const std::vector<Value>&)>;
using Functions = std::map<std::string, Function, std::less<>>;

struct Scope {
  const Functions* functions = nullptr;
  std::map<std::string, Value, std::less<>> values = {};
};

/// Both throw std::invalid_argument for what is no number, or an expression that cannot be read.
double number_of(const Value& value);
Value evaluate(std::string_view expression, const Scope& scope);

std::string text_of(const Value& value);
std::string expand(std::string_view text, const Scope& scope);

/// Reads the expression and calls no function: throws what evaluate() would throw for its form and names.
void check_expression(std::string_view expression, const Scope& scope);

}  // namespace torusim
