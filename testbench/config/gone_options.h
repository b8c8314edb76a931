#pragma once
/// Options that torusim no longer has.

#include <string_view>

namespace torusim {

/// The replacement of an option (named without dashes) that one of these commands (bits of Command) had; null
/// if none had it.
const char* gone_option(std::string_view name, unsigned commands);

}  // namespace torusim
