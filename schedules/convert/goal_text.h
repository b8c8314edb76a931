#pragma once
/// The statements of GOAL text, the group operation assembly language of LogGOPSim and its successors
/// (Hoefler, Siebert, Lumsdaine, "Group Operation Assembly Language", 2009). What a file becomes is up to the
/// classes that derive from this one: a program (goal_program.h) or a schedule (goal_reader.h).

#include <string>
#include <string_view>
#include <vector>

#include "schedules/convert/label_table.h"
#include "schedules/text/cursor.h"
#include "schedules/text/line_source.h"

namespace torusim {

class GoalText {
 protected:
  struct Statement {
    enum class Kind { kSend, kReceive, kCompute };
    Kind kind = Kind::kCompute;
    std::int64_t amount = 0;  ///< bytes, or the time of a computation; not negative
    std::int64_t peer = 0;    ///< a rank; of a receive also -1, any
    std::int64_t tag = 0;     ///< 0 if there is none
    std::int64_t cpu = 0, nic = 0;
    std::size_t at = 0;  ///< where its kind stands in the line
  };

  explicit GoalText(text::LineSource source) : source_(std::move(source)) {}
  virtual ~GoalText() = default;

  /// Reads the whole text. Throws InputError `file:line:column: ..`.
  void read_all();

  /// num_ranks, at least 1.
  virtual void header(std::int64_t ranks) = 0;
  virtual void begin_rank(std::int64_t /*rank*/) {}
  /// The next operation of the current rank; operations are numbered from 0 through the file.
  virtual void operation(text::Cursor& cursor, const Statement& statement) = 0;
  /// `later` waits until `earlier` has ended, or only started.
  virtual void wait(std::size_t later, std::size_t earlier, bool started) = 0;
  /// The cursor is behind `//#`.
  virtual void remark(text::Cursor& /*cursor*/) {}

  const std::string& file() const { return source_.name(); }
  std::int64_t line() const { return source_.line_number(); }
  std::int64_t ranks() const { return ranks_; }
  std::int64_t rank() const { return rank_; }
  bool in_rank() const { return in_rank_; }
  std::size_t operations() const { return operations_; }
  /// What a person may not expect, one sentence each.
  std::vector<std::string> notes() const;
  [[noreturn]] void fail(std::int64_t line, const std::string& what) const;

 private:
  static constexpr std::int64_t kMaxRanks = 1 << 20;

  bool comment(text::Cursor& cursor);
  void statement(text::Cursor& cursor);
  void rank_statement(text::Cursor& cursor);
  void labelled(text::Cursor& cursor);
  void define(text::Cursor& cursor, std::size_t at, std::string_view kind);
  void attributes(text::Cursor& cursor, Statement& statement) const;
  std::size_t label(text::Cursor& cursor, std::size_t at, std::string_view word) const;

  text::LineSource source_;
  std::int64_t ranks_ = 0;  // 0: not said yet
  std::int64_t rank_ = -1;
  std::int64_t absent_ = 0;  // ranks without a block
  bool in_rank_ = false;
  bool in_comment_ = false;
  LabelTable labels_;  // of this rank
  std::size_t operations_ = 0;
  std::int64_t repeated_ = 0, first_repeated_ = 0;  // labels that occur twice, the line of the first
};

}  // namespace torusim
