#pragma once
/// JSON documents of other tools.

#include <nlohmann/json.hpp>
#include <string>

namespace torusim {

/// Takes time and memory in proportion to the text. Throws InputError `file:line: ..` for a text that is no
/// JSON document, is nested more than 16 deep, or has an object that names a key twice.
nlohmann::json read_json_document(const std::string& text, const std::string& file);

}  // namespace torusim
