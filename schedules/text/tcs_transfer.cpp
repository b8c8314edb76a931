#include "schedules/text/tcs_transfer.h"

#include <fmt/format.h>

#include <cstdlib>

#include "schedules/core/dimension_name.h"
#include "schedules/core/error.h"
#include "schedules/core/factor_graph.h"
#include "schedules/text/tcs_nodes.h"

namespace torusim::text {
namespace {

/// Blocks that one message may have in a schedule of messages.
constexpr std::int64_t kMostUnnamed = INT32_MAX;

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
      known += fmt::format("{}{}", d == 0 ? "" : ", ", dimension_name(d));
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

/// `key=` at the cursor; false at the end of the line. `keys` has the allowed keys, for the message.
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

}  // namespace

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
      const std::string name = dimension_name(dimension);
      if (const FactorGraph* const graph = topology.graph(dimension)) {
        cursor.fail(
            at, fmt::format("{} has no channel of step {} along {}; the steps of {} are +{}1 to +{}{}, and "
                            "nodes of fewer channels lack some",
                            topology.node_name(at_node), hops, name, graph->name(), name,
                            dimension < 3 ? name : name + ":", graph->ports()));
      }
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
      cursor.fail(at, fmt::format("{}= occurs twice", key));
    } else if (key == "after" || key == "id") {
      cursor.fail(
          at, fmt::format("{}= (order between single transfers) is not supported yet by this version", key));
    } else {
      cursor.fail(at, fmt::format("unknown key '{}'; a transfer has {}", key, keys));
    }
  }
  if (!blocks) {
    cursor.fail(cursor.at(), named ? "the transfer names no blocks; write b=<blocks>, or b=none"
                                   : "the transfer has no number of blocks; write n=<number>");
  }
  if (reduces && !operation) {
    cursor.fail(cursor.at(), "the transfer has no operation; write op=add or op=store");
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
