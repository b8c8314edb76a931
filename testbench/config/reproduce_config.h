#pragma once
/// What a user can set of `torusim reproduce`.

#include <string>

namespace torusim {

struct ReproduceConfig {
  std::string exhibits;  ///< "tseng" or "tseng:table-3"
  double budget = 120;   ///< seconds
};

}  // namespace torusim
