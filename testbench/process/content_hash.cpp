#include "testbench/process/content_hash.h"

#include <filesystem>
#include <fstream>
#include <vector>

namespace torusim {

std::uint64_t content_hash(std::string_view text, std::uint64_t hash) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

std::optional<std::uint64_t> file_hash(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  std::uint64_t hash = content_hash("");
  for (std::vector<char> chunk(1u << 16); file.read(chunk.data(), chunk.size()) || file.gcount() > 0;) {
    hash = content_hash({chunk.data(), static_cast<std::size_t>(file.gcount())}, hash);
  }
  if (file.bad() || !file.eof()) return std::nullopt;
  return hash;
}

}  // namespace torusim
