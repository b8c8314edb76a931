#pragma once
/// report.html: one page with everything in it, for a browser without a network.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace torusim {

/// The page of these runs (page_data() of each, with a `label` to tell them apart).
std::string report_page(const std::vector<nlohmann::ordered_json>& runs);

/// Stands near its beginning, and in no other file.
inline constexpr const char* kPageMark = "<meta name=\"generator\" content=\"torusim report\">";

}  // namespace torusim
