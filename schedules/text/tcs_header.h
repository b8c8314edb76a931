#pragma once
/// The statements of a .tcs file that stand before its first phase.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schedules/core/schedule.h"
#include "schedules/text/cursor.h"

namespace torusim::text {

/// The rest of the line is a name that can be shown: no control characters but tabs. Throws InputError.
void check_name(const Cursor& cursor);

class TcsHeader {
 public:
  /// Takes a statement whose keyword has been read (it began at offset `at`). False, and nothing read, if it
  /// is no header keyword. Throws InputError for a wrong or repeated one.
  bool statement(std::string_view keyword, std::size_t at, Cursor& cursor);
  /// Values of the statements; called when the cursor is at the first phase or at `end`. Throws InputError
  /// when `tcs` or `topology` is missing.
  ScheduleInfo finish(const Cursor& cursor) const;

  static std::vector<std::string> keywords();

 private:
  void tcs(Cursor& cursor);
  void collective(Cursor& cursor);
  void only(Cursor& cursor, std::string_view what, std::string_view value, std::vector<std::string> later);
  void topology(Cursor& cursor);
  void ports(Cursor& cursor);
  void block(Cursor& cursor);
  void sync(Cursor& cursor);
  void claims(Cursor& cursor);

  ScheduleInfo info_;
  std::optional<Topology> topology_;
  std::vector<std::string> seen_;
};

}  // namespace torusim::text
