#include "schedules/core/traffic_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "schedules/core/amount.h"
#include "schedules/core/error.h"

namespace torusim {

void TrafficMatrix::add(NodeId source, NodeId destination, std::int64_t blocks) {
  assert(source >= 0 && source < nodes() && destination >= 0 && destination < nodes());
  if (blocks == 0 || source == destination) return;
  if (blocks < 0 || blocks > kMostBlocks) {
    throw InputError(fmt::format("{} flits from node {} to node {}: a message has at most {}", blocks, source,
                                 destination, kMostBlocks));
  }
  if (entries_.size() == kMostEntries) {
    throw InputError(fmt::format("a matrix has at most {} messages", kMostEntries));
  }
  assert(source >= row_);
  while (row_ < source) first_[static_cast<std::size_t>(++row_)] = entries_.size();
  entries_.push_back({destination, static_cast<std::uint32_t>(blocks)});
  total_ += blocks;
}

void TrafficMatrix::finish() {
  while (row_ < nodes()) first_[static_cast<std::size_t>(++row_)] = entries_.size();
}

std::size_t TrafficMatrix::place(NodeId source, NodeId destination) const {
  const auto begin = entries_.begin() + static_cast<std::ptrdiff_t>(first(source));
  const auto end = entries_.begin() + static_cast<std::ptrdiff_t>(first(source + 1));
  const auto found = std::lower_bound(
      begin, end, destination, [](const Entry& entry, NodeId node) { return entry.destination < node; });
  if (found == end || found->destination != destination) return entries_.size();
  return static_cast<std::size_t>(found - entries_.begin());
}

std::shared_ptr<const TrafficMatrix> matrix_of(const Schedule& schedule) {
  const auto* holder = dynamic_cast<const MatrixHolder*>(&schedule);
  return holder ? holder->matrix() : nullptr;
}

bool MatrixAccount::add(NodeId source, NodeId destination, std::int64_t blocks) {
  const std::size_t place = matrix_->place(source, destination);
  const std::int64_t all = place < come_.size() ? matrix_->entries()[place].blocks : 0;
  if (blocks < 0 || blocks > all - (place < come_.size() ? come_[place] : 0)) return false;
  if (blocks > 0) come_[place] += static_cast<std::uint32_t>(blocks);
  return true;
}

namespace {

/// The limit of characters of a number with its blanks, so that a file without commas takes no memory.
constexpr std::size_t kMostCharacters = 64;

class MatrixReader {
 public:
  MatrixReader(std::istream& text, const std::string& name, NodeId nodes, int flit_bytes)
      : text_(*text.rdbuf()), name_(name), flit_bytes_(flit_bytes), matrix_(nodes) {}

  TrafficMatrix read() {
    while (read_line()) ++line_;
    if (source_ == 0) throw InputError(fmt::format("{}: empty; write a line for each node", name_));
    if (source_ < matrix_.nodes()) {
      throw InputError(fmt::format("{}: {} lines of numbers, but the network has {} nodes", name_, source_,
                                   matrix_.nodes()));
    }
    matrix_.finish();
    return std::move(matrix_);
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw InputError(fmt::format("{}:{}: {}", name_, line_, why));
  }

  /// False behind the last line.
  bool read_line() {
    NodeId count = 0;
    bool comment = false;
    std::string word;
    for (;;) {
      const int character = text_.sbumpc();
      const bool last = character == std::char_traits<char>::eof(), ends = last || character == '\n';
      if (character == ',' && !comment) {
        take(word, count++);
      } else if (ends) {
        if (count > 0 || word.find_first_not_of(" \t\r") != std::string::npos) end_row(word, count);
        return !last;
      } else {
        comment |= character == '#';
        if (comment) continue;
        if (word.size() == kMostCharacters) fail(fmt::format("'{}..' is not a number", word.substr(0, 20)));
        word += static_cast<char>(character);
      }
    }
  }

  void end_row(std::string& word, NodeId count) {
    take(word, count++);
    if (count < matrix_.nodes()) {
      fail(fmt::format("{} numbers, but the network has {} nodes", count, matrix_.nodes()));
    }
    ++source_;
  }

  void take(std::string& word, NodeId destination) {
    if (source_ == matrix_.nodes()) {
      fail(fmt::format("another row, but the network has {} nodes, each with a row", matrix_.nodes()));
    }
    if (destination == matrix_.nodes()) {
      fail(fmt::format("more than {} numbers, but the network has {} nodes", matrix_.nodes(),
                       matrix_.nodes()));
    }
    const std::size_t first = std::min(word.find_first_not_of(" \t\r"), word.size());
    const std::size_t behind = word.find_last_not_of(" \t\r") + 1;
    const std::string_view number = std::string_view(word).substr(first, std::max(first, behind) - first);
    const auto where = [&] { return fmt::format("number {} of row {}", destination, source_); };
    if (number.empty()) fail(where() + ": missing; write 0 for no bytes");
    std::int64_t bytes = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), bytes);
    if (end != number.data() + number.size()) {
      fail(fmt::format("{}: '{}' is not a whole number of bytes", where(), number));
    }
    if (bytes < 0 || number.front() == '-') fail(fmt::format("{}: {} is negative", where(), number));
    if (error != std::errc() || bytes > std::int64_t{flit_bytes_} * TrafficMatrix::kMostBlocks) {
      fail(fmt::format("{}: {} bytes are more than a message has, {}", where(), number,
                       std::int64_t{flit_bytes_} * TrafficMatrix::kMostBlocks));
    }
    matrix_.add(source_, destination, divided(bytes, flit_bytes_));
    word.clear();
  }

  std::streambuf& text_;
  const std::string& name_;
  int flit_bytes_;
  TrafficMatrix matrix_;
  NodeId source_ = 0;  // of the next row
  int line_ = 1;
};

}  // namespace

TrafficMatrix read_matrix(std::istream& text, const std::string& name, NodeId nodes, int flit_bytes) {
  return MatrixReader(text, name, nodes, flit_bytes).read();
}

TrafficMatrix read_matrix_file(const std::string& path, NodeId nodes, int flit_bytes) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) throw InputError(fmt::format("{}: no such file", path));
  if (!std::filesystem::is_regular_file(path, error)) {
    throw InputError(fmt::format("{}: not a file of text", path));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(fmt::format("{}: cannot be read", path));
  return read_matrix(file, path, nodes, flit_bytes);
}

}  // namespace torusim
