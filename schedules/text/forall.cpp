#include "schedules/text/forall.h"

#include <fmt/format.h>

namespace torusim::text {
namespace {

class Forall {
 public:
  Forall(Cursor& cursor, ForallBudget& budget,
         const std::function<void(Cursor&, const Variables&)>& statement)
      : cursor_(cursor), budget_(budget), statement_(statement) {}

  /// The next item at the cursor: a further variable, the condition, or the colon.
  void parts() {
    cursor_.skip_blanks();
    const std::size_t at = cursor_.at();
    const std::string_view name = cursor_.word();
    if (!name.empty() && name != "if") {
      variable(at, name);
      return;
    }
    if (variables_.empty()) cursor_.fail(at, "expected a variable like x=0..7");
    const bool holds = name != "if" || parse_condition(cursor_, variables_);
    cursor_.skip_blanks();
    cursor_.expect(':', "before the statement of the forall");
    cursor_.skip_blanks();
    if (++combinations_ > budget_.combinations) too_many(at);
    if (holds) {
      statement_(cursor_, variables_);
      budget_.idle += ForallBudget::kIdlePerStatement;
    } else if (--budget_.idle < 0) {
      cursor_.fail(at, fmt::format("the condition holds too rarely: {} of {} combinations so far, below one "
                                   "in {}; use bounds instead",
                                   statements_, combinations_, ForallBudget::kIdlePerStatement));
    }
    statements_ += holds;
  }

 private:
  void variable(std::size_t at, std::string_view name) {
    if (name[0] >= '0' && name[0] <= '9') cursor_.fail(at, "the name of a variable begins with a letter");
    if (name.find('-') != std::string_view::npos) cursor_.fail(at, "the name of a variable has no '-'");
    if (variables_.size() == ForallBudget::kVariables) {
      cursor_.fail(at, fmt::format("a forall has at most {} variables", ForallBudget::kVariables));
    }
    for (const Variable& known : variables_) {
      if (known.name == name) cursor_.fail(at, fmt::format("variable '{}' occurs twice", name));
    }
    cursor_.expect('=', "after the variable");
    const std::size_t bounds_at = cursor_.at();
    const std::int64_t first = parse_bound(cursor_, variables_);
    if (!cursor_.accept("..")) {
      cursor_.fail(cursor_.at(),
                   fmt::format("expected '..' in the range of '{}', found {}", name, cursor_.found()));
    }
    const std::int64_t last = parse_bound(cursor_, variables_);
    std::int64_t step = 1;
    if (cursor_.accept('/')) {
      const std::size_t step_at = cursor_.at();
      step = parse_bound(cursor_, variables_);
      if (step < 1) cursor_.fail(step_at, fmt::format("step {}: at least 1", step));
    }
    if (last < first) cursor_.fail(at, fmt::format("range {}..{} is empty", first, last));
    // There are at least as many combinations as in the ranges that depend on no variable; more than allowed
    // are refused at once, not after they have been gone through.
    const std::int64_t before = at_least_;
    if (!depends(cursor_.since(bounds_at))) at_least_ *= (last - first) / step + 1;
    if (at_least_ > budget_.combinations) too_many(at);
    const std::size_t rest = cursor_.at();
    const std::size_t index = variables_.size();
    variables_.push_back({name, first});
    for (std::int64_t value = first; value <= last; value += step) {
      variables_[index].value = value;
      cursor_.go_to(rest);
      parts();
    }
    variables_.pop_back();
    at_least_ = before;
  }

  static bool depends(std::string_view bounds) {
    return bounds.find_first_not_of("0123456789+-*/%(). \t") != std::string_view::npos;
  }
  [[noreturn]] void too_many(std::size_t at) const {
    cursor_.fail(at, fmt::format("the forall has more than {} combinations", budget_.combinations));
  }

  Cursor& cursor_;
  ForallBudget& budget_;
  const std::function<void(Cursor&, const Variables&)>& statement_;
  Variables variables_;
  std::int64_t combinations_ = 0;
  std::int64_t statements_ = 0;
  std::int64_t at_least_ = 1;
};

}  // namespace

void parse_forall(Cursor& cursor, ForallBudget& budget,
                  const std::function<void(Cursor&, const Variables&)>& statement) {
  Forall(cursor, budget, statement).parts();
}

}  // namespace torusim::text
