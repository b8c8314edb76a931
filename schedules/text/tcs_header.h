#pragma once
/// The statements of a .tcs file before its first phase.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schedules/core/schedule.h"
#include "schedules/text/cursor.h"

namespace torusim::text {

/// Throws InputError if the rest of the line, a name, has control characters other than tabs.
void check_name(const Cursor& cursor);

class TcsHeader {
 public:
  /// Reads a statement behind its keyword, which began at offset `at`. Returns false, and reads nothing, if
  /// `keyword` is no header keyword. Throws InputError for a wrong or repeated statement.
  bool statement(std::string_view keyword, std::size_t at, Cursor& cursor);
  /// The values of the statements; to be called with the cursor at the first phase or at `end`. Throws
  /// InputError when `tcs` or `topology` is missing.
  ScheduleInfo finish(const Cursor& cursor) const;

  static std::vector<std::string> keywords();

 private:
  void tcs(Cursor& cursor);
  void collective(Cursor& cursor);
  void only(Cursor& cursor, std::string_view what, std::string_view value, std::vector<std::string> later);
  void topology(Cursor& cursor);
  void ports(Cursor& cursor);
  void without(Cursor& cursor);
  void block(Cursor& cursor);
  void sync(Cursor& cursor);
  void claims(Cursor& cursor);

  ScheduleInfo info_;
  std::optional<Topology> topology_;
  std::vector<std::string> seen_;
};

}  // namespace torusim::text
