#include "schedules/text/node_selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <optional>
#include <random>
#include <string>

#include "schedules/core/error.h"

namespace torusim {
namespace {

constexpr const char* kForms = "all, none, 3,5, (1,2), x%2==0 or random:25%";

/// Reads the text from left to right.
class Reader {
 public:
  Reader(const Topology& topology, std::string_view text) : topology_(topology), text_(text) {}

  bool done() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ == text_.size();
  }
  bool take(std::string_view word) {
    done();
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }
  std::optional<int> number() {
    done();
    std::size_t end = at_;
    while (end < text_.size() && end - at_ < 9 && std::isdigit(static_cast<unsigned char>(text_[end]))) ++end;
    if (end == at_) return std::nullopt;
    const int value = std::stoi(std::string(text_.substr(at_, end - at_)));
    at_ = end;
    return value;
  }
  int expect_number(const char* nearest) {
    const auto value = number();
    if (!value) fail(nearest);
    return *value;
  }
  std::optional<int> dimension() {
    for (int d = 0; d < topology_.dimensions(); ++d) {
      if (take(Topology::dimension_name(d))) return d;
    }
    return std::nullopt;
  }
  [[noreturn]] void fail(const std::string& nearest) const {
    throw UsageError(fmt::format("'{}' names no nodes: at '{}' the nearest form is {}; accepted are {}",
                                 text_, text_.substr(at_), nearest, kForms));
  }

 private:
  const Topology& topology_;
  const std::string_view text_;
  std::size_t at_ = 0;
};

NodeId one_node(const Topology& topology, Reader& reader) {
  if (!reader.take("(")) {
    const int node = reader.expect_number("a node's number or (x,y)");
    if (node < topology.nodes()) return node;
    throw UsageError(
        fmt::format("node {}: {} has nodes 0 to {}", node, topology.name(), topology.nodes() - 1));
  }
  Topology::Coordinates coordinates{};
  for (int d = 0; d < topology.dimensions(); ++d) {
    const std::string form = fmt::format("({} coordinates, joined by commas)", topology.dimensions());
    if (d > 0 && !reader.take(",")) reader.fail(form);
    coordinates[d] = reader.expect_number(form.c_str());
    if (coordinates[d] >= topology.side(d)) {
      throw UsageError(fmt::format("coordinate {} = {}: {} has 0 to {}", Topology::dimension_name(d),
                                   coordinates[d], topology.name(), topology.side(d) - 1));
    }
  }
  if (!reader.take(")")) reader.fail("a closing )");
  return topology.node(coordinates);
}

/// A comparison, and those joined to it by &&.
void keep_where(const Topology& topology, Reader& reader, std::vector<NodeId>& nodes) {
  do {
    const auto dimension = reader.dimension();
    if (!dimension) reader.fail("a condition such as x%2==0");
    const int modulus = reader.take("%") ? reader.expect_number("a number after %") : 0;
    static constexpr const char* kOperators[] = {"==", "!=", "<=", ">=", "<", ">"};
    const auto* const used = std::find_if(std::begin(kOperators), std::end(kOperators),
                                          [&](const char* o) { return reader.take(o); });
    if (used == std::end(kOperators)) reader.fail("a comparison: == != <= >= < >");
    const auto op = used - kOperators;
    const int value = reader.expect_number("a number to compare with");
    std::erase_if(nodes, [&](NodeId node) {
      int x = topology.coordinate(node, *dimension);
      if (modulus > 0) x %= modulus;
      const bool holds[] = {x == value, x != value, x <= value, x >= value, x<value, x> value};
      return !holds[op];
    });
  } while (reader.take("&&"));
}

}  // namespace

std::vector<NodeId> select_nodes(const Topology& topology, std::string_view text, std::uint64_t seed) {
  Reader reader(topology, text);
  std::vector<NodeId> nodes(topology.nodes());
  std::iota(nodes.begin(), nodes.end(), 0);
  if (reader.take("all")) {
  } else if (reader.take("none")) {
    nodes.clear();
  } else if (reader.take("random:")) {
    const int percent = reader.expect_number("a share such as random:25%");
    if (!reader.take("%") || percent > 100) reader.fail("a share from 0% to 100%");
    std::shuffle(nodes.begin(), nodes.end(), std::mt19937_64(seed));
    nodes.resize((std::int64_t(nodes.size()) * percent + 50) / 100);
  } else if (!text.empty() && std::isalpha(static_cast<unsigned char>(text[0]))) {
    keep_where(topology, reader, nodes);
  } else {
    nodes.clear();
    do nodes.push_back(one_node(topology, reader));
    while (reader.take(","));
  }
  if (!reader.done()) reader.fail("the end of the text");
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

}  // namespace torusim
