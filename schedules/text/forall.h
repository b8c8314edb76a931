#pragma once
/// `forall x=0..7 y=0..7/2 if x%4==y%4 : <statement>`: a statement repeated for many values of its variables.

#include <functional>

#include "schedules/text/cursor.h"
#include "schedules/text/expression.h"

namespace torusim::text {

/// The remaining budget of all foralls of a text.
struct ForallBudget {
  std::int64_t combinations = 1 << 24;  ///< limit of one forall
  /// Combinations without a statement, as their condition does not hold. Every statement adds
  /// kIdlePerStatement.
  std::int64_t idle = 1 << 22;

  static constexpr std::int64_t kIdlePerStatement = 64;
  static constexpr std::size_t kVariables = 16;
};

/// Reads the line after the keyword. Calls `statement`, with the cursor behind the colon, for every
/// combination of values for which the condition holds. The last variable changes fastest. The bounds of a
/// variable may use the variables before it. Throws InputError, also when `budget` is exceeded.
void parse_forall(Cursor& cursor, ForallBudget& budget,
                  const std::function<void(Cursor&, const Variables&)>& statement);

}  // namespace torusim::text
