#pragma once
/// The names of dimensions.

#include <fmt/format.h>

#include <string>

namespace torusim {

/// `x`, `y`, `z`, `d3`, ..
inline std::string dimension_name(int dimension) {
  return dimension < 3 ? std::string(1, "xyz"[dimension]) : fmt::format("d{}", dimension);
}

}  // namespace torusim
