#pragma once
/// The value of a wire of the hardwired network in a cycle: a word of payload or none. There are no heads, no
/// routes and no credits.

#include <cstdint>
#include <ostream>

namespace torusim::hardwired {

struct Word {
  bool valid = false;
  std::uint64_t data = 0;
  bool operator==(const Word&) const = default;
};

inline std::ostream& operator<<(std::ostream& stream, const Word& word) {
  return word.valid ? stream << std::hex << word.data << std::dec : stream << "-";
}

}  // namespace torusim::hardwired
