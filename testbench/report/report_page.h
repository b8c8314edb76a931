#pragma once
/// report.html: one self-contained page for a browser without a network.
/// CMake assembles its source from testbench/report/page.

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace torusim {

/// The page of these runs. Each is the page_data() of a run, with a `label` if there are several.
std::string report_page(const std::vector<nlohmann::ordered_json>& runs);

/// A mark near the beginning of the page, and in no other file.
inline constexpr const char* kPageMark = "<meta name=\"generator\" content=\"torusim report\">";

extern const std::string_view kPageStyle;   ///< CSS
extern const std::string_view kPageBody;    ///< HTML between <body> and </body>
extern const std::string_view kPageScript;  ///< JavaScript

}  // namespace torusim
