#pragma once
/// The sources of the RTL router, and what makes a library of it, as they were when this program was built
/// from them: models that fit are made of these (model_build.h).

#include <string_view>
#include <vector>

namespace torusim {

struct KitFile {
  std::string_view path;  ///< in the source tree
  std::string_view text;
};

const std::vector<KitFile>& rtl_kit();

}  // namespace torusim
