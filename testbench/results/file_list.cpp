#include "testbench/results/file_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "testbench/process/content_hash.h"
#include "testbench/process/whole_file.h"
#include "testbench/results/output_file.h"

namespace torusim {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUnfinished = "torusim: unfinished; the next run into this directory removes it\n";
constexpr const char* kList = "torusim: the files of these results\n";
constexpr const char* kNewList = ".torusim-list";
constexpr const char* kRecord = "run.json";
constexpr std::size_t kLongestList = 16u << 20;

std::string mark_of(const fs::path& directory) {
  const fs::path path = directory / kFileList;
  if (fs::is_symlink(fs::symlink_status(path))) return "";
  return read_whole_file(path.string(), kLongestList).value_or("");
}

std::string content_line(const char* name, std::uint64_t content) {
  return fmt::format("{} content {:016x}", name, content);
}

/// The name of an entry in the list; a directory's name ends in /, so it never equals a file's.
std::string name_in(const fs::path& directory, const fs::directory_entry& entry) {
  return entry.path().lexically_relative(directory).generic_string() +
         (fs::is_directory(entry.symlink_status()) ? "/" : "");
}

}  // namespace

void mark_unfinished(const fs::path& directory) {
  OutputFile file(directory / kFileList);
  file.write(kUnfinished);
  file.close();
}

bool is_abandoned(const fs::path& directory) {
  std::error_code error;
  const std::string mark = mark_of(directory);
  if (mark == kUnfinished) return true;
  if (!std::string_view(kUnfinished).starts_with(mark)) return not_ours(directory).empty();
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, error)) {
    if (entry.path().filename() != kFileList || !fs::is_regular_file(entry.symlink_status())) return false;
  }
  return true;
}

void list_files(const fs::path& directory) {
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(directory))
    names.insert(name_in(directory, entry));
  names.erase(kFileList);
  const fs::path list = directory / kNewList;
  OutputFile file(list);
  file.write(kList);
  for (const std::string& name : names) file.write(name + '\n');
  if (const auto content = file_hash((directory / kRecord).string())) {
    file.write(content_line(kRecord, *content) + '\n');
  }
  file.close();
  fs::rename(list, directory / kFileList);
}

bool is_record_as_written(const fs::path& directory, std::string_view text) {
  return mark_of(directory).ends_with('\n' + content_line(kRecord, content_hash(text)) + '\n');
}

std::string not_ours(const fs::path& directory) {
  std::istringstream list(mark_of(directory));
  std::string line;
  if (!std::getline(list, line) || line + '\n' != kList) {
    return fmt::format("holds no results of torusim (no {} that lists them); --force replaces nothing else",
                       kFileList);
  }
  std::set<std::string> names = {kFileList};
  while (std::getline(list, line)) names.insert(line);
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    const bool plain =
        fs::is_regular_file(entry.symlink_status()) || fs::is_directory(entry.symlink_status());
    const std::string name = name_in(directory, entry);
    if (plain && names.contains(name)) continue;
    return fmt::format("holds {}, which is {}; --force would remove it, so move it away", name,
                       plain ? "none of the files of these results" : "a pipe, a device or a link");
  }
  return "";
}

void remove_results(const fs::path& directory) {
  std::error_code ignored;
  for (fs::directory_iterator at(directory, ignored); at != fs::directory_iterator(); at.increment(ignored)) {
    if (at->path().filename() != kFileList) fs::remove_all(at->path(), ignored);
  }
  fs::remove_all(directory, ignored);
}

}  // namespace torusim
