#pragma once
/// What is on a wire of the hardwired network in a cycle: payload or nothing. There are no heads, no routes
/// and no credits.

#include <cstdint>
#include <ostream>
#include <string>
#include <systemc>

namespace torusim::hardwired {

struct Word {
  bool valid = false;
  std::uint64_t data = 0;
  bool operator==(const Word&) const = default;
};

inline std::ostream& operator<<(std::ostream& stream, const Word& word) {
  return word.valid ? stream << std::hex << word.data << std::dec : stream << "-";
}
inline void sc_trace(sc_core::sc_trace_file* file, const Word& word, const std::string& name) {
  sc_core::sc_trace(file, word.valid, name + ".valid");
  sc_core::sc_trace(file, word.data, name + ".data");
}

}  // namespace torusim::hardwired
