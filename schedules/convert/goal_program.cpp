#include "schedules/convert/goal_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "schedules/convert/goal_binary.h"
#include "schedules/convert/goal_text.h"
#include "schedules/core/error.h"

namespace torusim {

bool is_binary_goal(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::ifstream file(path, std::ios::binary);
  char first[kGoalMagic.size()] = {};
  file.read(first, sizeof first);
  return file && std::string_view(first, sizeof first) == kGoalMagic;
}

ProgramFile read_goal_program(const std::string& path) {
  if (is_binary_goal(path)) {
    std::ifstream file(path, std::ios::binary);
    const auto size = static_cast<std::uint64_t>(std::filesystem::file_size(path));
    const ReadBytes read = [&](std::uint64_t begin, std::uint64_t end) {
      std::string bytes(static_cast<std::size_t>(std::min(end, size) - std::min(begin, size)), 0);
      file.seekg(static_cast<std::streamoff>(begin));
      if (!bytes.empty() && !file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) {
        throw InputError(fmt::format("{}: cannot be read", path));
      }
      return bytes;
    };
    return {read_goal_binary(read, path), {}};
  }
  return read_goal_text(text::LineSource::open(path, text::HashComments::kNo));
}

ProgramFile read_goal_program_text(std::string text, std::string name) {
  return read_goal_text(
      text::LineSource::from_text(std::move(text), std::move(name), text::HashComments::kNo));
}

}  // namespace torusim
