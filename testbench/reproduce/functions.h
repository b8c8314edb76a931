#pragma once
/// C++ functions as those of expressions: arguments and results are converted by their types.

#include <stdexcept>
#include <type_traits>
#include <utility>

#include "schedules/core/topology.h"
#include "testbench/reproduce/expression.h"

namespace torusim {

template <typename T>
T argument(const Value& value) {
  if constexpr (std::is_same_v<T, Topology>) {
    return Topology::parse(text_of(value));
  } else if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<T>(number_of(value));
  } else {
    return text_of(value);
  }
}

/// Texts and numbers as they are, quotients by their value(), and nothing for an empty optional.
template <typename T>
Value result(const T& value) {
  if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<double>(value);
  } else if constexpr (std::is_convertible_v<T, Value>) {
    return value;
  } else if constexpr (requires { value.has_value(); }) {
    return value ? result(*value) : Value();
  } else {
    return value.value();
  }
}

template <typename Result, typename... Arguments>
Function function(Result (*called)(Arguments...)) {
  return [called](const std::vector<Value>& values) {
    if (values.size() != sizeof...(Arguments)) throw std::invalid_argument("wrong number of arguments");
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return result(called(argument<std::remove_cvref_t<Arguments>>(values[I])...));
    }
    (std::index_sequence_for<Arguments...>());
  };
}

/// Of all papers: floor, ceil, round, min, max, log2, fixed(x, digits), number_text(x), nodes(shape),
/// side(shape, d), dimensions(shape), ports(shape), channels(shape).
Functions common_functions();

// Those of a paper, each in the file of its name.
Functions tseng_functions();
Functions dimakopoulos_functions();
Functions meyer_functions();
Functions thakur_functions();
Functions wang_functions();
Functions swing_functions();
Functions tpu_functions();

}  // namespace torusim
