#include "schedules/text/tcs_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "schedules/core/append_text.h"
#include "schedules/core/dimension_name.h"
#include "schedules/core/error.h"
#include "schedules/core/failures.h"

namespace torusim {
namespace {

constexpr std::size_t kChunk = 64u << 10;
using Buffer = fmt::memory_buffer;

template <typename... Arguments>
void put(Buffer& out, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  append_text(out, format, fmt::make_format_args(arguments...));
}

void put_text(Buffer& out, std::string_view text) { out.append(text.data(), text.data() + text.size()); }

/// A name as the rest of a line.
void put_name(Buffer& out, std::string_view keyword, const std::string& name) {
  const bool blank_ends =
      !name.empty() && (std::string_view(" \t").find(name.front()) != std::string_view::npos ||
                        std::string_view(" \t").find(name.back()) != std::string_view::npos);
  if (blank_ends || name.find_first_of("\r\n") != std::string::npos || name.starts_with('#') ||
      name.find(" #") != std::string::npos || name.find("\t#") != std::string::npos) {
    throw InputError(
        fmt::format("{} '{}' cannot be written as schedule text: it has a line end, a comment sign "
                    "or blanks at its ends",
                    keyword, name));
  }
  put(out, "{}{}{}\n", keyword, name.empty() ? "" : " ", name);
}

void put_node(Buffer& out, const Topology& topology, NodeId node) {
  if (topology.dimensions() == 1) {
    put(out, "{}", node);
    return;
  }
  for (int d = 0; d < topology.dimensions(); ++d)
    put(out, "{}{}", d == 0 ? '(' : ',', topology.coordinate(node, d));
  out.push_back(')');
}

void put_range(Buffer& out, const Range& range, int side) {
  if (range == Range::whole(side)) {
    out.push_back('*');
  } else if (range.count == 1) {
    put(out, "{}", range.first);
  } else if (range.stride == 1) {
    put(out, "{}..{}", range.first, range.last());
  } else {
    put(out, "{}..{}/{}", range.first, range.last(), range.stride);
  }
}

void put_half(Buffer& out, const Topology& topology, std::span<const Range> ranges) {
  const int k = topology.dimensions();
  bool whole = true;
  for (int d = 0; d < k; ++d) whole &= ranges[d] == Range::whole(topology.side(d));
  if (whole) {
    out.push_back('*');
  } else if (k == 1) {
    put_range(out, ranges[0], topology.side(0));
  } else {
    for (int d = 0; d < k; ++d) {
      out.push_back(d == 0 ? '(' : ',');
      put_range(out, ranges[d], topology.side(d));
    }
    out.push_back(')');
  }
}

/// The pieces of a packet, if they are one box: then they need not be written.
std::optional<BlockSet> whole_packet(const Topology& topology, const Collective& collective) {
  if (!collective.copies() && !collective.reduces()) return std::nullopt;
  if (collective.many_pieces(topology.nodes())) return std::nullopt;
  BlockSet result = packet_of(topology, collective, collective.root);
  return result.boxes() == 1 ? std::optional(result) : std::nullopt;
}

void put_blocks(Buffer& out, const Topology& topology, const BlockSet& blocks,
                const std::optional<BlockSet>& packet) {
  const int k = topology.dimensions();
  if (blocks.empty()) put_text(out, "b=none");
  for (std::size_t i = 0; i < blocks.boxes(); ++i) {
    put_text(out, i == 0 ? "b=" : " b=");
    put_half(out, topology, blocks.box(i).first(k));
    const auto destinations = blocks.box(i).last(k);
    if (packet && std::equal(destinations.begin(), destinations.end(), packet->box(0).last(k).begin()))
      continue;
    out.push_back(':');
    put_half(out, topology, destinations);
  }
}

void put_ends(Buffer& out, const Topology& topology, NodeId from, NodeId to) {
  put_node(out, topology, from);
  put_text(out, " > ");
  put_node(out, topology, to);
}

/// Empty for the dimension-order route, the meaning of an absent route. Routes of twisted tori are written:
/// other programs cannot know which of the shortest ways it is.
void put_route(Buffer& out, const Topology& topology, const Route& route, NodeId from, NodeId to) {
  if (!topology.twisted() && is_dimension_order_route(topology, from, to, route)) return;
  put_text(out, " r=");
  for (const Run& run : route) {
    const bool far = run.dimension >= 3;
    put(out, "{}{}{}{}", run.hops > 0 ? '+' : '-', dimension_name(run.dimension), far ? ":" : "",
        std::abs(run.hops));
  }
}

/// `packet` is the result of whole_packet().
void put_transfer(Buffer& out, const Topology& topology, const Transfer& transfer,
                  const std::optional<BlockSet>& packet, const Collective& collective) {
  put_ends(out, topology, transfer.source, transfer.destination);
  out.push_back(' ');
  if (collective.named()) {
    put_blocks(out, topology, transfer.blocks, packet);
  } else {
    put(out, "n={}", transfer.unnamed);
  }
  if (collective.reduces()) put_text(out, transfer.adds ? " op=add" : " op=store");
  put_route(out, topology, transfer.route, transfer.source, transfer.destination);
  if (transfer.message_class != 0) put(out, " c={}", transfer.message_class);
  out.push_back('\n');
}

const char* to_text(Signal::Trigger trigger) {
  switch (trigger) {
    case Signal::Trigger::kSent:
      return "sent";
    case Signal::Trigger::kReceived:
      return "received";
    case Signal::Trigger::kFinished:
      return "finished";
  }
  return "?";
}

void put_signal(Buffer& out, const Topology& topology, const Signal& signal) {
  put_text(out, "signal ");
  put_ends(out, topology, signal.from, signal.to);
  put(out, " after={} {}", signal.after + 1, to_text(signal.trigger));
  put_route(out, topology, signal.route, signal.from, signal.to);
  out.push_back('\n');
}

void put_collective(Buffer& out, const ScheduleInfo& info) {
  const Collective& collective = info.collective;
  put(out, "collective {}", to_text(collective.kind));
  if (collective.one_packet()) {
    put_text(out, " root=");
    put_node(out, info.topology, collective.root);
  }
  if (collective.pieces > 1) put(out, " pieces={}", collective.pieces);
  if (collective.repeats > 0) put(out, " repeats={}", collective.repeats);
  out.push_back('\n');
}

void put_header(Buffer& out, const ScheduleInfo& info) {
  put_text(out, "tcs 1\n");
  if (!info.name.empty()) put_name(out, "name", info.name);
  if (!info.generator.empty()) put_name(out, "generator", info.generator);
  std::string shape = info.topology.name();
  shape[shape.find(':')] = ' ';
  put(out, "topology {}\n", shape);
  if (const Failures* const failures = info.topology.failures()) {
    for (std::size_t i = 0; i < failures->nodes().size(); ++i) {
      put_text(out, i == 0 ? "without " : ",");
      put_node(out, info.topology, failures->nodes()[i]);
    }
    if (!failures->nodes().empty()) out.push_back('\n');
  }
  put_collective(out, info);
  put(out, "ports {}\n", info.ports);
  put_text(out, "switching wormhole\n");
  put(out, "block {}\nsync {}\n", info.block_flits, torusim::to_text(info.sync));
  if (info.claims.link_disjoint || info.claims.shortest_paths) {
    put(out, "claims{}{}\n", info.claims.link_disjoint ? " link-disjoint" : "",
        info.claims.shortest_paths ? " shortest-paths" : "");
  }
  if (info.has_signals) put_text(out, "signals\n");
}

}  // namespace

std::int64_t write_tcs(Schedule& schedule, std::ostream& out) {
  Buffer buffer;
  const auto flush = [&] {
    out.write(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    buffer.clear();
    if (!out) throw InputError("cannot write the schedule text: write failed");
  };
  schedule.rewind();
  const Topology& topology = schedule.info().topology;
  put_header(buffer, schedule.info());
  const auto packet = whole_packet(topology, schedule.info().collective);
  std::int64_t transfers = 0;
  for (Phase phase; schedule.next(phase);) {
    put_name(buffer, "phase", phase.name);
    if (phase.barrier_before) put_text(buffer, "barrier\n");
    for (const Signal& signal : phase.signals) put_signal(buffer, topology, signal);
    for (const Transfer& transfer : phase.transfers) {
      put_transfer(buffer, topology, transfer, packet, schedule.info().collective);
      if (buffer.size() > kChunk) flush();
    }
    transfers += static_cast<std::int64_t>(phase.transfers.size());
  }
  put(buffer, "end {}\n", transfers);
  flush();
  out.flush();
  if (!out) throw InputError("cannot write the schedule text: write failed");
  schedule.rewind();
  return transfers;
}

std::string to_text(const Topology& topology, const BlockSet& blocks, const Collective& collective) {
  Buffer buffer;
  put_blocks(buffer, topology, blocks, whole_packet(topology, collective));
  return fmt::to_string(buffer);
}

}  // namespace torusim
