#pragma once
/// A text file that is complete or what it was.

#include <functional>
#include <ostream>
#include <string>

namespace torusim {

/// Lets `write` fill a file beside `path`, which then takes its place; pipes and devices are written
/// directly. Throws InputError `path: why`, and leaves nothing behind, when it cannot or `write` throws.
void write_whole_file(const std::string& path, const std::function<void(std::ostream&)>& write);

/// Makes an empty file beside `path`, to be filled and renamed: new, whatever lies there, and behind no link.
/// Returns its path. Throws InputError.
std::string make_partial(const std::string& path);

}  // namespace torusim
