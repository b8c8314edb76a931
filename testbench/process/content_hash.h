#pragma once
/// Hashes of contents: they detect changes, but do not resist forgery.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace torusim {

/// FNV-1a, 64 bits. `hash`: the hash of the text before this one.
std::uint64_t content_hash(std::string_view text, std::uint64_t hash = 0xcbf29ce484222325);

/// Hash of a regular file; nullopt if it is not one, cannot be read or has more than `most` bytes.
std::optional<std::uint64_t> file_hash(const std::string& path, std::size_t most = SIZE_MAX);

/// Hash of the sources that this program was built from: 16 digits.
const char* build_identity();

}  // namespace torusim
