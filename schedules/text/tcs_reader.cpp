#include "schedules/text/tcs_reader.h"

#include <fmt/format.h>

#include "schedules/core/error.h"
#include "schedules/core/suggestion.h"
#include "schedules/text/forall.h"
#include "schedules/text/line_source.h"
#include "schedules/text/tcs_header.h"
#include "schedules/text/tcs_transfer.h"

namespace torusim {
namespace {

using text::Cursor;
using text::LineSource;
using text::Variables;

class TcsSchedule : public Schedule {
 public:
  TcsSchedule(LineSource source, const TcsLimits& limits) : source_(std::move(source)), limits_(limits) {
    Phase phase;
    begin();
    while (next(phase)) {
      ++count_.phases;
      for (const Transfer& transfer : phase.transfers) count_.unnamed += transfer.unnamed;
    }
    rewind();
  }

  const ScheduleInfo& info() const override { return info_; }

  bool next(Phase& phase) override {
    if (ended_) return false;
    phase.name = std::move(next_name_);
    phase.transfers.clear();
    phase.signals.clear();
    phase.barrier_before = false;
    boxes_ = 0;
    read_phase(phase);
    transfers_ += static_cast<std::int64_t>(phase.transfers.size());
    ++phases_;
    if (ended_) check_end();
    return true;
  }

  void rewind() override {
    begin();
    info_.phases = count_.phases;
    info_.collective.blocks = count_.unnamed;
  }

 private:
  /// Reads from the first line to the first `phase` or `end`.
  void begin() {
    source_.rewind();
    phases_ = 0;
    transfers_ = 0;
    ended_ = false;
    budget_ = {limits_.combinations};
    text::TcsHeader header;
    for (std::string_view line; source_.next(line);) {
      Cursor cursor(source_.name(), source_.line_number(), line);
      if (cursor.at_end()) continue;
      const std::size_t at = cursor.at();
      const std::string_view keyword = cursor.word();
      if (header.statement(keyword, at, cursor)) continue;
      if (keyword != "phase" && keyword != "end") {
        auto known = text::TcsHeader::keywords();
        known.insert(known.end(), {"phase", "end"});
        cursor.go_to(at);
        if (keyword == "num_ranks" || cursor.starts_with("//") || cursor.starts_with("/*")) {
          cursor.fail(at, "this is GOAL text, and the name of a GOAL program ends with .goal");
        }
        const bool transfer =
            keyword.empty() || keyword == "forall" || (keyword[0] >= '0' && keyword[0] <= '9');
        if (transfer) cursor.fail(at, "expected 'phase <name>' before the first transfer");
        cursor.fail(at, fmt::format("unknown statement '{}'{}", keyword, suggestion(keyword, known)));
      }
      info_ = header.finish(cursor);
      take_phase_or_end(keyword, cursor);
      if (ended_) check_end();
      return;
    }
    truncated();
  }

  void read_phase(Phase& phase) {
    for (std::string_view line; source_.next(line);) {
      Cursor cursor(source_.name(), source_.line_number(), line);
      if (cursor.at_end()) continue;
      const char first = cursor.peek();
      if (first == '(' || (first >= '0' && first <= '9')) {
        body(cursor, phase, {});
        continue;
      }
      const std::size_t at = cursor.at();
      const std::string_view keyword = cursor.word();
      if (keyword == "phase" || keyword == "end") {
        take_phase_or_end(keyword, cursor);
        return;
      }
      if (keyword == "forall") {
        text::parse_forall(cursor, budget_,
                           [&](Cursor& c, const Variables& variables) { body(c, phase, variables); });
      } else if (keyword == "barrier") {
        if (phase.barrier_before) cursor.fail(at, "'barrier' occurs twice in this phase");
        phase.barrier_before = true;
        cursor.expect_end();
      } else if (keyword == "signal") {
        cursor.go_to(at);
        body(cursor, phase, {});
      } else {
        cursor.fail(at, unknown(keyword, cursor));
      }
    }
    truncated();
  }

  static std::string unknown(std::string_view keyword, const Cursor& cursor) {
    for (const std::string& header : text::TcsHeader::keywords()) {
      if (keyword == header) return fmt::format("'{}' belongs before the first phase", keyword);
    }
    if (keyword.empty()) return fmt::format("expected a statement, found {}", cursor.found());
    return fmt::format("unknown statement '{}'{}", keyword,
                       suggestion(keyword, {"phase", "forall", "signal", "barrier", "end"}));
  }

  /// A transfer or a signal, on its own line or behind a forall.
  void body(Cursor& cursor, Phase& phase, const Variables& variables) {
    const std::size_t at = cursor.at();
    if (cursor.accept("signal ")) {
      if (!info_.has_signals) cursor.fail(at, "the header has no 'signals'");
      cursor.skip_blanks();
      phase.signals.push_back(text::parse_signal(cursor, info_.topology, variables, phases_));
    } else {
      if (static_cast<std::int64_t>(phase.transfers.size()) == limits_.transfers) {
        cursor.fail(at, fmt::format("a phase has at most {} transfers", limits_.transfers));
      }
      text::parse_transfer(cursor, info_, variables, phase.transfers.emplace_back());
      boxes_ += static_cast<std::int64_t>(phase.transfers.back().blocks.boxes());
      if (boxes_ > limits_.boxes) {
        cursor.fail(at,
                    fmt::format("the transfers of a phase have more than {} boxes of blocks", limits_.boxes));
      }
    }
  }

  void take_phase_or_end(std::string_view keyword, Cursor& cursor) {
    cursor.skip_blanks();
    if (keyword == "phase") {
      text::check_name(cursor);
      next_name_ = cursor.rest();
      return;
    }
    ended_ = true;
    end_line_ = source_.line_number();
    end_count_ = cursor.number("the number of transfers");
    cursor.expect_end();
  }

  /// Throws unless the count is right and nothing follows.
  void check_end() {
    if (end_count_ != transfers_) {
      throw InputError(fmt::format("{}:{}:1: 'end {}', but the file has {} transfers: it is damaged",
                                   source_.name(), end_line_, end_count_, transfers_));
    }
    for (std::string_view line; source_.next(line);) {
      Cursor cursor(source_.name(), source_.line_number(), line);
      if (!cursor.at_end()) cursor.fail(cursor.at(), fmt::format("{} after 'end'", cursor.found()));
    }
  }

  [[noreturn]] void truncated() const {
    throw InputError(
        fmt::format("{}:{}:1: the file stops without 'end <number of transfers>': it is truncated",
                    source_.name(), source_.line_number() + 1));
  }

  LineSource source_;
  const TcsLimits limits_;
  text::ForallBudget budget_;
  ScheduleInfo info_;
  struct {
    int phases = 0;
    std::int64_t unnamed = 0;  // blocks of messages
  } count_;                    // of the whole file, from reading it once
  std::string next_name_;      // of the phase whose `phase` line has been read
  int phases_ = 0;             // given out since begin()
  std::int64_t transfers_ = 0;
  std::int64_t boxes_ = 0;  // of the phase that is read
  bool ended_ = false;
  std::int64_t end_line_ = 0;
  std::int64_t end_count_ = 0;
};

}  // namespace

std::unique_ptr<Schedule> read_tcs(const std::string& path) {
  return std::make_unique<TcsSchedule>(LineSource::open(path), TcsLimits{});
}

std::unique_ptr<Schedule> read_tcs_text(std::string text, std::string name, const TcsLimits& limits) {
  return std::make_unique<TcsSchedule>(LineSource::from_text(std::move(text), std::move(name)), limits);
}

}  // namespace torusim
