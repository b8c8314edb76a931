#include "schedules/convert/goal_reader.h"

#include <fmt/format.h>

#include <deque>
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

struct Receive {
  std::int64_t rank, source, bytes, tag, line;
  Id id;
};

class GoalReader {
 public:
  GoalReader(text::LineSource source, const OutsideOptions& options)
      : source_(std::move(source)), options_(options), remarks_(source_.name()) {}

  OutsideSchedule read() {
    for (std::string_view line; source_.next(line);) {
      Cursor cursor(source_.name(), source_.line_number(), line);
      if (!cursor.at_end() && !comment(cursor)) statement(cursor);
    }
    Cursor end(source_.name(), source_.line_number() + 1, "");
    if (in_comment_) end.fail(0, "the file stops within a comment");
    if (in_rank_) end.fail(0, fmt::format("the file stops within rank {}: it is truncated", rank_));
    if (!messages_) end.fail(0, "the file has no num_ranks");
    if (rank_ + 1 != ranks_) end.fail(0, fmt::format("{} ranks, but the file has {}", ranks_, rank_ + 1));
    add_sends();
    for (const auto& [later, earlier, started] : waits_) {
      messages_->graph().wait(ids_[later], ids_[earlier], started);
    }
    match();
    std::vector<std::string> notes;
    if (calculations_ > 0) {
      notes.push_back(fmt::format("{} calculations take no time in a schedule; their dependencies are kept",
                                  calculations_));
    }
    if (places_ > 0) notes.push_back(fmt::format("{} cpu and nic numbers are ignored", places_));
    StoredSchedule schedule =
        messages_->finish(by_remarks() ? remarks_.phases() : std::vector<std::string>(), notes);
    return {std::move(schedule), std::move(notes)};
  }

 private:
  static constexpr std::int64_t kMaxRanks = 1 << 20;

  /// An operation; sends become messages when all of them are known, because the tags number the steps.
  struct Send {
    OutsideMessage message;
    std::size_t operation;
  };

  bool by_remarks() const { return remarks_.present() && options_.steps == Steps::kAuto; }

  bool comment(Cursor& cursor) {
    if (in_comment_ || cursor.accept("/*")) {
      const auto close = cursor.rest().find("*/");
      in_comment_ = close == std::string_view::npos;
      if (in_comment_) return true;
      cursor.go_to(cursor.at() + close + 2);
      return cursor.at_end();
    }
    if (cursor.accept("//#")) {
      cursor.skip_blanks();
      if (!in_rank_) {
        remarks_.statement(cursor, source_.line_number());
      } else {
        known_ = remarks_.transfer(cursor);
      }
      return true;
    }
    return cursor.starts_with("//");
  }

  void statement(Cursor& cursor) {
    const std::size_t at = cursor.at();
    if (in_rank_) {
      if (!cursor.accept('}')) return operation(cursor);
      cursor.expect_end();
      in_rank_ = false;
      return;
    }
    const std::string_view keyword = cursor.word();
    cursor.skip_blanks();
    if (keyword == "num_ranks") {
      if (messages_) cursor.fail(at, "num_ranks occurs twice");
      const std::size_t value_at = cursor.at();
      ranks_ = whole_number(cursor, "the number of ranks");
      if (ranks_ < 1 || ranks_ > kMaxRanks) {
        cursor.fail(value_at, fmt::format("{} ranks; this program reads 1 to {}", ranks_, kMaxRanks));
      }
      cursor.expect_end();
      messages_.emplace(source_.name(), remarks_.info(options_, ranks_, source_.line_number()), options_,
                        remarks_.flit_bytes().value_or(options_.flit_bytes));
    } else if (keyword == "rank") {
      if (!messages_) cursor.fail(at, "num_ranks comes before the first rank");
      const std::size_t value_at = cursor.at();
      const std::int64_t rank = whole_number(cursor, "a rank");
      if (rank != rank_ + 1 || rank >= ranks_) {
        cursor.fail(value_at, fmt::format("rank {}, but the next of {} is {}", rank, ranks_, rank_ + 1));
      }
      rank_ = rank;
      cursor.skip_blanks();
      cursor.expect('{', "after the rank");
      cursor.expect_end();
      in_rank_ = true;
      labels_.clear();
    } else {
      cursor.fail(
          at, fmt::format("unknown statement '{}'{}", keyword, suggestion(keyword, {"num_ranks", "rank"})));
    }
  }

  /// `label: send ..`, `send ..` or `label requires label`.
  void operation(Cursor& cursor) {
    const std::size_t at = cursor.at();
    std::string word(name(cursor));
    cursor.skip_blanks();
    if (cursor.accept(':')) {
      if (!labels_.emplace(word, ids_.size()).second)
        cursor.fail(at, fmt::format("label '{}' occurs twice", word));
      cursor.skip_blanks();
      const std::size_t kind_at = cursor.at();
      word = name(cursor);
      return begin(cursor, kind_at, word);
    }
    if (word == "send" || word == "recv" || word == "calc") return begin(cursor, at, word);
    const std::size_t verb_at = cursor.at();
    const std::string_view verb = name(cursor);
    if (verb != "requires" && verb != "irequires") {
      cursor.fail(verb.empty() ? at : verb_at,
                  fmt::format("expected send, recv, calc or 'label requires label', found '{}'",
                              verb.empty() ? word : std::string(verb)));
    }
    const std::size_t later = label(cursor, at, word);
    cursor.skip_blanks();
    const std::size_t other_at = cursor.at();
    const std::string other(name(cursor));
    const std::size_t earlier = label(cursor, other_at, other);
    if (earlier == later)
      cursor.fail(other_at, fmt::format("'{}' {} itself: it can never happen", other, verb));
    waits_.push_back({later, earlier, verb == "irequires"});
    cursor.expect_end();
  }

  static std::string_view name(Cursor& cursor) {
    const std::size_t at = cursor.at();
    while (cursor.peek() != 0 && cursor.peek() != ' ' && cursor.peek() != '\t' && cursor.peek() != ':') {
      cursor.go_to(cursor.at() + 1);
    }
    return cursor.since(at);
  }

  std::size_t label(Cursor& cursor, std::size_t at, const std::string& word) const {
    const auto found = labels_.find(word);
    if (found == labels_.end()) {
      cursor.fail(at, fmt::format("no label '{}' above in rank {}", word, rank_));
    }
    return found->second;
  }

  void begin(Cursor& cursor, std::size_t at, const std::string& kind) {
    cursor.skip_blanks();
    const std::size_t number_at = cursor.at();
    const std::int64_t number = whole_number(cursor, kind == "calc" ? "a time" : "a size such as 64b");
    if (number < 0) cursor.fail(number_at, fmt::format("{} is negative", number));
    const std::int64_t line = source_.line_number();
    if (kind == "calc") {
      attributes(cursor);
      if (number > 0) ++calculations_;
      ids_.push_back(messages_->graph().add_event(line));
      return;
    }
    if (kind != "send" && kind != "recv") {
      cursor.fail(at,
                  fmt::format("unknown operation '{}'{}", kind, suggestion(kind, {"send", "recv", "calc"})));
    }
    const bool sends = kind == "send";
    cursor.expect('b', "after the size");
    cursor.skip_blanks();
    const std::size_t direction_at = cursor.at();
    if (cursor.word() != (sends ? "to" : "from")) {
      cursor.fail(direction_at, fmt::format("expected '{}'", sends ? "to" : "from"));
    }
    cursor.skip_blanks();
    const std::size_t peer_at = cursor.at();
    const std::int64_t peer = whole_number(cursor, "a rank");
    if (peer < (sends ? 0 : -1) || peer >= ranks_) {
      cursor.fail(peer_at, fmt::format("rank {} is outside 0..{}", peer, ranks_ - 1));
    }
    const std::int64_t tag = attributes(cursor);
    if (sends) {
      if (tag < 0) cursor.fail(at, "a send needs a tag from 0");
      sends_.push_back({{rank_, peer, number, tag, line, std::move(known_), {}}, ids_.size()});
      ids_.push_back(-1);
      known_.reset();
    } else {
      ids_.push_back(messages_->graph().add_event(line));
      receives_.push_back({rank_, peer, number, tag, line, ids_.back()});
    }
  }

  /// [tag INT] [cpu INT] [nic INT], returns the tag, 0 if there is none.
  std::int64_t attributes(Cursor& cursor) {
    std::int64_t tag = 0;
    std::set<std::string_view> seen;
    while (!cursor.at_end()) {
      const std::size_t at = cursor.at();
      const std::string_view key = cursor.word();
      if (key != "tag" && key != "cpu" && key != "nic") {
        cursor.fail(at, fmt::format("expected tag, cpu or nic, found '{}'", key));
      }
      if (!seen.insert(key).second) cursor.fail(at, fmt::format("{} occurs twice", key));
      cursor.skip_blanks();
      const std::int64_t value = whole_number(cursor, "a number");
      if (key == "tag") {
        tag = value;
      } else if (value != 0) {
        ++places_;
      }
    }
    return tag;
  }

  void add_sends() {
    std::map<std::int64_t, int> steps;  // by tag
    for (const Send& send : sends_) steps[send.message.mark] = 0;
    int next = 0;
    for (auto& [tag, step] : steps) step = next++;
    for (Send& send : sends_) {
      OutsideMessage& message = send.message;
      if (options_.steps == Steps::kTag) message.step = steps[message.mark];
      if (by_remarks()) {
        const auto phases = static_cast<std::int64_t>(remarks_.phases().size());
        if (message.mark < 1 || message.mark > phases) {
          throw InputError(fmt::format("{}:{}: tag {}, but the remarks name phases 1 to {}", source_.name(),
                                       message.line, message.mark, phases));
        }
        message.step = static_cast<int>(message.mark) - 1;
      }
      ids_[send.operation] = messages_->add(message);
    }
  }

  /// Every receive waits for its message.
  void match() {
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, std::deque<std::size_t>> waiting;
    for (std::size_t i = 0; i < sends_.size(); ++i) {
      const OutsideMessage& message = sends_[i].message;
      waiting[{message.destination, message.source, message.mark}].push_back(i);
    }
    std::vector<bool> taken(sends_.size());
    const auto take = [&](const Receive& receive, std::size_t send) {
      const OutsideMessage& message = sends_[send].message;
      taken[send] = true;
      if (message.bytes != receive.bytes) {
        fail(receive.line, fmt::format("receives {} bytes, but the message of line {} has {}", receive.bytes,
                                       message.line, message.bytes));
      }
      messages_->graph().wait(receive.id, ids_[sends_[send].operation]);
    };
    std::map<std::int64_t, std::vector<const Receive*>> any;  // by rank
    for (const Receive& receive : receives_) {
      if (receive.source < 0 || receive.tag < 0) {
        any[receive.rank].push_back(&receive);
        continue;
      }
      auto& queue = waiting[{receive.rank, receive.source, receive.tag}];
      if (queue.empty()) {
        fail(receive.line, fmt::format("no send of rank {} to {} with tag {} is left for this receive",
                                       receive.source, receive.rank, receive.tag));
      }
      take(receive, queue.front());
      queue.pop_front();
    }
    for (std::size_t i = 0; i < sends_.size(); ++i) {
      const OutsideMessage& message = sends_[i].message;
      if (taken[i]) continue;
      auto& open = any[message.destination];
      const auto fits = std::find_if(open.begin(), open.end(), [&](const Receive* receive) {
        return (receive->source < 0 || receive->source == message.source) &&
               (receive->tag < 0 || receive->tag == message.mark);
      });
      if (fits == open.end()) {
        fail(message.line, fmt::format("no receive of rank {} takes this message", message.destination));
      }
      take(**fits, i);
      open.erase(fits);
    }
    for (const auto& [rank, open] : any) {
      if (!open.empty()) fail(open.front()->line, "no message is left for this receive");
    }
  }

  [[noreturn]] void fail(std::int64_t line, const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", source_.name(), line, what));
  }

  struct Requirement {
    std::size_t later, earlier;
    bool started;
  };

  text::LineSource source_;
  const OutsideOptions& options_;
  Remarks remarks_;
  std::optional<OutsideMessages> messages_;
  std::int64_t ranks_ = 0;
  std::int64_t rank_ = -1;
  bool in_rank_ = false;
  bool in_comment_ = false;
  std::map<std::string, std::size_t> labels_;  // of this rank: index into ids_
  std::optional<Transfer> known_;              // what the remark before a send says of it
  std::vector<Id> ids_;                        // of every operation of the file; -1: a send not yet added
  std::vector<Send> sends_;
  std::vector<Receive> receives_;
  std::vector<Requirement> waits_;
  std::int64_t calculations_ = 0;
  std::int64_t places_ = 0;
};

}  // namespace

OutsideSchedule read_goal(const std::string& path, const OutsideOptions& options) {
  return GoalReader(text::LineSource::open(path, text::HashComments::kNo), options).read();
}

OutsideSchedule read_goal_text(std::string text, std::string name, const OutsideOptions& options) {
  return GoalReader(text::LineSource::from_text(std::move(text), std::move(name), text::HashComments::kNo),
                    options)
      .read();
}

}  // namespace torusim
