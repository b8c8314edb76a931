#include "schedules/convert/cm_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "schedules/convert/whole_number.h"
#include "schedules/core/amount.h"
#include "schedules/core/error.h"
#include "schedules/core/suggestion.h"
#include "schedules/text/line_source.h"

namespace torusim {
namespace {

using text::Cursor;
using Kind = Operation::Kind;

constexpr std::size_t kMostClasses = 64;
constexpr Decimal kPicosecondsOfUs{1, 6};
constexpr std::int64_t kLatestStart = 1'000'000'000'000'000'000;  // ps

struct CmConnection {
  std::int32_t source = 0, destination = 0;
  std::int64_t bytes = 0;
  Decimal start_in_file;   // in the unit of the file
  std::int64_t start = 0;  // ps
  std::optional<std::int64_t> prio;
  std::uint32_t line = 0;
  OperationId send = 0, receive = 0;
};

struct CmTrigger {
  enum class Kind { kOneshot, kMultishot, kBarrier };
  std::optional<Kind> kind;  // none: used, and not yet defined
  std::uint32_t line = 0;    // of the definition, before it of the first use
  std::int64_t count = 0;
  // Connections that fire the trigger, and connections that it starts
  std::vector<std::size_t> sources, targets;
  OperationId operation = 0;
};

/// A flow of the file. The messages of one flow are marked `msg`.
struct CmFlow {
  std::int32_t source = 0, destination = 0;
};

class CmReader {
 public:
  explicit CmReader(text::LineSource source) : source_(std::move(source)) {}

  ProgramFile read() {
    for (std::string_view line; source_.next(line);) {
      Cursor cursor(source_.name(), source_.line_number(), line);
      if (!cursor.at_end() && !cursor.starts_with("#")) statement(cursor);
    }
    check_counts();
    for (const auto& [id, trigger] : triggers_) check_trigger(id, trigger);
    set_time_unit();
    return build();
  }

 private:
  // --- the file

  void statement(Cursor& cursor) {
    const std::size_t at = cursor.at();
    if (cursor.peek() >= '0' && cursor.peek() <= '9') return connection(cursor);
    const std::string_view keyword = cursor.word();
    cursor.skip_blanks();
    if (keyword == "trigger") return trigger(cursor);
    const std::size_t value_at = cursor.at();
    const auto number = [&](std::optional<std::int64_t>& value) {
      if (value) cursor.fail(at, fmt::format("{} occurs twice", keyword));
      value = whole_number(cursor, "a number");
      if (*value < 0) cursor.fail(value_at, fmt::format("{} is negative", *value));
      cursor.expect_end();
    };
    if (keyword == "Nodes") {
      number(nodes_);
      if (*nodes_ < 1 || *nodes_ > kMostRanks) {
        cursor.fail(value_at, fmt::format("{} nodes; this program reads 1 to {}", *nodes_, kMostRanks));
      }
    } else if (keyword == "Connections") {
      number(connection_count_);
    } else if (keyword == "Triggers") {
      number(trigger_count_);
    } else if (keyword == "Failures") {
      number(failures_);
      if (*failures_ != 0)
        cursor.fail(value_at, "failures of links are not read; --fail names those of a run");
    } else {
      cursor.fail(at, fmt::format("unknown statement '{}'{}", keyword.empty() ? cursor.rest() : keyword,
                                  suggestion(keyword, {"Nodes", "Connections", "Triggers", "trigger"})));
    }
  }

  std::int32_t node(Cursor& cursor) const {
    const std::size_t at = cursor.at();
    const std::int64_t number = whole_number(cursor, "a node");
    if (number < 0 || number >= *nodes_) {
      cursor.fail(at, fmt::format("node {} is outside 0..{}", number, *nodes_ - 1));
    }
    return static_cast<std::int32_t>(number);
  }

  /// `src->dst key value ..`
  void connection(Cursor& cursor) {
    if (!nodes_) cursor.fail(0, "Nodes comes before the first connection");
    CmConnection connection;
    connection.line = static_cast<std::uint32_t>(source_.line_number());
    connection.source = node(cursor);
    if (!cursor.accept("->")) {
      cursor.fail(cursor.at(), fmt::format("expected '->', found {}", cursor.found()));
    }
    connection.destination = node(cursor);
    std::map<std::string_view, std::int64_t> values;
    std::optional<Decimal> start;
    bool message = false;
    while (!cursor.at_end()) {
      const std::size_t at = cursor.at();
      const std::string_view key = cursor.field();
      cursor.skip_blanks();
      const std::size_t value_at = cursor.at();
      const bool number_follows = cursor.peek() >= '0' && cursor.peek() <= '9';
      if (key == "msg") message = true;
      if (key == "msg" && !number_follows) continue;  // the messages of a flow need no numbers
      if (key == "start") {
        if (start) cursor.fail(at, "start occurs twice");
        start = time(cursor);
        continue;
      }
      const std::vector<std::string> keys = {
          "start", "id", "msg", "size", "trigger", "send_done_trigger", "recv_done_trigger", "prio"};
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
        cursor.fail(at, fmt::format("unknown key '{}'{}", key, suggestion(key, keys)));
      }
      const std::int64_t value = whole_number(cursor, "a number");
      if (key == "size" && value == 0) {
        cursor.fail(value_at, "a flow of size 0 goes on without end in htsim; a message has an end");
      }
      if (value < (key == "prio" ? 0 : 1)) {
        cursor.fail(value_at, fmt::format("{} {} is too small", key, value));
      }
      if (!values.emplace(key, value).second) cursor.fail(at, fmt::format("{} occurs twice", key));
    }
    if (!values.contains("size")) cursor.fail(cursor.at(), "the connection has no size");
    if (start.has_value() == values.contains("trigger")) {
      cursor.fail(cursor.at(), "a connection has a start or a trigger, and one of them only");
    }
    if (const auto id = values.find("id"); id != values.end()) check_flow(id->second, connection, message);
    messages_ |= message;
    connection.bytes = values["size"];
    connection.start_in_file = start.value_or(Decimal{});
    if (values.contains("prio")) connection.prio = values["prio"];
    const std::size_t index = connections_.size();
    connections_.push_back(connection);
    if (values.contains("trigger")) use(values["trigger"]).targets.push_back(index);
    for (const char* key : {"send_done_trigger", "recv_done_trigger"}) {
      if (values.contains(key)) use(values[key]).sources.push_back(index);
    }
  }

  void check_flow(std::int64_t id, const CmConnection& connection, bool message) {
    const auto [flow, first] = flows_.try_emplace(id, CmFlow{connection.source, connection.destination});
    if (first) return;
    if (!message) {
      fail(connection.line, fmt::format("flow {} occurs twice; messages of one flow are marked msg", id));
    }
    if (flow->second.source != connection.source || flow->second.destination != connection.destination) {
      fail(connection.line,
           fmt::format("flow {} goes from {} to {}", id, flow->second.source, flow->second.destination));
    }
  }

  static Decimal time(Cursor& cursor) {
    std::size_t length = 0;
    const auto value = read_decimal(cursor.rest(), length);
    if (!value || rounded(*value, Rounding::kUp) > kLatestStart) {
      cursor.fail(cursor.at(), fmt::format("expected a time in picoseconds, found {}", cursor.found()));
    }
    cursor.go_to(cursor.at() + length);
    return *value;
  }

  CmTrigger& use(std::int64_t id) {
    CmTrigger& trigger = triggers_[id];
    if (trigger.line == 0) trigger.line = static_cast<std::uint32_t>(source_.line_number());
    return trigger;
  }

  /// `trigger id N oneshot|multishot|barrier count K`
  void trigger(Cursor& cursor) {
    ++trigger_lines_;
    std::optional<std::int64_t> id, count;
    std::optional<CmTrigger::Kind> kind;
    while (!cursor.at_end()) {
      const std::size_t at = cursor.at();
      const std::string_view key = cursor.field();
      cursor.skip_blanks();
      const std::map<std::string_view, CmTrigger::Kind> kinds = {{"oneshot", CmTrigger::Kind::kOneshot},
                                                                 {"multishot", CmTrigger::Kind::kMultishot},
                                                                 {"barrier", CmTrigger::Kind::kBarrier}};
      if (const auto found = kinds.find(key); found != kinds.end() && !kind) {
        kind = found->second;
      } else if (key == "id" && !id) {
        id = whole_number(cursor, "the number of the trigger");
      } else if (key == "count" && !count) {
        count = whole_number(cursor, "a count");
      } else {
        cursor.fail(at,
                    fmt::format("unknown or repeated key '{}'; a trigger has id, count and one of oneshot, "
                                "multishot, barrier",
                                key));
      }
    }
    if (!id || *id < 1) cursor.fail(cursor.at(), "a trigger has an id from 1");
    if (!kind) cursor.fail(cursor.at(), "a trigger is oneshot, multishot or barrier");
    if (*kind == CmTrigger::Kind::kBarrier && !count) cursor.fail(cursor.at(), "a barrier has a count");
    if (count && *count < 1) {
      cursor.fail(cursor.at(), fmt::format("a trigger counts from 1, not from {}", *count));
    }
    CmTrigger& trigger = triggers_[*id];
    if (trigger.kind) cursor.fail(0, fmt::format("trigger {} occurs twice", *id));
    trigger.kind = kind;
    trigger.count = count.value_or(0);
    trigger.line = static_cast<std::uint32_t>(source_.line_number());
  }

  [[noreturn]] void fail(std::int64_t line, const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", source_.name(), line, what));
  }

  void check_counts() const {
    const std::int64_t end = source_.line_number() + 1;
    if (!nodes_) fail(end, "the file has no Nodes");
    const auto connections = static_cast<std::int64_t>(connections_.size());
    if (connection_count_ && *connection_count_ != connections) {
      fail(end, fmt::format("Connections {}, but the file has {}: it is damaged", *connection_count_,
                            connections));
    }
    if (trigger_count_ && *trigger_count_ != trigger_lines_) {
      fail(end,
           fmt::format("Triggers {}, but the file has {}: it is damaged", *trigger_count_, trigger_lines_));
    }
  }

  /// Refuses files on which htsim aborts or waits without end.
  void check_trigger(std::int64_t id, const CmTrigger& trigger) const {
    if (!trigger.kind) fail(trigger.line, fmt::format("trigger {} is nowhere defined", id));
    if (trigger.targets.empty()) return;
    const auto sources = static_cast<std::int64_t>(trigger.sources.size());
    const bool multishot = *trigger.kind == CmTrigger::Kind::kMultishot;
    if (*trigger.kind == CmTrigger::Kind::kBarrier && trigger.count != sources) {
      fail(trigger.line,
           fmt::format("trigger {} counts to {}, but {} connections fire it", id, trigger.count, sources));
    }
    if (*trigger.kind == CmTrigger::Kind::kOneshot && sources > 1) {
      fail(trigger.line, fmt::format("trigger {} is a oneshot, but {} connections fire it; a barrier waits "
                                     "for all of them",
                                     id, sources));
    }
    const std::size_t needed = multishot ? trigger.targets.size() : 1;
    if (trigger.sources.size() < needed) {
      fail(trigger.line,
           fmt::format("trigger {} is to fire {} times, but {} connections fire it", id, needed, sources));
    }
  }

  // --- the program

  /// htsim takes times of a file with `msg` in us, and else in ps.
  void set_time_unit() {
    bool any = false;
    for (CmConnection& each : connections_) {
      each.start = rounded(each.start_in_file * (messages_ ? kPicosecondsOfUs : Decimal{1}), Rounding::kUp);
      if (each.start > kLatestStart) fail(each.line, "a start after more than 10^18 ps");
      any |= each.start > 0;
    }
    if (any && messages_) notes_.push_back("start times are in us, as htsim takes them in a file with msg");
  }

  /// The way of every connection: the messages of the most urgent priority have class 0.
  std::vector<std::uint32_t> ways(ProgramBuilder& builder) const {
    constexpr std::int64_t kUnsaid = 2'000'000;  // htsim's priority of a connection without prio
    std::map<std::int64_t, std::uint32_t> way_of;
    for (const CmConnection& each : connections_) way_of[each.prio.value_or(kUnsaid)] = 0;
    if (way_of.size() > kMostClasses) {
      throw InputError(fmt::format("{}: {} different priorities; there are at most {} message classes",
                                   source_.name(), way_of.size(), kMostClasses));
    }
    int message_class = 0;
    for (auto& [prio, way] : way_of) {
      if (message_class > 0) way = builder.add_way({{}, message_class, -1});
      ++message_class;
    }
    std::vector<std::uint32_t> result;
    for (const CmConnection& each : connections_) result.push_back(way_of[each.prio.value_or(kUnsaid)]);
    return result;
  }

  ProgramFile build() {
    ProgramBuilder builder(source_.name(), static_cast<std::int32_t>(*nodes_));
    builder.program().ns_per_unit = {1, -3};
    const std::vector<std::uint32_t> way = ways(builder);
    std::vector<std::vector<std::size_t>> from(static_cast<std::size_t>(*nodes_)), to(from);
    for (std::size_t i = 0; i < connections_.size(); ++i) {
      from[static_cast<std::size_t>(connections_[i].source)].push_back(i);
      to[static_cast<std::size_t>(connections_[i].destination)].push_back(i);
    }
    std::vector<std::vector<CmTrigger*>> triggers_of(from.size());  // by the rank of the first target
    for (auto& [id, trigger] : triggers_) {
      if (trigger.targets.empty()) continue;
      const std::int32_t rank = connections_[trigger.targets.front()].source;
      triggers_of[static_cast<std::size_t>(rank)].push_back(&trigger);
    }
    for (std::int32_t rank = 0; rank < *nodes_; ++rank) {
      builder.begin_rank(rank);
      for (CmTrigger* trigger : triggers_of[static_cast<std::size_t>(rank)]) {
        const bool turns = *trigger->kind == CmTrigger::Kind::kMultishot;
        trigger->operation = add(builder, {turns ? Kind::kTurns : Kind::kJoin}, trigger->line);
      }
      add_sends(builder, from[static_cast<std::size_t>(rank)], way);
      for (const std::size_t i : to[static_cast<std::size_t>(rank)]) {
        Operation receive{Kind::kReceive};
        receive.peer = connections_[i].source;
        receive.tag = static_cast<std::uint32_t>(i);
        receive.size = connections_[i].bytes;
        connections_[i].receive = add(builder, receive, connections_[i].line);
      }
    }
    for (const auto& [id, trigger] : triggers_) {
      if (trigger.targets.empty()) continue;
      for (const std::size_t i : trigger.sources)
        builder.wait(trigger.operation, connections_[i].receive, false);
      for (const std::size_t i : trigger.targets)
        builder.wait(connections_[i].send, trigger.operation, false);
    }
    return {builder.finish(), std::move(notes_)};
  }

  /// The sends of a rank, with a delay for each of its start times.
  void add_sends(ProgramBuilder& builder, const std::vector<std::size_t>& sends,
                 const std::vector<std::uint32_t>& way) {
    std::map<std::int64_t, OperationId> delays;  // by their ends
    for (const std::size_t i : sends) {
      const std::int64_t start = connections_[i].start;
      if (start == 0 || delays.contains(start)) continue;
      Operation delay{Kind::kDelay};
      delay.size = start;
      delays[start] = add(builder, delay, connections_[i].line);
    }
    for (const std::size_t i : sends) {
      Operation send{Kind::kSend};
      send.peer = connections_[i].destination;
      send.tag = send.message = static_cast<std::uint32_t>(i);
      send.way = way[i];
      send.size = connections_[i].bytes;
      connections_[i].send = add(builder, send, connections_[i].line);
      if (connections_[i].start > 0) builder.wait(connections_[i].send, delays[connections_[i].start], false);
    }
  }

  static OperationId add(ProgramBuilder& builder, Operation operation, std::uint32_t line) {
    operation.line = line;
    return builder.add(operation, true);
  }

  text::LineSource source_;
  std::optional<std::int64_t> nodes_, connection_count_, trigger_count_, failures_;
  std::int64_t trigger_lines_ = 0;
  std::vector<CmConnection> connections_;
  std::map<std::int64_t, CmFlow> flows_;
  std::map<std::int64_t, CmTrigger> triggers_;
  bool messages_ = false;  // a connection is marked msg
  std::vector<std::string> notes_;
};

}  // namespace

ProgramFile read_cm_program(const std::string& path) {
  return CmReader(text::LineSource::open(path, text::HashComments::kNo)).read();
}

ProgramFile read_cm_program_text(std::string text, std::string name) {
  return CmReader(text::LineSource::from_text(std::move(text), std::move(name), text::HashComments::kNo))
      .read();
}

}  // namespace torusim
