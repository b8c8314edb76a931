#include "schedules/core/amount.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

namespace torusim {
namespace {

using Digits = Decimal::Digits;

constexpr Digits kMostDigits = ~Digits{0};
constexpr int kFarthest = 1000;  // exponents beyond it change no result
constexpr std::int64_t kBillion = 1'000'000'000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::optional<Decimal> read_decimal(std::string_view text, std::size_t& length) {
  constexpr int kMost = 19;  // fit 64 bits
  Decimal result;
  int written = 0, zeros = 0;  // digits after leading zeros, and zeros that no other digit follows yet
  bool point = false, any = false;
  std::size_t at = 0;
  for (; at < text.size() && (is_digit(text[at]) || (text[at] == '.' && !point)); ++at) {
    if (text[at] == '.') {
      point = true;
      continue;
    }
    any = true;
    result.exponent -= point ? 1 : 0;
    if (text[at] == '0') {
      zeros += written > 0 ? 1 : 0;
      continue;
    }
    if (written + zeros >= kMost) return {};
    for (; zeros >= 0; --zeros, ++written) result.digits *= 10;
    zeros = 0;
    result.digits += static_cast<Digits>(text[at] - '0');
  }
  if (!any) return {};
  result.exponent += zeros;
  length = at;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    const char* const begin = text.data() + at + 1 + (text.substr(at + 1).starts_with('+') ? 1 : 0);
    int exponent = 0;
    const auto [end, error] = std::from_chars(begin, text.data() + text.size(), exponent);
    if (end != begin) {
      if (error != std::errc()) exponent = *begin == '-' ? -kFarthest : kFarthest;
      result.exponent += std::clamp(exponent, -kFarthest, kFarthest);
      length = static_cast<std::size_t>(end - text.data());
    }
  }
  return result;
}

Decimal Decimal::of(double value) {
  std::size_t length = 0;
  return read_decimal(fmt::format("{}", value), length).value_or(Decimal{});
}

double Decimal::value() const {
  char text[64];
  // The digits of a text and its unit fit 64 bits or end in zeros.
  Decimal shorter = *this;
  for (; shorter.digits > UINT64_MAX; ++shorter.exponent) shorter.digits /= 10;
  char* end = std::to_chars(std::begin(text), std::end(text), static_cast<std::uint64_t>(shorter.digits)).ptr;
  *end++ = 'e';
  end = std::to_chars(end, std::end(text), shorter.exponent).ptr;
  double value = 0;
  std::from_chars(text, end, value);
  return value;
}

Decimal operator*(Decimal a, Decimal b) {
  Decimal result{0, a.exponent + b.exponent};
  if (__builtin_mul_overflow(a.digits, b.digits, &result.digits)) result.digits = kMostDigits;
  return result;
}

std::int64_t rounded(Decimal value, Rounding rounding, std::int64_t divisor) {
  if (value.digits == 0) return 0;
  Digits above = value.digits, below = static_cast<Digits>(divisor);
  for (int e = value.exponent; e > 0; --e) {
    if (above > kMostDigits / 10) return kTooLarge;
    above *= 10;
  }
  for (int e = value.exponent; e < 0; ++e) {
    if (below <= kMostDigits / 10) {
      below *= 10;
    } else if ((above /= 10) == 0) {  // far below a billionth
      return 0;
    }
  }
  // Division of 64 bits is much faster.
  const bool narrow = above <= UINT64_MAX && below <= UINT64_MAX;
  const Digits whole =
      narrow ? static_cast<std::uint64_t>(above) / static_cast<std::uint64_t>(below) : above / below;
  const Digits left = above - whole * below, near = below / kBillion;
  const bool more = rounding == Rounding::kUp ? left > near : left > 0 && below - left <= near;
  if (whole > static_cast<Digits>(kMostAmount)) return kTooLarge;
  return plus(static_cast<std::int64_t>(whole), more ? 1 : 0);
}

}  // namespace torusim
