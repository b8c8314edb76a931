#pragma once
/// Options that people of this field expect and torusim does not have, and options that it no longer has.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace torusim {

struct ForeignNames {
  std::string_view names;  ///< between blanks
  const char* what;        ///< the feature that torusim lacks and the nearest one, or torusim's name
};
/// All such names, for the documentation.
std::span<const ForeignNames> foreign_names();

/// End of the message about an unknown option or key of one of these commands (bits of Command). The end
/// names the replacement of an option that is gone, or the text of ForeignNames; else it is suggestion().
/// `name` may have leading dashes.
std::string unknown_option(std::string_view name, unsigned commands, const std::vector<std::string>& known);

/// The replacement of an option (named without dashes) that one of these commands (bits of Command) had; null
/// if none had it.
const char* gone_option(std::string_view name, unsigned commands);

}  // namespace torusim
