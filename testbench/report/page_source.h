#pragma once
/// Source of the report page, assembled by CMake from testbench/report/page.

#include <string_view>

namespace torusim {

extern const std::string_view kPageStyle;   ///< CSS
extern const std::string_view kPageBody;    ///< HTML between <body> and </body>
extern const std::string_view kPageScript;  ///< JavaScript

}  // namespace torusim
