#pragma once
/// Payload that is not a function of the ends of a message: the partial sums of a
/// reduction.

#include <cstdint>
#include <string>

namespace torusim {

class MessageWords {
 public:
  virtual ~MessageWords() = default;
  /// The word of payload flit `index` (>= 1).
  virtual std::uint64_t word(std::uint32_t index) const = 0;
  /// A description of that word, for messages about a wrong word.
  virtual std::string meaning(std::uint32_t index) const = 0;
};

}  // namespace torusim
