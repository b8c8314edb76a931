#pragma once
/// The JSON that torusim itself writes, read in one place: every file with a call of the parser compiles it.

#include <nlohmann/json.hpp>
#include <string_view>

namespace torusim {

/// As nlohmann::ordered_json::parse(): of a text that is no JSON it throws, or returns a discarded value.
nlohmann::ordered_json parse_json(std::string_view text, bool throws = true);

}  // namespace torusim
