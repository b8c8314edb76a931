#pragma once
/// The sources of the RTL router and of its library, as they were when this program was built. Fitting models
/// are built from these copies (model_build.h).

#include <string_view>
#include <vector>

namespace torusim {

struct KitFile {
  std::string_view path;  ///< path in the source tree
  std::string_view text;
};

const std::vector<KitFile>& rtl_kit();

}  // namespace torusim
