#pragma once
/// Identifiers of signals in the VCD files of this project.

#include <cstddef>
#include <string>

namespace torusim {

/// The identifier of the n-th signal, n from 0: the 94 printable characters are the digits, the lowest first.
inline std::string vcd_identifier(std::size_t n) {
  constexpr char kFirst = '!', kLast = '~';
  constexpr std::size_t kCount = kLast - kFirst + 1;
  std::string text;
  do {
    text += static_cast<char>(kFirst + n % kCount);
    n /= kCount;
  } while (n != 0);
  return text;
}

}  // namespace torusim
