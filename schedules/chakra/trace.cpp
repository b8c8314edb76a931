#include "schedules/chakra/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <istream>
#include <sstream>

#include "schedules/chakra/node_message.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnd = ".et";
// The releases of one schema: et_def.proto did not change between them.
constexpr std::string_view kVersions[] = {"0.0.4", "1.0.0"};
constexpr std::string_view kVersionsText = "0.0.4 or 1.0.0";
constexpr std::uint64_t kMostMessage = std::uint64_t{1} << 28;
constexpr std::int64_t kMostRanks = 1 << 20;

/// The rank in `NAME.RANK`, and the length of NAME.
std::optional<std::pair<std::int64_t, std::size_t>> rank_of(std::string_view stem) {
  const std::size_t dot = stem.rfind('.');
  if (dot == std::string_view::npos) return {};
  const std::string_view digits = stem.substr(dot + 1);
  std::int64_t rank = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), rank);
  const bool plain = error == std::errc() && end == digits.data() + digits.size() && rank >= 0 &&
                     (digits.size() == 1 || digits.front() != '0');
  if (!plain) return {};
  return std::pair(rank, dot);
}

/// The messages of a stream, each behind its length.
class MessageRow {
 public:
  MessageRow(std::istream& in, std::string_view file, std::uint64_t bytes)
      : in_(in), place_{file, 0}, left_(bytes) {}

  bool next(std::string& message) {
    if (left_ == 0) return false;
    if (begun_) ++place_.message;
    begun_ = true;
    const std::uint64_t length = read_length();
    if (length > left_) {
      place_.fail(fmt::format("its length is {}, and {} bytes are left: the file is truncated or no trace",
                              length, left_));
    }
    if (length > kMostMessage)
      place_.fail(fmt::format("it has {} bytes, more than {}", length, kMostMessage));
    message.resize(static_cast<std::size_t>(length));
    if (length > 0 && !in_.read(message.data(), static_cast<std::streamsize>(length))) {
      place_.fail("it cannot be read");
    }
    left_ -= length;
    return true;
  }
  const WirePlace& place() const { return place_; }

 private:
  std::uint64_t read_length() {
    std::uint64_t length = 0;
    for (int shift = 0; shift < 35 && left_ > 0; shift += 7) {
      const int byte = in_.get();
      if (byte < 0) place_.fail("it cannot be read");
      --left_;
      length |= std::uint64_t(byte & 127) << shift;
      if (byte < 128) return length;
    }
    place_.fail("the length before it is no number of at most 35 bits: the file is no trace");
  }

  std::istream& in_;
  WirePlace place_;
  std::uint64_t left_;
  bool begun_ = false;
};

/// Earlier versions number types and fields otherwise, and the oldest have no metadata.
void check_metadata(ChakraTrace& trace, const std::string& message, const WirePlace& place) {
  ChakraVersion version;
  try {
    version = version_of_metadata(message, place);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}; it is no metadata, so the file is no Chakra trace of version {}",
                                 error.what(), kVersionsText));
  }
  constexpr std::string_view kChakra = "chakra.";
  const std::size_t chakra = version.schema.find(kChakra);
  if (version.version.empty() && chakra != std::string::npos) {
    version.version = version.schema.substr(chakra + kChakra.size());
  }
  trace.version_named = !version.version.empty();
  if (!trace.version_named || std::ranges::find(kVersions, version.version) != std::end(kVersions)) return;
  place.fail(fmt::format("version {} of Chakra; this program knows the schema of {} only", version.version,
                         kVersionsText));
}

ChakraTrace read(std::istream& in, std::string name, std::uint64_t bytes) {
  ChakraTrace trace;
  trace.file = std::move(name);
  MessageRow row(in, trace.file, bytes);
  std::string message;
  if (!row.next(message)) {
    throw InputError(fmt::format("{}: it is empty; a trace begins with its metadata", trace.file));
  }
  check_metadata(trace, message, row.place());
  while (row.next(message)) read_node_message(message, row.place(), trace);
  std::stable_sort(trace.nodes.begin(), trace.nodes.end(),
                   [](const ChakraNode& a, const ChakraNode& b) { return a.id < b.id; });
  const auto twice =
      std::adjacent_find(trace.nodes.begin(), trace.nodes.end(),
                         [](const ChakraNode& a, const ChakraNode& b) { return a.id == b.id; });
  if (twice != trace.nodes.end()) {
    throw InputError(fmt::format("{}: two nodes have the id {}", trace.file, twice->id));
  }
  return trace;
}

}  // namespace

bool names_chakra(std::string_view path) { return path.ends_with(kEnd); }

std::vector<std::string> chakra_files(const std::string& path) {
  std::string name = path.substr(0, path.size() - kEnd.size());
  if (const auto rank = rank_of(name)) name.resize(rank->second);
  const fs::path stem(name);
  const std::string begin = stem.filename().string() + '.';
  const fs::path directory = stem.has_parent_path() ? stem.parent_path() : fs::path(".");
  std::int64_t files = 0, last = -1;
  std::error_code error;
  for (fs::directory_iterator each(directory, error), end; !error && each != end; each.increment(error)) {
    const std::string file = each->path().filename().string();
    if (!file.starts_with(begin) || !file.ends_with(kEnd)) continue;
    const auto rank = rank_of(std::string_view(file).substr(0, file.size() - kEnd.size()));
    if (!rank || rank->second + 1 != begin.size()) continue;
    ++files;
    last = std::max(last, rank->first);
  }
  if (files == 0) throw InputError(fmt::format("{}: there is no file {}.0.et", path, name));
  if (last >= kMostRanks) {
    throw InputError(
        fmt::format("{}.{}.et: rank {}; this program reads 1 to {} ranks", name, last, last, kMostRanks));
  }
  std::vector<std::string> result;
  for (std::int64_t rank = 0; rank <= last; ++rank) {
    result.push_back(fmt::format("{}.{}.et", name, rank));
    if (files <= last && !fs::exists(result.back(), error)) {
      throw InputError(fmt::format("{}: it does not exist, but that of rank {} does; a trace for every rank",
                                   result.back(), last));
    }
  }
  return result;
}

ChakraTrace read_chakra_trace(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::error_code error;
  const bool regular = fs::is_regular_file(file, error);
  const std::uint64_t bytes = regular ? static_cast<std::uint64_t>(fs::file_size(file, error)) : 0;
  if (!in || !regular || error) throw InputError(fmt::format("{}: it cannot be read", file));
  return read(in, file, bytes);
}

ChakraTrace read_chakra_text(std::string_view bytes, std::string name) {
  std::istringstream in{std::string(bytes)};
  return read(in, std::move(name), bytes.size());
}

}  // namespace torusim
