#pragma once
/// report.html: one page with everything in it, for a browser without a network.

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

namespace torusim {

/// Writes the page of these runs (page_data() of each, with a `label` to tell them apart) to `path`. Throws
/// InputError.
void write_report(const std::filesystem::path& path, const std::vector<nlohmann::ordered_json>& runs);

}  // namespace torusim
