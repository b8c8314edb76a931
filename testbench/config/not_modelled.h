#pragma once
/// Options that people of this field expect and torusim does not have.

#include <string>
#include <string_view>
#include <vector>

namespace torusim {

/// How the message about an unknown option or key ends: what torusim does not model and the nearest that it
/// does, or what it calls it; else as suggestion(). `name` with or without dashes before it.
std::string unknown_option(std::string_view name, const std::vector<std::string>& known);

}  // namespace torusim
