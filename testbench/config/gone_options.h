#pragma once
/// Options that torusim had and has no longer.

#include <string_view>

namespace torusim {

/// What takes the place of the option, without its dashes, in one of these commands (bits of Command); null
/// if they never had it.
const char* gone_option(std::string_view name, unsigned commands);

}  // namespace torusim
