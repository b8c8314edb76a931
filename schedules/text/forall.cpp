#include "schedules/text/forall.h"

#include <fmt/format.h>

namespace torusim::text {
namespace {

class Forall {
 public:
  Forall(Cursor& cursor, std::int64_t most, const std::function<void(Cursor&, const Variables&)>& statement)
      : cursor_(cursor), most_(most), statement_(statement) {}

  /// What stands at the cursor: a further variable, the condition, or the colon.
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
    if (++combinations_ > most_) {
      cursor_.fail(at, fmt::format("the forall has more than {} combinations", most_));
    }
    if (holds) statement_(cursor_, variables_);
  }

 private:
  void variable(std::size_t at, std::string_view name) {
    if (name[0] >= '0' && name[0] <= '9') cursor_.fail(at, "the name of a variable begins with a letter");
    if (name.find('-') != std::string_view::npos) cursor_.fail(at, "the name of a variable has no '-'");
    for (const Variable& known : variables_) {
      if (known.name == name) cursor_.fail(at, fmt::format("variable '{}' stands twice", name));
    }
    cursor_.expect('=', "after the variable");
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
    const std::size_t rest = cursor_.at();
    const std::size_t index = variables_.size();
    variables_.push_back({name, first});
    for (std::int64_t value = first; value <= last; value += step) {
      variables_[index].value = value;
      cursor_.go_to(rest);
      parts();
    }
    variables_.pop_back();
  }

  Cursor& cursor_;
  const std::int64_t most_;
  const std::function<void(Cursor&, const Variables&)>& statement_;
  Variables variables_;
  std::int64_t combinations_ = 0;
};

}  // namespace

void parse_forall(Cursor& cursor, std::int64_t most,
                  const std::function<void(Cursor&, const Variables&)>& statement) {
  Forall(cursor, most, statement).parts();
}

}  // namespace torusim::text
