#pragma once
/// JSON as text: checks of untrusted JSON before parsing, and JSON in a page.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace torusim {

/// Whether arrays and objects are nested at most 64 deep, more than torusim writes. Functions on parsed JSON
/// recurse at each level, so deep JSON could overflow the stack.
bool is_shallow_json(std::string_view text);

/// The text of a regular file of at most 256 MB (a million phases are 100 MB); nullopt if it is missing or
/// not shallow.
std::optional<std::string> read_json_text(const std::filesystem::path& path);

/// Appends JSON to a script element of a page, with each `<` escaped, so that it contains no `</script>`.
void embed_json(std::string_view text, std::string& page);

}  // namespace torusim
