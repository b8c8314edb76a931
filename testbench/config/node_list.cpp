#include "testbench/config/node_list.h"

#include <fmt/format.h>

#include <set>

#include "schedules/core/error.h"
#include "schedules/text/tcs_parts.h"

namespace torusim {
namespace {

void add_numbers(text::Cursor& cursor, const Topology& topology, std::set<NodeId>& nodes) {
  const std::size_t at = cursor.at();
  const std::int64_t first = cursor.number("a node");
  const std::int64_t last = cursor.accept("..") ? cursor.number("a node") : first;
  if (last < first) cursor.fail(at, fmt::format("range {}..{} is empty", first, last));
  if (last >= topology.nodes()) {
    cursor.fail(at, fmt::format("node {} is outside 0..{}", last, topology.nodes() - 1));
  }
  for (std::int64_t node = first; node <= last; ++node) nodes.insert(static_cast<NodeId>(node));
}

void add_coordinates(text::Cursor& cursor, const Topology& topology, std::set<NodeId>& nodes) {
  const int k = topology.dimensions();
  std::vector<std::vector<Range>> choices(k);
  text::parse_node_set(cursor, topology, {}, choices.data());
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    bool inside = true;
    for (int d = 0; d < k; ++d) {
      bool found = false;
      for (const Range& range : choices[d]) found |= range.contains(topology.coordinate(node, d));
      inside &= found;
    }
    if (inside) nodes.insert(node);
  }
}

}  // namespace

std::vector<NodeId> parse_node_list(const std::string& what, const std::string& text,
                                    const Topology& topology) {
  std::set<NodeId> nodes;
  text::Cursor cursor(what, 1, text);
  try {
    while (!cursor.at_end()) {
      const char first = cursor.peek();
      if (first == '(' || first == '*') {
        add_coordinates(cursor, topology, nodes);
      } else {
        add_numbers(cursor, topology, nodes);
      }
      const std::size_t after = cursor.at();
      cursor.skip_blanks();
      const bool comma = cursor.accept(',');
      if (comma && cursor.at_end()) cursor.fail(cursor.at(), "expected a node after the comma");
      if (!comma && cursor.at() == after && !cursor.at_end()) {
        cursor.fail(after, fmt::format("expected a comma, found {}", cursor.found()));
      }
    }
  } catch (const InputError& error) {
    throw UsageError(error.what());
  }
  return {nodes.begin(), nodes.end()};
}

}  // namespace torusim
