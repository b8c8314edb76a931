#include "testbench/config/traffic_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "schedules/core/error.h"
#include "schedules/core/read_number.h"
#include "schedules/core/suggestion.h"
#include "schedules/text/cursor.h"
#include "schedules/text/line_source.h"
#include "schedules/text/tcs_nodes.h"

namespace torusim {
namespace {

using text::Cursor;

constexpr double kMostRate = 64;  ///< flits per cycle

class TrafficReader {
 public:
  TrafficReader(text::LineSource& source, const Topology& topology) : source_(source), topology_(topology) {}

  TrafficTable read() {
    std::string_view line;
    while (source_.next(line)) {
      Cursor cursor(source_.name(), source_.line_number(), line);
      if (cursor.at_end()) continue;
      kind_.empty() ? header(cursor) : (this->*take_)(cursor);
    }
    if (kind_.empty()) fail(std::string("empty; it begins with ") + kHeader);
    if (kind_ == "matrix" && row_ < topology_.nodes()) {
      fail(fmt::format("{} rows, but {} has {} nodes", row_, topology_.name(), topology_.nodes()));
    }
    if (table_.trace.empty() && table_.flows.empty()) fail("no packet goes from one node to another");
    finish();
    return std::move(table_);
  }

 private:
  using Take = void (TrafficReader::*)(Cursor&);
  static constexpr const char* kHeader = "traffic 1 flows, matrix, permutation or trace";

  [[noreturn]] void fail(const std::string& why) const {
    throw InputError(fmt::format("{}: {}", source_.name(), why));
  }

  void header(Cursor& cursor) {
    const bool begins = cursor.accept("traffic 1 ");
    cursor.skip_blanks();
    const std::size_t at = cursor.at();
    const std::string kind(begins ? cursor.word() : "");
    const std::map<std::string, Take> kinds{{"flows", &TrafficReader::flow},
                                            {"matrix", &TrafficReader::row},
                                            {"permutation", &TrafficReader::pair},
                                            {"trace", &TrafficReader::packet}};
    const auto found = kinds.find(kind);
    if (found == kinds.end())
      cursor.fail(begins ? at : 0, std::string("a file of traffic begins with ") + kHeader);
    cursor.expect_end();
    kind_ = kind;
    take_ = found->second;
    sent_.assign(static_cast<std::size_t>(topology_.nodes()), false);
  }

  NodeId node(Cursor& cursor) {
    cursor.skip_blanks();
    return text::parse_node(cursor, topology_, {});
  }

  double rate(Cursor& cursor, double least) {
    cursor.skip_blanks();
    const std::size_t at = cursor.at();
    while (cursor.peek() != ' ' && cursor.peek() != '\t' && cursor.peek() != ',' && cursor.peek() != 0) {
      cursor.go_to(cursor.at() + 1);
    }
    double value = 0;
    if (!read_number(cursor.since(at), value) || !(value >= least && value <= kMostRate) ||
        (least == 0 && std::signbit(value))) {
      cursor.fail(
          at, fmt::format("a rate is flits per cycle, {} to {:g}", least > 0 ? "above 0" : "0", kMostRate));
    }
    return value;
  }

  int flits(Cursor& cursor) {
    cursor.skip_blanks();
    const std::size_t at = cursor.at();
    const std::int64_t value = cursor.number("flits");
    if (value < 1 || value > PacketMix::kMostFlits) {
      cursor.fail(at, fmt::format("a packet has 1 to {} flits", int{PacketMix::kMostFlits}));
    }
    return static_cast<int>(value);
  }

  /// The destination of a packet of `source`.
  NodeId destination(Cursor& cursor, NodeId source) {
    cursor.skip_blanks();
    const std::size_t at = cursor.at();
    const NodeId to = node(cursor);
    if (to == source) cursor.fail(at, "a node sends nothing to itself");
    return to;
  }

  void flow(Cursor& cursor) {
    TrafficTable::Flow flow;
    flow.source = node(cursor);
    flow.destination = destination(cursor, flow.source);
    flow.rate = rate(cursor, std::numeric_limits<double>::denorm_min());
    if (!cursor.at_end()) flow.flits = flits(cursor);
    if (!table_.flows.empty() && table_.has_lengths() != (flow.flits > 0)) {
      cursor.fail(cursor.at(), "all flows have a length, or none has");
    }
    cursor.expect_end();
    table_.flows.push_back(flow);
  }

  void row(Cursor& cursor) {
    if (row_ == topology_.nodes()) {
      cursor.fail(0, fmt::format("another row, but {} has {} nodes", topology_.name(), topology_.nodes()));
    }
    for (NodeId to = 0; to < topology_.nodes(); ++to) {
      if (cursor.at_end()) {
        cursor.fail(cursor.at(),
                    fmt::format("{} rates, but {} has {} nodes", to, topology_.name(), topology_.nodes()));
      }
      const std::size_t at = cursor.at();
      const double value = rate(cursor, 0);
      if (value > 0 && to == row_) cursor.fail(at, "a node sends nothing to itself; the diagonal is 0");
      if (value > 0) table_.flows.push_back({row_, to, value, 0});
      cursor.skip_blanks();
      cursor.accept(',');
    }
    cursor.expect_end();
    ++row_;
  }

  void pair(Cursor& cursor) {
    const NodeId from = node(cursor), to = node(cursor);
    cursor.expect_end();
    if (sent_[static_cast<std::size_t>(from)]) {
      cursor.fail(0, fmt::format("node {} has a destination already", topology_.node_name(from)));
    }
    sent_[static_cast<std::size_t>(from)] = true;
    if (from != to) table_.flows.push_back({from, to, 1, 0});
  }

  void packet(Cursor& cursor) {
    TrafficTable::Packet packet;
    packet.made = cursor.number("a cycle");
    packet.source = node(cursor);
    packet.destination = destination(cursor, packet.source);
    packet.flits = flits(cursor);
    cursor.expect_end();
    table_.trace.push_back(packet);
  }

  void finish() {
    const auto by_nodes = [](const auto& each) { return std::pair(each.source, each.destination); };
    for (const TrafficTable::Packet& packet : table_.trace) {
      table_.flows.push_back({packet.source, packet.destination, double(packet.flits), packet.flits});
    }
    std::ranges::stable_sort(table_.flows, {}, by_nodes);
    std::ranges::stable_sort(table_.trace, {},
                             [](const auto& each) { return std::pair(each.source, each.made); });
  }

  text::LineSource& source_;
  const Topology& topology_;
  TrafficTable table_;
  std::string kind_;
  Take take_ = nullptr;
  NodeId row_ = 0;
  std::vector<bool> sent_;  // of a permutation
};

}  // namespace

bool names_traffic_file(const std::string& pattern) {
  return pattern.find_first_of("./") != std::string::npos;
}

TrafficTable read_traffic_file(const std::string& path, const Topology& topology) {
  auto source = text::LineSource::open(path);
  return TrafficReader(source, topology).read();
}

TrafficTable read_traffic_text(std::string text, const std::string& name, const Topology& topology) {
  auto source = text::LineSource::from_text(std::move(text), name);
  return TrafficReader(source, topology).read();
}

PacketMix lengths_of(const TrafficTable& table) {
  std::map<int, double> packets;
  for (const TrafficTable::Flow& flow : table.flows) packets[flow.flits] += flow.packets();
  std::vector<PacketMix::Kind> kinds;
  for (const auto& [flits, weight] : packets) kinds.push_back({flits, weight});
  return PacketMix(std::move(kinds));
}

}  // namespace torusim
