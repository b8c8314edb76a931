#include "schedules/convert/cm_reader.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "schedules/convert/outside_messages.h"
#include "schedules/convert/remarks.h"
#include "schedules/convert/whole_number.h"
#include "schedules/core/error.h"
#include "schedules/core/suggestion.h"
#include "schedules/text/line_source.h"

namespace torusim {
namespace {

using text::Cursor;
using Id = MessageGraph::Id;

enum class TriggerKind { kOneshot, kMultishot, kBarrier };

struct Trigger {
  std::optional<TriggerKind> kind;  // none: used, and not yet defined
  std::int64_t line = 0;            // of the definition, before it of the first use
  std::int64_t count = 0;
  std::vector<Id> sources;  // what fires it
  std::vector<Id> targets;  // what it starts
};

class CmReader {
 public:
  CmReader(text::LineSource source, const OutsideOptions& options)
      : source_(std::move(source)), options_(options), remarks_(source_.name()) {}

  OutsideSchedule read() {
    for (std::string_view line; source_.next(line);) {
      Cursor cursor(source_.name(), source_.line_number(), line);
      if (!cursor.at_end() && !comment(cursor)) statement(cursor);
    }
    const std::int64_t end = source_.line_number() + 1;
    if (!nodes_) fail(end, "the file has no Nodes");
    if (connections_ && *connections_ != connection_lines_) {
      fail(end, fmt::format("Connections {}, but the file has {}: it is damaged", *connections_,
                            connection_lines_));
    }
    if (triggers_ && *triggers_ != trigger_lines_) {
      fail(end, fmt::format("Triggers {}, but the file has {}: it is damaged", *triggers_, trigger_lines_));
    }
    if (!known_.empty()) {
      fail(known_.begin()->second.line,
           fmt::format("the remark is about flow {}, which is not in the file", known_.begin()->first));
    }
    order_by_start();
    for (auto& [id, trigger] : by_id_) pull(id, trigger);
    if (!messages_) begin_messages();
    std::vector<std::string> notes;
    if (different_starts_) {
      notes.push_back("start times order the phases where triggers do not; a schedule has no times");
    }
    StoredSchedule schedule = messages_->finish(remarks_.phases(), notes);
    return {std::move(schedule), std::move(notes)};
  }

 private:
  struct Known {
    Transfer transfer;
    std::optional<int> step;
    std::int64_t line;
  };

  /// Remarks, `#|`, precede the first connection, because htsim accepts no comments after it.
  bool comment(Cursor& cursor) {
    if (cursor.accept("#|")) {
      cursor.skip_blanks();
      if (cursor.peek() < '0' || cursor.peek() > '9') {
        remarks_.statement(cursor, source_.line_number());
        return true;
      }
      const std::size_t at = cursor.at();
      const std::int64_t flow = whole_number(cursor, "a flow");
      cursor.skip_blanks();
      Known known{remarks_.transfer(cursor), {}, source_.line_number()};
      if (!remarks_.phases().empty()) known.step = static_cast<int>(remarks_.phases().size()) - 1;
      if (!known_.emplace(flow, std::move(known)).second) {
        cursor.fail(at, fmt::format("a second remark about flow {}", flow));
      }
      return true;
    }
    return cursor.starts_with("#");
  }

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
      nodes_line_ = source_.line_number();
    } else if (keyword == "Connections") {
      number(connections_);
    } else if (keyword == "Triggers") {
      number(triggers_);
    } else if (keyword == "Failures") {
      number(failures_);
      if (*failures_ != 0) cursor.fail(value_at, "failures of links are not supported");
    } else {
      cursor.fail(at, fmt::format("unknown statement '{}'{}", keyword.empty() ? cursor.rest() : keyword,
                                  suggestion(keyword, {"Nodes", "Connections", "Triggers", "trigger"})));
    }
  }

  void begin_messages() {
    messages_.emplace(source_.name(), remarks_.info(options_, *nodes_, nodes_line_), options_,
                      remarks_.flit_bytes().value_or(options_.flit_bytes));
  }

  /// `src->dst key value ..`
  void connection(Cursor& cursor) {
    if (!nodes_) cursor.fail(0, "Nodes comes before the first connection");
    if (!messages_) begin_messages();
    ++connection_lines_;
    OutsideMessage message;
    message.line = source_.line_number();
    message.source = whole_number(cursor, "a node");
    if (!cursor.accept("->"))
      cursor.fail(cursor.at(), fmt::format("expected '->', found {}", cursor.found()));
    message.destination = whole_number(cursor, "a node");
    std::map<std::string_view, std::int64_t> values;
    std::optional<double> start;
    while (!cursor.at_end()) {
      const std::size_t at = cursor.at();
      const std::string_view key = cursor.field();
      cursor.skip_blanks();
      const std::size_t value_at = cursor.at();
      if (key == "start") {
        if (start) cursor.fail(at, "start occurs twice");
        start = time(cursor);
        continue;
      }
      const std::vector<std::string> keys = {
          "start", "id", "size", "trigger", "send_done_trigger", "recv_done_trigger", "prio"};
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
        cursor.fail(at, fmt::format("unknown key '{}'{}", key, suggestion(key, keys)));
      }
      const std::int64_t value = whole_number(cursor, "a number");
      if (key == "size" && value == 0) {
        cursor.fail(value_at, "a flow of size 0 goes on without end in htsim; a message has an end");
      }
      if (value < (key == "prio" ? 0 : 1))
        cursor.fail(value_at, fmt::format("{} {} is too small", key, value));
      if (!values.emplace(key, value).second) cursor.fail(at, fmt::format("{} occurs twice", key));
    }
    if (!values.contains("size")) cursor.fail(cursor.at(), "the connection has no size");
    if (start.has_value() == values.contains("trigger")) {
      cursor.fail(cursor.at(), "a connection has a start or a trigger, and one of them only");
    }
    message.bytes = values["size"];
    message.mark = values.contains("prio") ? values["prio"] : 0;
    if (const auto flow = values.find("id"); flow != values.end()) {
      if (!flows_.insert(flow->second).second)
        fail(message.line, fmt::format("flow {} occurs twice", flow->second));
      if (const auto known = known_.find(flow->second); known != known_.end()) {
        message.known = std::move(known->second.transfer);
        message.step = known->second.step;
        known_.erase(known);
      }
    }
    const Id id = messages_->add(message);
    if (start) starts_.emplace_back(*start, id);
    if (values.contains("trigger")) use(values["trigger"]).targets.push_back(id);
    for (const char* key : {"send_done_trigger", "recv_done_trigger"}) {
      if (values.contains(key)) use(values[key]).sources.push_back(id);
    }
  }

  static double time(Cursor& cursor) {
    const std::string_view rest = cursor.rest();
    double value = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (error != std::errc() || !(value >= 0) || value > 1e18) {
      cursor.fail(cursor.at(), fmt::format("expected a time in picoseconds, found {}", cursor.found()));
    }
    cursor.go_to(cursor.at() + static_cast<std::size_t>(end - rest.data()));
    return value;
  }

  Trigger& use(std::int64_t id) {
    Trigger& trigger = by_id_[id];
    if (trigger.line == 0) trigger.line = source_.line_number();
    return trigger;
  }

  /// `trigger id N oneshot|multishot|barrier count K`
  void trigger(Cursor& cursor) {
    ++trigger_lines_;
    std::optional<std::int64_t> id, count;
    std::optional<TriggerKind> kind;
    while (!cursor.at_end()) {
      const std::size_t at = cursor.at();
      const std::string_view key = cursor.field();
      cursor.skip_blanks();
      const std::map<std::string_view, TriggerKind> kinds = {{"oneshot", TriggerKind::kOneshot},
                                                             {"multishot", TriggerKind::kMultishot},
                                                             {"barrier", TriggerKind::kBarrier}};
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
    if (*kind == TriggerKind::kBarrier && !count) cursor.fail(cursor.at(), "a barrier has a count");
    if (count && *count < 1)
      cursor.fail(cursor.at(), fmt::format("a trigger counts from 1, not from {}", *count));
    Trigger& trigger = by_id_[*id];
    if (trigger.kind) cursor.fail(0, fmt::format("trigger {} occurs twice", *id));
    trigger.kind = kind;
    trigger.count = count.value_or(0);
    trigger.line = source_.line_number();
  }

  void order_by_start() {
    std::map<double, int> ranks;
    for (const auto& [start, id] : starts_) ranks[start] = 0;
    int next = 0;
    for (auto& [start, rank] : ranks) rank = next++;
    different_starts_ = next > 1;
    for (const auto& [start, id] : starts_) messages_->graph().not_before(id, ranks[start]);
  }

  void pull(std::int64_t id, const Trigger& trigger) {
    if (!trigger.kind) fail(trigger.line, fmt::format("trigger {} is nowhere defined", id));
    const std::size_t sources = trigger.sources.size();
    if (trigger.targets.empty()) return;
    MessageGraph& graph = messages_->graph();
    if (*trigger.kind == TriggerKind::kBarrier && trigger.count != static_cast<std::int64_t>(sources)) {
      fail(trigger.line,
           fmt::format("trigger {} counts to {}, but {} connections fire it", id, trigger.count, sources));
    }
    const std::size_t needed = *trigger.kind == TriggerKind::kMultishot ? trigger.targets.size() : 1;
    if (sources < needed) {
      fail(trigger.line,
           fmt::format("trigger {} is to fire {} times, but {} connections fire it", id, needed, sources));
    }
    if (*trigger.kind == TriggerKind::kMultishot) {
      for (std::size_t i = 0; i < needed; ++i) graph.wait(trigger.targets[i], trigger.sources[i]);
      return;
    }
    const Id fires = graph.add_event(trigger.line);
    for (std::size_t i = 0; i < (*trigger.kind == TriggerKind::kBarrier ? sources : 1); ++i) {
      graph.wait(fires, trigger.sources[i]);
    }
    for (const Id target : trigger.targets) graph.wait(target, fires);
  }

  [[noreturn]] void fail(std::int64_t line, const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", source_.name(), line, what));
  }

  text::LineSource source_;
  const OutsideOptions& options_;
  Remarks remarks_;
  std::optional<OutsideMessages> messages_;
  std::optional<std::int64_t> nodes_, connections_, triggers_, failures_;
  std::int64_t nodes_line_ = 0, connection_lines_ = 0, trigger_lines_ = 0;
  std::map<std::int64_t, Known> known_;  // by flow, until the flow comes
  std::set<std::int64_t> flows_;
  std::map<std::int64_t, Trigger> by_id_;
  std::vector<std::pair<double, Id>> starts_;
  bool different_starts_ = false;
};

}  // namespace

OutsideSchedule read_cm(const std::string& path, const OutsideOptions& options) {
  return CmReader(text::LineSource::open(path, text::HashComments::kNo), options).read();
}

OutsideSchedule read_cm_text(std::string text, std::string name, const OutsideOptions& options) {
  return CmReader(text::LineSource::from_text(std::move(text), std::move(name), text::HashComments::kNo),
                  options)
      .read();
}

}  // namespace torusim
