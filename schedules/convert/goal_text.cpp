#include "schedules/convert/goal_text.h"

#include <fmt/format.h>

#include "schedules/convert/whole_number.h"
#include "schedules/core/error.h"
#include "schedules/core/suggestion.h"

namespace torusim {
namespace {

using text::Cursor;

std::string_view name(Cursor& cursor) {
  const std::string_view rest = cursor.rest();
  std::size_t length = 0;
  while (length < rest.size() && rest[length] != 0 && rest[length] != ' ' && rest[length] != '\t' &&
         rest[length] != ':') {
    ++length;
  }
  cursor.go_to(cursor.at() + length);
  return rest.substr(0, length);
}

}  // namespace

void GoalText::read_all() {
  for (std::string_view line; source_.next(line);) {
    Cursor cursor(source_.name(), source_.line_number(), line);
    if (!cursor.at_end() && !comment(cursor)) statement(cursor);
  }
  Cursor end(source_.name(), source_.line_number() + 1, "");
  if (in_comment_) end.fail(0, "the file stops within a comment");
  if (in_rank_) end.fail(0, fmt::format("the file stops within rank {}: it is truncated", rank_));
  if (ranks_ == 0) end.fail(0, "the file has no num_ranks");
  if (rank_ < 0) end.fail(0, fmt::format("{} ranks, but the file has none of them", ranks_));
  absent_ += ranks_ - 1 - rank_;
}

bool GoalText::comment(Cursor& cursor) {
  if (!in_comment_ && cursor.peek() != '/') return false;
  if (in_comment_ || cursor.accept("/*")) {
    const auto close = cursor.rest().find("*/");
    in_comment_ = close == std::string_view::npos;
    if (in_comment_) return true;
    cursor.go_to(cursor.at() + close + 2);
    return cursor.at_end();
  }
  if (cursor.accept("//#")) {
    cursor.skip_blanks();
    remark(cursor);
    return true;
  }
  return cursor.starts_with("//");
}

void GoalText::statement(Cursor& cursor) {
  if (in_rank_) {
    if (!cursor.accept('}')) return labelled(cursor);
    cursor.expect_end();
    in_rank_ = false;
    labels_.clear();
    return;
  }
  const std::size_t at = cursor.at();
  const std::string_view keyword = cursor.word();
  cursor.skip_blanks();
  if (keyword == "rank") {
    if (ranks_ == 0) cursor.fail(at, "num_ranks comes before the first rank");
    return rank_statement(cursor);
  }
  if (keyword != "num_ranks") {
    cursor.fail(at,
                fmt::format("unknown statement '{}'{}", keyword, suggestion(keyword, {"num_ranks", "rank"})));
  }
  if (ranks_ != 0) cursor.fail(at, "num_ranks occurs twice: a file holds one program");
  const std::size_t value_at = cursor.at();
  const std::int64_t count = whole_number(cursor, "the number of ranks");
  if (count < 1 || count > kMaxRanks) {
    cursor.fail(value_at, fmt::format("{} ranks; this program reads 1 to {}", count, kMaxRanks));
  }
  cursor.expect_end();
  ranks_ = count;
  header(count);
}

void GoalText::rank_statement(Cursor& cursor) {
  const std::size_t at = cursor.at();
  const std::int64_t next = whole_number(cursor, "a rank");
  if (next < 0 || next >= ranks_) cursor.fail(at, fmt::format("rank {} is outside 0..{}", next, ranks_ - 1));
  if (next <= rank_)
    cursor.fail(at, fmt::format("rank {}, but the next of {} is {}", next, ranks_, rank_ + 1));
  absent_ += next - rank_ - 1;
  rank_ = next;
  cursor.skip_blanks();
  cursor.expect('{', "after the rank");
  cursor.expect_end();
  in_rank_ = true;
  begin_rank(rank_);
}

/// `label: send ..`, `send ..` or `label requires label`.
void GoalText::labelled(Cursor& cursor) {
  const std::size_t at = cursor.at();
  const std::string_view word = name(cursor);
  cursor.skip_blanks();
  if (cursor.accept(':')) {
    const bool first = labels_.add(word, static_cast<std::uint32_t>(operations_));
    if (!first && repeated_++ == 0) first_repeated_ = line();
    cursor.skip_blanks();
    const std::size_t kind_at = cursor.at();
    return define(cursor, kind_at, name(cursor));
  }
  if (word == "send" || word == "recv" || word == "calc") return define(cursor, at, word);
  const std::size_t verb_at = cursor.at();
  const std::string_view verb = name(cursor);
  if (verb != "requires" && verb != "irequires") {
    cursor.fail(verb.empty() ? at : verb_at,
                fmt::format("expected send, recv, calc or 'label requires label', found '{}'",
                            verb.empty() ? word : verb));
  }
  const std::size_t later = label(cursor, at, word);
  cursor.skip_blanks();
  const std::size_t other_at = cursor.at();
  const std::string_view other = name(cursor);
  const std::size_t earlier = label(cursor, other_at, other);
  if (earlier == later)
    cursor.fail(other_at, fmt::format("'{}' {} itself: it can never happen", other, verb));
  cursor.expect_end();
  wait(later, earlier, verb == "irequires");
}

std::size_t GoalText::label(Cursor& cursor, std::size_t at, std::string_view word) const {
  const auto found = labels_.find(word);
  if (!found) cursor.fail(at, fmt::format("no label '{}' above in rank {}", word, rank_));
  return *found;
}

void GoalText::define(Cursor& cursor, std::size_t at, std::string_view kind) {
  using Kind = Statement::Kind;
  Statement read;
  read.at = at;
  read.kind = kind == "send" ? Kind::kSend : kind == "recv" ? Kind::kReceive : Kind::kCompute;
  cursor.skip_blanks();
  const std::size_t number_at = cursor.at();
  read.amount = whole_number(cursor, kind == "calc" ? "a time" : "a size such as 64b");
  if (read.amount < 0) cursor.fail(number_at, fmt::format("{} is negative", read.amount));
  if (read.kind != Kind::kCompute) {
    const bool sends = read.kind == Kind::kSend;
    cursor.expect('b', "after the size");
    cursor.skip_blanks();
    const std::size_t direction_at = cursor.at();
    if (cursor.word() != (sends ? "to" : "from")) {
      cursor.fail(direction_at, fmt::format("expected '{}'", sends ? "to" : "from"));
    }
    cursor.skip_blanks();
    const std::size_t peer_at = cursor.at();
    read.peer = whole_number(cursor, "a rank");
    if (read.peer < (sends ? 0 : -1) || read.peer >= ranks_) {
      cursor.fail(peer_at, fmt::format("rank {} is outside 0..{}", read.peer, ranks_ - 1));
    }
  } else if (kind != "calc") {
    cursor.fail(at,
                fmt::format("unknown operation '{}'{}", kind, suggestion(kind, {"send", "recv", "calc"})));
  }
  attributes(cursor, read);
  if (read.kind == Kind::kSend && read.tag < 0) cursor.fail(at, "a send needs a tag from 0");
  if (operations_ == UINT32_MAX) cursor.fail(at, "more than 2^32 - 1 operations");
  operation(cursor, read);
  ++operations_;
}

/// [tag INT] [cpu INT] [nic INT]; a calc has a cpu only.
void GoalText::attributes(Cursor& cursor, Statement& statement) const {
  bool seen[3] = {};
  while (!cursor.at_end()) {
    const std::size_t at = cursor.at();
    const std::string_view key = cursor.word();
    const int place = key == "tag" ? 0 : key == "cpu" ? 1 : key == "nic" ? 2 : -1;
    if (place < 0) cursor.fail(at, fmt::format("expected tag, cpu or nic, found '{}'", key));
    if (statement.kind == Statement::Kind::kCompute && place != 1) {
      cursor.fail(at, fmt::format("a calc has no {}", key));
    }
    if (seen[place]) cursor.fail(at, fmt::format("{} occurs twice", key));
    seen[place] = true;
    cursor.skip_blanks();
    const std::int64_t value = whole_number(cursor, "a number");
    (place == 0 ? statement.tag : place == 1 ? statement.cpu : statement.nic) = value;
  }
}

std::vector<std::string> GoalText::notes() const {
  std::vector<std::string> notes;
  if (absent_ > 0) {
    notes.push_back(
        fmt::format("{} of {} ranks are not in the file; they have no operations", absent_, ranks_));
  }
  if (repeated_ > 0) {
    notes.push_back(fmt::format("a label that occurs twice in its rank means the first: {}, from line {} on",
                                repeated_, first_repeated_));
  }
  return notes;
}

void GoalText::fail(std::int64_t line, const std::string& what) const {
  throw InputError(fmt::format("{}:{}: {}", source_.name(), line, what));
}

}  // namespace torusim
