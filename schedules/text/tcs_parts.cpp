#include "schedules/text/tcs_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

#include "schedules/core/error.h"

namespace torusim::text {
namespace {

bool is_digits(std::string_view text) {
  for (const char c : text) {
    if (c < '0' || c > '9') return false;
  }
  return true;
}

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

/// The coordinate that a value stands for. `literal`: written as a plain number.
int coordinate(const Cursor& cursor, std::size_t at, std::int64_t value, bool literal,
               const Topology& topology, int d) {
  const int side = topology.side(d);
  if (!literal && topology.line(d) != Line::kArray) return static_cast<int>(((value % side) + side) % side);
  if (value < 0 || value >= side) {
    cursor.fail(
        at, fmt::format("coordinate {} = {} is outside 0..{}", Topology::dimension_name(d), value, side - 1));
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

void expect_comma(Cursor& cursor, const Topology& topology) {
  cursor.skip_blanks();
  if (cursor.peek() == ')') {
    cursor.fail(cursor.at(),
                fmt::format("a node of {} has {} coordinates", topology.name(), topology.dimensions()));
  }
  cursor.expect(',', "between coordinates");
  cursor.skip_blanks();
}

void expect_close(Cursor& cursor, const Topology& topology) {
  cursor.skip_blanks();
  if (cursor.peek() == ',') {
    cursor.fail(cursor.at(),
                fmt::format("a node of {} has {} coordinates", topology.name(), topology.dimensions()));
  }
  cursor.expect(')', "after the coordinates");
}

/// One entry of a tuple of ranges: the alternatives, disjoint and without wrap, that it stands for.
std::vector<Range> parse_range(Cursor& cursor, const Topology& topology, const Variables& variables, int d) {
  const int side = topology.side(d);
  if (cursor.accept('*')) return {Range::whole(side)};
  const std::size_t begin = cursor.at();
  const std::int64_t first = parse_bound(cursor, variables);
  const bool literal = is_digits(cursor.since(begin));
  if (!cursor.accept("..")) {
    return {Range::single(coordinate(cursor, begin, first, literal, topology, d))};
  }
  const std::size_t last_at = cursor.at();
  const std::int64_t last = parse_bound(cursor, variables);
  const bool last_literal = is_digits(cursor.since(last_at));
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

int parse_hops(Cursor& cursor, const Variables& variables) {
  const std::size_t at = cursor.at();
  std::int64_t hops = 0;
  if (cursor.accept('(')) {
    hops = parse_sum(cursor, variables);
    cursor.expect(')', "after the hops");
  } else {
    hops = cursor.number("a number of hops");
  }
  if (std::abs(hops) > INT16_MAX) cursor.fail(at, fmt::format("{} hops are more than 32767", hops));
  return static_cast<int>(hops);
}

int parse_dimension(Cursor& cursor, const Topology& topology) {
  const std::size_t at = cursor.at();
  std::int64_t dimension = -1;
  if (cursor.accept('d')) {
    dimension = cursor.number("the number of a dimension");
    cursor.expect(':', "between dimension and hops");
  } else {
    for (int d = 0; d < 3; ++d) {
      if (cursor.accept("xyz"[d])) dimension = d;
    }
  }
  if (dimension < 0 || dimension >= topology.dimensions()) {
    std::string known;
    for (int d = 0; d < topology.dimensions(); ++d) {
      known += fmt::format("{}{}", d == 0 ? "" : ", ", Topology::dimension_name(d));
    }
    cursor.fail(at, fmt::format("unknown dimension in a route; {} has {}", topology.name(), known));
  }
  return static_cast<int>(dimension);
}

std::pair<NodeId, NodeId> parse_ends(Cursor& cursor, const Topology& topology, const Variables& variables) {
  const std::size_t at = cursor.at();
  const NodeId from = parse_node(cursor, topology, variables);
  cursor.skip_blanks();
  cursor.expect('>', "between the two nodes");
  cursor.skip_blanks();
  const NodeId to = parse_node(cursor, topology, variables);
  if (from == to) cursor.fail(at, fmt::format("node {} sends to itself", topology.node_name(from)));
  return {from, to};
}

/// `key=` at the cursor; false at the end of the line. `keys` is what may stand there, for the message.
bool next_key(Cursor& cursor, std::string_view& key, std::string_view keys) {
  const std::size_t before = cursor.at();
  if (cursor.at_end()) return false;
  const std::size_t at = cursor.at();
  if (at == before) cursor.fail(at, fmt::format("expected a blank, found {}", cursor.found()));
  key = cursor.word();
  if (key.empty() || !cursor.accept('=')) {
    cursor.go_to(at);
    cursor.fail(at, fmt::format("expected {}, found {}", keys, cursor.found()));
  }
  return true;
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
    return node_number(cursor, begin, value, is_digits(cursor.since(begin)), topology);
  }
  expect_open(cursor);
  Topology::Coordinates coordinates{};
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (d > 0) expect_comma(cursor, topology);
    const std::size_t at = cursor.at();
    const std::int64_t value = parse_sum(cursor, variables);
    coordinates[d] = coordinate(cursor, at, value, is_digits(cursor.since(at)), topology, d);
  }
  expect_close(cursor, topology);
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
      if (d > 0) expect_comma(cursor, topology);
      choices[d] = parse_range(cursor, topology, variables, d);
    }
    expect_close(cursor, topology);
  } else {
    const NodeId node = parse_node(cursor, topology, variables);
    if (cursor.starts_with("..")) {
      cursor.fail(cursor.at(), "a range of node numbers is no set of coordinates; write (a..b,c..d)");
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

Route parse_route(Cursor& cursor, const Topology& topology, const Variables& variables, NodeId from,
                  NodeId to) {
  const std::size_t begin = cursor.at();
  if (cursor.accept("dor")) return dimension_order_route(topology, from, to);
  Route route;
  NodeId at_node = from;
  while (cursor.peek() == '+' || cursor.peek() == '-') {
    const std::size_t at = cursor.at();
    const int sign = cursor.accept('+') ? +1 : -1;
    if (sign < 0) cursor.expect('-', "before a run");
    const int dimension = parse_dimension(cursor, topology);
    const int hops = sign * parse_hops(cursor, variables);
    if (hops != 0 && !topology.has_run(at_node, dimension, hops)) {
      const std::string name = Topology::dimension_name(dimension);
      cursor.fail(at, topology.complete(dimension)
                          ? fmt::format("the run ends where it began: {} counts modulo {}", name,
                                        topology.side(dimension))
                          : fmt::format("the route leaves the mesh: dimension {} does not wrap", name));
    }
    try {
      route.append(Run::of(dimension, hops));
    } catch (const InputError& error) {
      cursor.fail(at, error.what());
    }
    at_node = topology.displaced(at_node, dimension, hops);
  }
  if (cursor.at() == begin) {
    cursor.fail(begin, fmt::format("expected a route like +x4-y1, or dor, found {}", cursor.found()));
  }
  if (at_node != to) {
    cursor.fail(begin, fmt::format("the route ends at {}, not at {}", topology.node_name(at_node),
                                   topology.node_name(to)));
  }
  return route;
}

void parse_transfer(Cursor& cursor, const ScheduleInfo& info, const Variables& variables,
                    Transfer& transfer) {
  const Topology& topology = info.topology;
  const auto [from, to] = parse_ends(cursor, topology, variables);
  transfer.source = from;
  transfer.destination = to;
  transfer.message_class = 0;
  transfer.blocks = BlockSet(topology.dimensions());
  transfer.unnamed = 0;
  transfer.adds = false;
  const bool named = info.collective.named();
  const bool reduces = info.collective.reduces();
  bool blocks = false, route = false, message_class = false, operation = false;
  const std::string_view keys = reduces ? "b=<chunks>, op=add, op=store, r=<route> or c=<class>"
                                : named ? "b=<blocks>, r=<route> or c=<class>"
                                        : "n=<number of blocks>, r=<route> or c=<class>";
  for (std::string_view key; next_key(cursor, key, keys);) {
    const std::size_t at = cursor.at() - key.size() - 1;
    if (key == "b" && named) {
      if (cursor.accept("none")) {
        if (blocks) cursor.fail(at, "b=none stands alone");
      } else {
        if (blocks && transfer.blocks.empty()) cursor.fail(at, "b=none stands alone");
        parse_box(cursor, info, variables, transfer.blocks);
      }
      blocks = true;
    } else if (key == "n" && !named && !blocks) {
      const std::size_t value_at = cursor.at();
      transfer.unnamed = parse_sum(cursor, variables);
      if (transfer.unnamed < 0 || transfer.unnamed > kMostUnnamed) {
        cursor.fail(value_at,
                    fmt::format("{} blocks; a message has 0 to {}", transfer.unnamed, kMostUnnamed));
      }
      blocks = true;
    } else if (key == "b" || (key == "n" && named)) {
      cursor.fail(at, named
                          ? "n= is for a 'collective messages', whose blocks have no names; write b=<blocks>"
                          : "blocks of messages have no names; write n=<number of blocks>");
    } else if (key == "op" && reduces && !operation) {
      const std::size_t value_at = cursor.at();
      const std::string_view value = cursor.word();
      if (value != "add" && value != "store") {
        cursor.fail(value_at, fmt::format("unknown operation '{}'; there is add and store", value));
      }
      transfer.adds = value == "add";
      operation = true;
    } else if (key == "op" && !reduces) {
      cursor.fail(at, fmt::format("op= is for reductions; this is a {}", to_text(info.collective.kind)));
    } else if (key == "r" && !route) {
      transfer.route = parse_route(cursor, topology, variables, from, to);
      route = true;
    } else if (key == "c" && !message_class) {
      const std::size_t value_at = cursor.at();
      const std::int64_t value = parse_sum(cursor, variables);
      if (value < 0 || value > 63) cursor.fail(value_at, fmt::format("class {} is outside 0..63", value));
      transfer.message_class = static_cast<int>(value);
      message_class = true;
    } else if (key == "r" || key == "c" || key == "n" || key == "op") {
      cursor.fail(at, fmt::format("{}= stands twice", key));
    } else if (key == "after" || key == "id") {
      cursor.fail(
          at, fmt::format("{}= (order between single transfers) is not supported yet by this version", key));
    } else {
      cursor.fail(at, fmt::format("unknown key '{}'; a transfer has {}", key, keys));
    }
  }
  if (!blocks) {
    cursor.fail(cursor.at(), named ? "the transfer names no blocks; write b=<blocks>, or b=none"
                                   : "the transfer does not say how many blocks it has; write n=<number>");
  }
  if (reduces && !operation) {
    cursor.fail(cursor.at(),
                "the transfer does not say what becomes of its chunks; write op=add or op=store");
  }
  if (!route) transfer.route = dimension_order_route(topology, from, to);
}

Signal parse_signal(Cursor& cursor, const Topology& topology, const Variables& variables, int gates) {
  Signal signal;
  std::tie(signal.from, signal.to) = parse_ends(cursor, topology, variables);
  signal.gates = gates;
  signal.after = -1;
  bool route = false;
  for (std::string_view key; next_key(cursor, key, "after=<phase> or r=<route>");) {
    const std::size_t at = cursor.at() - key.size() - 1;
    if (key == "r" && !route) {
      signal.route = parse_route(cursor, topology, variables, signal.from, signal.to);
      route = true;
    } else if (key == "after" && signal.after < 0) {
      const std::size_t value_at = cursor.at();
      const std::int64_t after = parse_sum(cursor, variables);
      if (after < 1 || after > gates) {
        cursor.fail(value_at, fmt::format("after={}: phases count from 1, and a signal into phase {} comes "
                                          "after one before it",
                                          after, gates + 1));
      }
      signal.after = static_cast<int>(after) - 1;
      cursor.skip_blanks();
      const std::size_t trigger_at = cursor.at();
      const std::string_view trigger = cursor.word();
      if (trigger == "sent") {
        signal.trigger = Signal::Trigger::kSent;
      } else if (trigger == "received") {
        signal.trigger = Signal::Trigger::kReceived;
      } else if (trigger == "finished") {
        signal.trigger = Signal::Trigger::kFinished;
      } else {
        cursor.fail(trigger_at,
                    fmt::format("unknown trigger '{}'; there is sent, received, finished", trigger));
      }
    } else {
      cursor.fail(at,
                  fmt::format("unknown or repeated key '{}'; a signal has after=<phase> and r=<route>", key));
    }
  }
  if (signal.after < 0) {
    cursor.fail(cursor.at(), "the signal names no trigger; write after=<phase> sent|received|finished");
  }
  if (!route) signal.route = dimension_order_route(topology, signal.from, signal.to);
  return signal;
}

}  // namespace torusim::text
