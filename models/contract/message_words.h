#pragma once
/// What the payload of a message carries where it is no function of the message's ends: the partial sums of a
/// reduction.

#include <cstdint>
#include <string>

namespace torusim {

class MessageWords {
 public:
  virtual ~MessageWords() = default;
  /// Of payload flit `index` (>= 1).
  virtual std::uint64_t word(std::uint32_t index) const = 0;
  /// What that word is, for messages about one that is wrong.
  virtual std::string meaning(std::uint32_t index) const = 0;
};

}  // namespace torusim
