#include "schedules/core/factor_catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "schedules/core/error.h"
#include "schedules/core/suggestion.h"
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

namespace {

using Numbers = std::vector<int>;
using Neighbours = std::function<std::vector<int>(int)>;

/// The graph in which `far(v)` are neighbours of v.
FactorGraph joined(const std::string& name, int nodes, const Neighbours& far) {
  std::set<std::pair<int, int>> edges;
  for (int v = 0; v < nodes; ++v) {
    for (const int w : far(v)) edges.emplace(std::minmax(v, w));
  }
  return {name, nodes, {edges.begin(), edges.end()}};
}

/// An outer cycle, an inner one with steps of k, and spokes.
FactorGraph generalised_petersen(const std::string& name, const Numbers& n_k) {
  const int n = n_k[0], k = n_k[1];
  if (n < 3 || n > FactorGraph::kMaxNodes / 2 || k < 1 || 2 * k >= n) {
    throw InputError(fmt::format("{}: N is 3 to {}, K 1 to less than N/2", name, FactorGraph::kMaxNodes / 2));
  }
  return joined(name, 2 * n, [n, k](int v) {
    return v < n ? std::vector{(v + 1) % n, v + n} : std::vector{n + (v - n + k) % n};
  });
}

FactorGraph circulant(const std::string& name, const Numbers& numbers) {
  const int n = numbers[0];
  const bool good =
      numbers[1] >= 1 && 2 * numbers.back() <= n &&
      std::adjacent_find(numbers.begin() + 1, numbers.end(), std::greater_equal<>()) == numbers.end();
  if (n < 3 || n > FactorGraph::kMaxNodes || !good) {
    throw InputError(
        fmt::format("{}: N is 3 to {}, steps rise between 1 and N/2", name, int{FactorGraph::kMaxNodes}));
  }
  return joined(name, n, [&numbers, n](int v) {
    std::vector<int> far;
    for (std::size_t i = 1; i < numbers.size(); ++i) far.push_back((v + numbers[i]) % n);
    return far;
  });
}

FactorGraph hypercube(const std::string& name, int k, bool folded) {
  if (k < 2 || k > 7) throw InputError(fmt::format("{}: K is 2 to 7", name));
  return joined(name, 1 << k, [k, folded](int v) {
    std::vector<int> far;
    for (int bit = 0; bit < k; ++bit) far.push_back(v ^ (1 << bit));
    if (folded) far.push_back(v ^ ((1 << k) - 1));
    return far;
  });
}

/// Permutations, in order; an edge exchanges the first entry with another.
FactorGraph star(const std::string& name, int n) {
  if (n < 3 || n > 5) throw InputError(fmt::format("{}: N is 3 to 5, for N! nodes", name));
  std::vector<std::vector<int>> nodes(1, std::vector<int>(n));
  std::iota(nodes[0].begin(), nodes[0].end(), 0);
  for (auto next = nodes[0]; std::next_permutation(next.begin(), next.end());) nodes.push_back(next);
  return joined(name, static_cast<int>(nodes.size()), [&nodes, n](int v) {
    std::vector<int> far;
    for (int i = 1; i < n; ++i) {
      auto other = nodes[v];
      std::swap(other[0], other[i]);
      far.push_back(static_cast<int>(std::lower_bound(nodes.begin(), nodes.end(), other) - nodes.begin()));
    }
    return far;
  });
}

FactorGraph bipartite(const std::string& name, int n) {
  if (n < 2 || n > 31) throw InputError(fmt::format("{}: N is 2 to 31", name));
  return joined(name, 2 * n, [n](int v) {
    std::vector<int> far(v < n ? n : 0);
    std::iota(far.begin(), far.end(), n);
    return far;
  });
}

struct Family {
  std::string_view name, numbers;  // circulant, -N-A-B..
  std::size_t fewest, most;        // numbers
  std::string_view what;
  FactorGraph (*make)(const std::string& name, const Numbers& numbers);
};

template <int kN, int kK>
FactorGraph petersen_like(const std::string& name, const Numbers&) {
  return generalised_petersen(name, {kN, kK});
}

constexpr std::size_t kAnyCount = FactorGraph::kMaxNodes;
const Family kFamilies[] = {
    {"petersen", "", 0, 0, "10 nodes of degree 3, diameter 2; no Cayley graph", petersen_like<5, 2>},
    {"moebius-kantor", "", 0, 0, "16 nodes of degree 3, diameter 4", petersen_like<8, 3>},
    {"dodecahedron", "", 0, 0, "20 nodes of degree 3, diameter 5; no Cayley graph", petersen_like<10, 2>},
    {"desargues", "", 0, 0, "20 nodes of degree 3, diameter 5; no Cayley graph", petersen_like<10, 3>},
    {"nauru", "", 0, 0, "24 nodes of degree 3, diameter 4", petersen_like<12, 5>},
    {"generalised-petersen", "-N-K", 2, 2,
     "2N nodes of degree 3; vertex-transitive if K^2 = 1 or -1 modulo N", generalised_petersen},
    {"circulant", "-N-A-B..", 2, kAnyCount, "N nodes on a ring, joined over A, B, .. steps", circulant},
    {"hypercube", "-K", 1, 1, "2^K nodes of degree K, as one factor",
     [](const std::string& name, const Numbers& k) { return hypercube(name, k[0], false); }},
    {"folded-hypercube", "-K", 1, 1, "a hypercube with its opposite corners joined",
     [](const std::string& name, const Numbers& k) { return hypercube(name, k[0], true); }},
    {"star", "-N", 1, 1, "the star graph: N! permutations, the first entry exchanged with another",
     [](const std::string& name, const Numbers& n) { return star(name, n[0]); }},
    {"bipartite", "-N", 1, 1, "complete bipartite: two halves of N nodes",
     [](const std::string& name, const Numbers& n) { return bipartite(name, n[0]); }}};

/// Reads the numbers behind the name; false for another name.
bool has_numbers(std::string_view rest, Numbers& numbers) {
  while (!rest.empty()) {
    int value = 0;
    if (rest.front() != '-') return false;
    const auto [end, error] = std::from_chars(rest.data() + 1, rest.data() + rest.size(), value);
    if (error != std::errc() || value < 0) return false;
    numbers.push_back(value);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  }
  return true;
}

}  // namespace

std::vector<FactorInfo> factor_catalogue() {
  std::vector<FactorInfo> result;
  for (const Family& family : kFamilies) {
    result.push_back({fmt::format("{}{}", family.name, family.numbers), std::string(family.what)});
  }
  return result;
}

std::vector<std::string> factor_files(std::string_view topology) {
  std::vector<std::string> result;
  if (!topology.starts_with("product")) return result;
  while (!topology.empty()) {
    topology.remove_prefix(std::min(topology.find_first_of(": ,"), topology.size() - 1) + 1);
    const std::string name(topology.substr(0, std::min(topology.find(','), topology.size())));
    if (is_factor_file(name) && !std::ranges::count(result, name)) result.push_back(name);
  }
  return result;
}

bool is_factor_file(std::string_view text) { return text.find_first_of("./") != std::string_view::npos; }

std::shared_ptr<const FactorGraph> make_factor(std::string_view text) {
  const std::string name(text);
  if (is_factor_file(text)) {
    return std::make_shared<FactorGraph>(load_factor(name));
  }
  std::vector<std::string> names;
  for (const Family& family : kFamilies) {
    names.emplace_back(family.name);
    if (!text.starts_with(family.name)) continue;
    Numbers numbers;
    if (!has_numbers(text.substr(family.name.size()), numbers)) continue;
    if (numbers.size() < family.fewest || numbers.size() > family.most) {
      throw InputError(fmt::format("write {}{}", family.name, family.numbers));
    }
    return std::make_shared<FactorGraph>(family.make(name, numbers));
  }
  const std::string bare = name.substr(0, name.find_first_of("0123456789"));
  throw InputError(
      fmt::format("unknown factor '{}', the nearest is '{}'; a file has a dot or a slash in its name", text,
                  nearest(bare, names)));
}

}  // namespace torusim
