#pragma once
/// JSON as text: a stranger's before it is parsed, and that of a page.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace torusim {

/// Whether arrays and objects lie in each other no deeper than anything that torusim writes. What goes
/// through parsed JSON calls itself at each level.
bool is_shallow_json(std::string_view text);

/// The text of a regular file of at most 256 MB (a million phases are 100 MB) that is shallow.
std::optional<std::string> read_json_text(const std::filesystem::path& path);

/// Appends JSON to a page, in a script element: no `</script>` is in it.
void embed_json(std::string_view text, std::string& page);

}  // namespace torusim
