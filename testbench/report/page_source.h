#pragma once
/// The page as it stands in testbench/report/page, put together by CMake: its head up to the place of the
/// data, and what follows.

#include <string_view>

namespace torusim {

extern const std::string_view kPageStyle;   ///< CSS
extern const std::string_view kPageBody;    ///< HTML between <body> and </body>
extern const std::string_view kPageScript;  ///< JavaScript

}  // namespace torusim
