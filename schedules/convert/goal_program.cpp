#include "schedules/convert/goal_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>

#include "schedules/convert/goal_binary.h"
#include "schedules/convert/label_table.h"
#include "schedules/convert/program_file.h"
#include "schedules/convert/whole_number.h"
#include "schedules/core/error.h"
#include "schedules/core/suggestion.h"
#include "schedules/text/cursor.h"
#include "schedules/text/line_source.h"

namespace torusim {
namespace {

// Reads GOAL text, the group operation assembly language of LogGOPSim and its successors (Hoefler, Siebert,
// Lumsdaine, "Group Operation Assembly Language", 2009).

using text::Cursor;
using Kind = Operation::Kind;

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

class GoalText {
 public:
  explicit GoalText(text::LineSource source) : source_(std::move(source)) {}

  ProgramFile read() {
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
    return {builder_->finish(), notes()};
  }

 private:
  bool comment(Cursor& cursor) {
    if (!in_comment_ && cursor.peek() != '/') return false;
    if (in_comment_ || cursor.accept("/*")) {
      const auto close = cursor.rest().find("*/");
      in_comment_ = close == std::string_view::npos;
      if (in_comment_) return true;
      cursor.go_to(cursor.at() + close + 2);
      return cursor.at_end();
    }
    return cursor.starts_with("//");
  }

  void statement(Cursor& cursor) {
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
      cursor.fail(
          at, fmt::format("unknown statement '{}'{}", keyword, suggestion(keyword, {"num_ranks", "rank"})));
    }
    if (ranks_ != 0) cursor.fail(at, "num_ranks occurs twice: a file holds one program");
    const std::size_t value_at = cursor.at();
    const std::int64_t count = whole_number(cursor, "the number of ranks");
    if (count < 1 || count > kMostRanks) {
      cursor.fail(value_at, fmt::format("{} ranks; this program reads 1 to {}", count, kMostRanks));
    }
    cursor.expect_end();
    ranks_ = count;
    builder_.emplace(source_.name(), static_cast<std::int32_t>(count));
  }

  void rank_statement(Cursor& cursor) {
    const std::size_t at = cursor.at();
    const std::int64_t next = whole_number(cursor, "a rank");
    if (next < 0 || next >= ranks_)
      cursor.fail(at, fmt::format("rank {} is outside 0..{}", next, ranks_ - 1));
    if (next <= rank_)
      cursor.fail(at, fmt::format("rank {}, but the next of {} is {}", next, ranks_, rank_ + 1));
    absent_ += next - rank_ - 1;
    rank_ = next;
    cursor.skip_blanks();
    cursor.expect('{', "after the rank");
    cursor.expect_end();
    in_rank_ = true;
    builder_->begin_rank(static_cast<std::int32_t>(rank_));
  }

  /// `label: send ..`, `send ..` or `label requires label`.
  void labelled(Cursor& cursor) {
    const std::size_t at = cursor.at();
    const std::string_view word = name(cursor);
    cursor.skip_blanks();
    if (cursor.accept(':')) {
      const bool first = labels_.add(word, static_cast<OperationId>(builder_->program().operations.size()));
      if (!first && repeated_++ == 0) first_repeated_ = source_.line_number();
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
    const OperationId later = label(cursor, at, word);
    cursor.skip_blanks();
    const std::size_t other_at = cursor.at();
    const std::string_view other = name(cursor);
    const OperationId earlier = label(cursor, other_at, other);
    if (earlier == later)
      cursor.fail(other_at, fmt::format("'{}' {} itself: it can never happen", other, verb));
    cursor.expect_end();
    builder_->wait(later, earlier, verb == "irequires");
  }

  void define(Cursor& cursor, std::size_t at, std::string_view kind) {
    Operation operation;
    operation.line = static_cast<std::uint32_t>(source_.line_number());
    operation.kind = kind == "send" ? Kind::kSend : kind == "recv" ? Kind::kReceive : Kind::kCompute;
    cursor.skip_blanks();
    const std::size_t number_at = cursor.at();
    operation.size = whole_number(cursor, kind == "calc" ? "a time" : "a size such as 64b");
    if (operation.size < 0) cursor.fail(number_at, fmt::format("{} is negative", operation.size));
    if (operation.kind != Kind::kCompute) {
      const bool sends = operation.kind == Kind::kSend;
      cursor.skip_blanks();
      cursor.expect('b', "after the size");
      cursor.skip_blanks();
      const std::size_t direction_at = cursor.at();
      if (cursor.word() != (sends ? "to" : "from")) {
        cursor.fail(direction_at, fmt::format("expected '{}'", sends ? "to" : "from"));
      }
      cursor.skip_blanks();
      const std::size_t peer_at = cursor.at();
      const std::int64_t peer = whole_number(cursor, "a rank");
      if (peer < (sends ? 0 : Operation::kAnySource) || peer >= ranks_) {
        cursor.fail(peer_at, fmt::format("rank {} is outside 0..{}", peer, ranks_ - 1));
      }
      operation.peer = static_cast<std::int32_t>(peer);
    } else if (kind != "calc") {
      cursor.fail(at,
                  fmt::format("unknown operation '{}'{}", kind, suggestion(kind, {"send", "recv", "calc"})));
    }
    attributes(cursor, at, operation);
    builder_->add(operation);
  }

  /// [tag INT] [cpu INT] [nic INT]; a calc has a cpu only.
  void attributes(Cursor& cursor, std::size_t at, Operation& operation) const {
    std::optional<std::int64_t> tag, cpu, nic;
    while (!cursor.at_end()) {
      const std::size_t key_at = cursor.at();
      const std::string_view key = cursor.word();
      std::optional<std::int64_t>* const value = key == "tag"   ? &tag
                                                 : key == "cpu" ? &cpu
                                                 : key == "nic" ? &nic
                                                                : nullptr;
      if (value == nullptr) cursor.fail(key_at, fmt::format("expected tag, cpu or nic, found '{}'", key));
      if (operation.kind == Kind::kCompute && value != &cpu) {
        cursor.fail(key_at, fmt::format("a calc has no {}", key));
      }
      if (*value) cursor.fail(key_at, fmt::format("{} occurs twice", key));
      cursor.skip_blanks();
      *value = whole_number(cursor, "a number");
    }
    const std::int64_t number = tag.value_or(0);
    if (operation.kind == Kind::kSend && number < 0) cursor.fail(at, "a send needs a tag from 0");
    if (number < -1 || number >= std::int64_t{Operation::kAnyTag}) {
      cursor.fail(at, fmt::format("tag {} is outside 0..{}", number, Operation::kAnyTag - 1));
    }
    operation.tag = number < 0 ? Operation::kAnyTag : static_cast<std::uint32_t>(number);
    const auto place = [&](const char* what, std::int64_t given) {
      if (given < 0 || given > UINT8_MAX) {
        cursor.fail(at, fmt::format("{} {} is outside 0..{}", what, given, UINT8_MAX));
      }
      return static_cast<std::uint8_t>(given);
    };
    operation.cpu = place("cpu", cpu.value_or(0));
    operation.nic = place("nic", nic.value_or(0));
  }

  OperationId label(Cursor& cursor, std::size_t at, std::string_view word) const {
    const auto found = labels_.find(word);
    if (!found) cursor.fail(at, fmt::format("no label '{}' above in rank {}", word, rank_));
    return *found;
  }

  /// Notes on unexpected properties, one sentence each.
  std::vector<std::string> notes() const {
    std::vector<std::string> notes;
    if (absent_ > 0) {
      notes.push_back(
          fmt::format("{} of {} ranks are not in the file; they have no operations", absent_, ranks_));
    }
    if (repeated_ > 0) {
      notes.push_back(
          fmt::format("a label that occurs twice in its rank means the first: {}, from line {} on", repeated_,
                      first_repeated_));
    }
    return notes;
  }

  text::LineSource source_;
  std::optional<ProgramBuilder> builder_;  // from num_ranks on
  std::int64_t ranks_ = 0;                 // 0: not said yet
  std::int64_t rank_ = -1;
  std::int64_t absent_ = 0;  // ranks without a block
  bool in_rank_ = false;
  bool in_comment_ = false;
  LabelTable labels_;                               // of this rank
  std::int64_t repeated_ = 0, first_repeated_ = 0;  // labels that occur twice, the line of the first
};

/// Throws InputError `file:line:column: ..`.
ProgramFile read_goal_text(text::LineSource source) { return GoalText(std::move(source)).read(); }

}  // namespace

bool is_binary_goal(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::ifstream file(path, std::ios::binary);
  char first[kGoalMagic.size()] = {};
  file.read(first, sizeof first);
  return file && std::string_view(first, sizeof first) == kGoalMagic;
}

ProgramFile read_goal_program(const std::string& path) {
  if (is_binary_goal(path)) {
    std::ifstream file(path, std::ios::binary);
    const auto size = static_cast<std::uint64_t>(std::filesystem::file_size(path));
    const ReadBytes read = [&](std::uint64_t begin, std::uint64_t end) {
      std::string bytes(static_cast<std::size_t>(std::min(end, size) - std::min(begin, size)), 0);
      file.seekg(static_cast<std::streamoff>(begin));
      if (!bytes.empty() && !file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()))) {
        throw InputError(fmt::format("{}: cannot be read", path));
      }
      return bytes;
    };
    return {read_goal_binary(read, path), {}};
  }
  return read_goal_text(text::LineSource::open(path, text::HashComments::kNo));
}

ProgramFile read_goal_program_text(std::string text, std::string name) {
  return read_goal_text(
      text::LineSource::from_text(std::move(text), std::move(name), text::HashComments::kNo));
}

}  // namespace torusim
