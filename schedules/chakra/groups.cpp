#include "schedules/chakra/groups.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "schedules/convert/json_document.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

using Json = nlohmann::json;

std::vector<std::int32_t> ranks_of(const std::string& name, const Json& list) {
  const auto fail = [&](const char* what) {
    throw InputError(fmt::format("the ranks of group \"{}\" are {}", name, what));
  };
  if (!list.is_array()) fail("no list");
  std::vector<std::int32_t> ranks;
  for (const Json& rank : list) {
    if (!rank.is_number_integer() || rank < 0 || rank > INT32_MAX) fail("not all numbers from 0 on");
    ranks.push_back(rank.get<std::int32_t>());
  }
  return ranks;
}

}  // namespace

ChakraGroups groups_of_metadata(std::string_view values) {
  // A list of Python with one text, which is a list of JSON.
  const std::size_t begin = values.find('{'), end = values.rfind('}');
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) {
    throw InputError("there is no list of groups");
  }
  std::string text(values.substr(begin, end - begin + 1));
  text.insert(text.begin(), '[');
  text.push_back(']');
  ChakraGroups groups;
  for (const Json& group : read_json_document(text, "in its text")) {
    const auto name = group.find("pg_name"), ranks = group.find("ranks");
    if (name == group.end() || ranks == group.end() || !name->is_string()) {
      throw InputError("a group has no pg_name or no ranks");
    }
    groups[name->get<std::string>()] = ranks_of(name->get<std::string>(), *ranks);
  }
  return groups;
}

ChakraGroups read_chakra_groups(const std::string& file) {
  constexpr std::uintmax_t kMost = std::uintmax_t{1} << 28;
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error) || std::filesystem::file_size(file, error) > kMost) {
    throw InputError(fmt::format("{}: it is no file of process groups", file));
  }
  std::ifstream in(file, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const Json json = read_json_document(text, file);
  if (!json.is_object()) {
    throw InputError(fmt::format("{}: it is no object such as {{\"1\": [0, 1], \"2\": [2, 3]}}", file));
  }
  ChakraGroups groups;
  try {
    for (const auto& [name, ranks] : json.items()) groups[name] = ranks_of(name, ranks);
  } catch (const InputError& problem) {
    throw InputError(fmt::format("{}: {}", file, problem.what()));
  }
  return groups;
}

}  // namespace torusim
