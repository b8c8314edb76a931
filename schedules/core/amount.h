#pragma once
/// Sizes and times of inputs: bytes, flits, cycles, and decimal numbers of units. Arithmetic never wraps and
/// loses no digits. A result beyond kMostAmount is kTooLarge, which every limit refuses.

#include <cstdint>
#include <optional>
#include <string_view>

namespace torusim {

/// The limit of a size or time, and of the sum of all of a program: twice as many still fit an int64.
inline constexpr std::int64_t kMostAmount = std::int64_t{1} << 62;
inline constexpr std::int64_t kTooLarge = INT64_MAX;

/// The result if it is at most kMostAmount, else kTooLarge. REQUIRES: no argument is negative.
constexpr std::int64_t plus(std::int64_t a, std::int64_t b) {
  return a > kMostAmount || b > kMostAmount - a ? kTooLarge : a + b;
}
constexpr std::int64_t times(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) || result > kMostAmount ? kTooLarge : result;
}
/// Rounds up; b > 0.
constexpr std::int64_t divided(std::int64_t a, std::int64_t b) {
  return a == kTooLarge ? a : a / b + (a % b != 0 ? 1 : 0);
}

/// digits x 10^exponent.
struct Decimal {
  /// Wide enough for the product of a number of a text, its unit and a clock frequency.
  using Digits = unsigned __int128;
  Digits digits;
  int exponent;
  constexpr Decimal(Digits digits = 0, int exponent = 0) : digits(digits), exponent(exponent) {}
  bool operator==(const Decimal&) const = default;

  /// The shortest decimal number that is read as `value`, which must not be negative.
  static Decimal of(double value);
  double value() const;
};

/// Reads a number such as `12`, `0.5` or `1e6`, without a sign; `length` receives the characters read.
/// Nothing if no number begins the text, or if it has more than 19 digits.
std::optional<Decimal> read_decimal(std::string_view text, std::size_t& length);

/// Saturates at the highest number of digits.
Decimal operator*(Decimal a, Decimal b);

enum class Rounding { kUp, kDown };
/// `value` / `divisor` as a whole number. A value within a billionth of a whole number counts as that number.
/// Above kMostAmount: kTooLarge.
std::int64_t rounded(Decimal value, Rounding rounding, std::int64_t divisor = 1);

}  // namespace torusim
