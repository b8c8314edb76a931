#include "schedules/text/tcs_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "schedules/core/dimension_name.h"

namespace torusim::text {
namespace {

/// A plain number, perhaps in parentheses.
bool is_literal(std::string_view text) { return text.find_first_not_of("0123456789()") == text.npos; }

/// At a ( that begins a tuple of coordinates, not an expression in parentheses.
bool at_tuple(const Cursor& cursor) {
  if (cursor.peek() != '(') return false;
  int depth = 0;
  for (const char c : cursor.rest()) {
    if (c == '(') ++depth;
    if (c == ')' && --depth == 0) return false;
    if (c == ',' && depth == 1) return true;
  }
  return false;
}

/// The coordinate of a value. `literal`: written as a plain number.
int coordinate(const Cursor& cursor, std::size_t at, std::int64_t value, bool literal,
               const Topology& topology, int d) {
  const int side = topology.side(d);
  if (!literal && topology.line(d) != Line::kArray) return static_cast<int>(((value % side) + side) % side);
  if (value < 0 || value >= side) {
    cursor.fail(at, fmt::format("coordinate {} = {} is outside 0..{}", dimension_name(d), value, side - 1));
  }
  return static_cast<int>(value);
}

NodeId node_number(const Cursor& cursor, std::size_t at, std::int64_t value, bool literal,
                   const Topology& topology) {
  if (topology.dimensions() == 1) return coordinate(cursor, at, value, literal, topology, 0);
  if (value < 0 || value >= topology.nodes()) {
    cursor.fail(at, fmt::format("node {} is outside 0..{}", value, topology.nodes() - 1));
  }
  return static_cast<NodeId>(value);
}

void expect_open(Cursor& cursor) {
  cursor.expect('(', "before the coordinates");
  cursor.skip_blanks();
}

/// Expects a separator of coordinates: `,` between them, `)` behind the last. The other one would be as many
/// coordinates too few or too many.
void expect_separator(Cursor& cursor, const Topology& topology, char separator) {
  cursor.skip_blanks();
  const bool between = separator == ',';
  if (cursor.peek() == (between ? ')' : ',')) {
    cursor.fail(cursor.at(),
                fmt::format("a node of {} has {} coordinates", topology.name(), topology.dimensions()));
  }
  cursor.expect(separator, between ? "between coordinates" : "after the coordinates");
  if (between) cursor.skip_blanks();
}

/// One entry of a tuple of ranges: its alternatives, disjoint and without wrap.
std::vector<Range> parse_range(Cursor& cursor, const Topology& topology, const Variables& variables, int d) {
  const int side = topology.side(d);
  if (cursor.accept('*')) return {Range::whole(side)};
  const std::size_t begin = cursor.at();
  const std::int64_t first = parse_bound(cursor, variables);
  const bool literal = is_literal(cursor.since(begin));
  if (!cursor.accept("..")) {
    return {Range::single(coordinate(cursor, begin, first, literal, topology, d))};
  }
  const std::size_t last_at = cursor.at();
  const std::int64_t last = parse_bound(cursor, variables);
  const bool last_literal = is_literal(cursor.since(last_at));
  std::int64_t step = 1;
  if (cursor.accept('/')) {
    const std::size_t step_at = cursor.at();
    step = parse_bound(cursor, variables);
    if (step < 1 || step >= side)
      cursor.fail(step_at, fmt::format("step {} is outside 1..{}", step, side - 1));
  }
  if (last < first) cursor.fail(begin, fmt::format("range {}..{} is empty", first, last));
  const int start = coordinate(cursor, begin, first, literal, topology, d);
  coordinate(cursor, last_at, last, last_literal, topology, d);
  const std::int64_t count = (last - first) / step + 1;
  if (count > side / std::gcd(step, std::int64_t{side})) {
    cursor.fail(begin,
                fmt::format("range {}..{} goes round the ring of {} and meets itself", first, last, side));
  }
  return wrapped_range(start, static_cast<int>(step), static_cast<int>(count), side);
}

/// Ranges that wrap multiply, so a line of text can name more boxes than fit any memory.
void limit_boxes(const Cursor& cursor, std::size_t at, std::span<const std::vector<Range>> choices,
                 std::size_t before) {
  constexpr std::size_t kMost = 1 << 12;  // each is compared with all others
  std::size_t boxes = 1;
  for (const auto& alternatives : choices) boxes = std::min(kMost + 1, boxes * alternatives.size());
  if (before + boxes > kMost) {
    cursor.fail(at, fmt::format("the blocks of a transfer are more than {} boxes", kMost));
  }
}

}  // namespace

NodeId parse_node(Cursor& cursor, const Topology& topology, const Variables& variables) {
  const std::size_t begin = cursor.at();
  if (topology.dimensions() == 1 || !at_tuple(cursor)) {
    const std::int64_t value = parse_sum(cursor, variables);
    return node_number(cursor, begin, value, is_literal(cursor.since(begin)), topology);
  }
  expect_open(cursor);
  Topology::Coordinates coordinates{};
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (d > 0) expect_separator(cursor, topology, ',');
    const std::size_t at = cursor.at();
    const std::int64_t value = parse_sum(cursor, variables);
    coordinates[d] = coordinate(cursor, at, value, is_literal(cursor.since(at)), topology, d);
  }
  expect_separator(cursor, topology, ')');
  return topology.node(coordinates);
}

void parse_node_set(Cursor& cursor, const Topology& topology, const Variables& variables,
                    std::vector<Range>* choices) {
  const int k = topology.dimensions();
  if (k == 1) {
    choices[0] = parse_range(cursor, topology, variables, 0);
  } else if (cursor.accept('*')) {
    for (int d = 0; d < k; ++d) choices[d] = {Range::whole(topology.side(d))};
  } else if (at_tuple(cursor)) {
    expect_open(cursor);
    for (int d = 0; d < k; ++d) {
      if (d > 0) expect_separator(cursor, topology, ',');
      choices[d] = parse_range(cursor, topology, variables, d);
    }
    expect_separator(cursor, topology, ')');
  } else {
    const NodeId node = parse_node(cursor, topology, variables);
    if (cursor.starts_with("..")) {
      cursor.fail(cursor.at(), "a range of node numbers is not a set of coordinates; write (a..b,c..d)");
    }
    for (int d = 0; d < k; ++d) choices[d] = {Range::single(topology.coordinate(node, d))};
  }
}

void parse_box(Cursor& cursor, const ScheduleInfo& info, const Variables& variables, BlockSet& blocks) {
  const Topology& topology = info.topology;
  const int k = topology.dimensions();
  const std::size_t begin = cursor.at();
  std::array<std::vector<Range>, 2 * Topology::kMaxDimensions> choices;
  BlockSet more(k);
  parse_node_set(cursor, topology, variables, choices.data());
  if ((info.collective.copies() || info.collective.reduces()) && cursor.peek() != ':') {
    if (info.collective.many_pieces(topology.nodes())) {
      cursor.fail(begin, "a packet of more pieces than nodes has blocks SOURCES:PIECES");
    }
    const BlockSet pieces = packet_of(topology, info.collective, 0);
    for (int d = 0; d < k; ++d) choices[k + d] = {Range::whole(topology.side(d))};
    limit_boxes(cursor, begin, {choices.data(), std::size_t(2 * k)}, blocks.boxes() + pieces.boxes());
    for (std::size_t i = 0; i < pieces.boxes(); ++i) {
      for (int d = 0; d < k; ++d) choices[k + d] = {pieces.box(i)[k + d]};
      more.add_product({choices.data(), std::size_t(2 * k)});
    }
  } else {
    cursor.expect(':', "between sources and destinations of the blocks");
    parse_node_set(cursor, topology, variables, choices.data() + k);
    limit_boxes(cursor, begin, {choices.data(), std::size_t(2 * k)}, blocks.boxes());
    more.add_product({choices.data(), std::size_t(2 * k)});
  }
  const auto twice = blocks.empty() ? std::nullopt : blocks.shared(topology, more);
  if (twice) {
    cursor.fail(begin, fmt::format("block {} is named twice", block_name(topology, info.collective, *twice)));
  }
  blocks.add(more);
}

}  // namespace torusim::text
