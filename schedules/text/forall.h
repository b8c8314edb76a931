#pragma once
/// `forall x=0..7 y=0..7/2 if x%4==y%4 : <statement>`: one statement for many values of its variables.

#include <functional>

#include "schedules/text/cursor.h"
#include "schedules/text/expression.h"

namespace torusim::text {

/// Reads the line after the keyword and calls `statement` with the cursor behind the colon, once for every
/// combination of values for which the condition holds, the last variable changing fastest. The bounds of a
/// variable may use the variables before it. Throws InputError, also for more than `most` combinations.
void parse_forall(Cursor& cursor, std::int64_t most,
                  const std::function<void(Cursor&, const Variables&)>& statement);

}  // namespace torusim::text
