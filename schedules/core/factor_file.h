#pragma once
/// Reads a factor of a product from text: an edge a line, as two node numbers with blanks between. # begins a
/// comment. docs/schedule-format.md, "Factors from files", is the reference.

#include <string>
#include <string_view>

#include "schedules/core/factor_graph.h"

namespace torusim {

/// `name` is the name of the file in messages. Throws InputError: file:line, the problem, and the nearest
/// valid value.
FactorGraph read_factor(std::string_view text, const std::string& name);

/// Reads a factor from a regular file of 1 MB at most.
FactorGraph load_factor(const std::string& path);

}  // namespace torusim
