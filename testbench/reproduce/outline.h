#pragma once
/// Text whose structure is its indentation.

#include <string>
#include <string_view>
#include <vector>

namespace torusim {

struct OutlineLine {
  int number = 0;
  std::string key;   ///< the first word
  std::string rest;  ///< what follows it
  std::vector<OutlineLine> block = {};

  /// The rest and all lines of the block, joined by blanks.
  std::string joined() const;
};

/// Leaves out empty lines and those that begin with #.
std::vector<OutlineLine> read_outline(std::string_view text);

/// What stands between separators, without blanks round it; nothing of an empty text.
std::vector<std::string> parts_of(std::string_view text, char separator);

}  // namespace torusim
