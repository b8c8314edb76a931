#include "testbench/process/content_hash.h"

#include "testbench/process/whole_file.h"

namespace torusim {

std::uint64_t content_hash(std::string_view text, std::uint64_t hash) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

std::optional<std::uint64_t> file_hash(const std::string& path, std::size_t most) {
  std::uint64_t hash = content_hash("");
  if (!read_pieces(path, most, [&](std::string_view piece) { hash = content_hash(piece, hash); })) return {};
  return hash;
}

}  // namespace torusim
