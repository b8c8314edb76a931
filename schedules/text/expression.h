#pragma once
/// Whole-number arithmetic and conditions over the variables of a `forall`.
///
///     sum      = product { (+|-) product }        product = factor { (*|/|%) factor }
///     factor   = number | variable | - factor | ( sum )
///     condition = term { (or|"||") term }         term = test { (and|&&) test }
///     test     = not test | sum (==|!=|<=|<|>=|>) sum | ( condition )
///
/// Division rounds down and the remainder is never negative, so x%4 is a coordinate for every x.

#include <cstdint>
#include <string_view>
#include <vector>

#include "schedules/text/cursor.h"

namespace torusim::text {

struct Variable {
  std::string_view name;
  std::int64_t value = 0;
};
using Variables = std::vector<Variable>;

/// Evaluates a sum, which ends before a blank outside parentheses. Throws InputError at the column.
std::int64_t parse_sum(Cursor& cursor, const Variables& variables);

/// A bound of `a..b/step`: a sum with divisions only in parentheses, because a bare / begins the step.
std::int64_t parse_bound(Cursor& cursor, const Variables& variables);

/// Evaluates a condition; blanks may stand between its parts.
bool parse_condition(Cursor& cursor, const Variables& variables);

}  // namespace torusim::text
