#include "schedules/core/factor_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>

#include "schedules/core/error.h"
#include "schedules/core/topology.h"

namespace torusim {
namespace {

constexpr std::size_t kMostBytes = 1u << 20;
constexpr int kMostNodes = FactorGraph::kMaxNodes;

class FactorReader {
 public:
  explicit FactorReader(const std::string& name) : name_(name) {}

  void line(std::string_view text) {
    ++line_;
    text = text.substr(0, std::min(text.find('#'), text.size()));
    if (!skip_blanks(text)) return;
    const int a = node(text), b = node(text);
    if (skip_blanks(text)) fail(fmt::format("'{}' behind an edge; an edge is two nodes", text));
    add(a, b);
  }

  FactorGraph finish() const {
    if (line_of_.empty()) throw InputError(fmt::format("{}: no edges; write for example 0 1", name_));
    const int nodes = static_cast<int>(degree_.size());
    for (int v = 0; v < nodes; ++v) {
      if (!degree_.contains(v)) {
        const auto& [next, degree] = *degree_.upper_bound(v);
        throw InputError(
            fmt::format("{}:{}: node {} is named and node {} is not: {} nodes are numbered 0 .. {}", name_,
                        first_line_.at(next), next, v, nodes, nodes - 1));
      }
    }
    std::vector<std::pair<int, int>> edges;
    for (const auto& [edge, line] : line_of_) edges.push_back(edge);
    return {name_, nodes, std::move(edges)};
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw InputError(fmt::format("{}:{}: {}", name_, line_, why));
  }

  /// Whether anything is left.
  static bool skip_blanks(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r"), text.size()));
    return !text.empty();
  }

  int node(std::string_view& text) const {
    if (!skip_blanks(text)) fail("an edge is two nodes, as in 0 1");
    const std::string_view word = text.substr(0, std::min(text.find_first_of(" \t\r"), text.size()));
    int value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (end != word.data() + word.size() ||
        (error != std::errc() && error != std::errc::result_out_of_range)) {
      fail(fmt::format("'{}' is not a node number; nodes are 0, 1, 2, ..", word));
    }
    if (error != std::errc() || value < 0 || value >= kMostNodes) {
      fail(fmt::format("node {}: a factor has at most {} nodes, 0 .. {}", word, kMostNodes, kMostNodes - 1));
    }
    text.remove_prefix(word.size());
    return value;
  }

  void add(int a, int b) {
    if (a == b) fail(fmt::format("an edge from {} to itself; a node needs no channel to itself", a));
    const auto [edge, added] = line_of_.emplace(std::minmax(a, b), line_);
    if (!added) {
      fail(fmt::format("edge {} {} occurs twice, first in line {}; an edge is a channel each way", a, b,
                       edge->second));
    }
    for (const int v : {a, b}) {
      first_line_.emplace(v, line_);
      if (++degree_[v] > Topology::kMaxNetworkPorts) {
        fail(fmt::format("edge {} of node {}: a router has at most {} network ports", degree_[v], v,
                         int{Topology::kMaxNetworkPorts}));
      }
    }
  }

  std::string name_;
  int line_ = 0;
  std::map<std::pair<int, int>, int> line_of_;
  std::map<int, int> degree_, first_line_;
};

}  // namespace

FactorGraph read_factor(std::string_view text, const std::string& name) {
  if (text.size() > kMostBytes) {
    throw InputError(fmt::format("{}: more than {} bytes; {} nodes need less", name, kMostBytes, kMostNodes));
  }
  FactorReader reader(name);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    reader.line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return reader.finish();
}

FactorGraph load_factor(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) throw InputError(fmt::format("{}: no such file", path));
  if (!std::filesystem::is_regular_file(path, error))
    throw InputError(fmt::format("{}: not a file of text", path));
  std::ifstream file(path, std::ios::binary);
  std::string text(kMostBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file && !file.eof()) throw InputError(fmt::format("{}: cannot be read", path));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return read_factor(text, path);
}

}  // namespace torusim
