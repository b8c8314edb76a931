#pragma once
/// Names of signals in VCD files, as all writers of this project number them.

#include <cstddef>
#include <string>

namespace torusim {

/// Of the n-th signal, n from 0: the 94 printable characters as digits, the lowest first.
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
