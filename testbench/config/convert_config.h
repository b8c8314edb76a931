#pragma once
/// What a user can set of `torusim convert`.

#include <optional>
#include <string>

#include "schedules/convert/outside.h"

namespace torusim {

struct ConvertConfig {
  std::string into;                ///< file to write
  std::optional<Format> from, to;  ///< empty: by the ends of the names
  int flit_bytes = 16;
  std::optional<int> ports;
  Steps steps = Steps::kAuto;
  Reading collective = Reading::kAuto;
  Routes routes = Routes::kDor;
  bool classes = false;
};

}  // namespace torusim
