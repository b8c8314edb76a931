#pragma once
/// What torusim writes into the comments of other formats: the schedule's header, the names of its phases,
/// and for every message the transfer that it is, all as in .tcs files. Read back, they restore what the
/// format itself has no words for.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "schedules/convert/outside.h"
#include "schedules/text/tcs_header.h"

namespace torusim {

class Remarks {
 public:
  explicit Remarks(std::string file) : file_(std::move(file)) {}

  /// A statement of the header, `flit-bytes N` or `phase NAME`. Throws InputError for any other.
  void statement(text::Cursor& cursor, std::int64_t line);
  /// A transfer of the topology that the header has named.
  Transfer transfer(text::Cursor& cursor) const;

  bool present() const { return line_ > 0; }
  const std::vector<std::string>& phases() const { return phases_; }
  std::optional<int> flit_bytes() const { return flit_bytes_; }

  /// The schedule's info: from the header, or for a file without remarks from the options. `nodes` and
  /// `line`: how many ranks the file has, and where it says so. Throws InputError when that contradicts the
  /// topology.
  ScheduleInfo info(const OutsideOptions& options, std::int64_t nodes, std::int64_t line) const;

 private:
  std::string file_;
  text::TcsHeader header_;
  std::int64_t line_ = 0;  // of the last statement
  std::vector<std::string> phases_;
  std::optional<int> flit_bytes_;
};

/// The header of a schedule as remarks restore it: a line each, without ends. Signals are not among them, so
/// a schedule for local synchronisation becomes one for barriers.
std::vector<std::string> remark_lines(const ScheduleInfo& info, const std::vector<Phase>& phases,
                                      int flit_bytes);

/// Bytes of a message. Throws InputError when they are more than 2^62.
std::int64_t message_bytes(const ScheduleInfo& info, const Transfer& transfer, int flit_bytes);

}  // namespace torusim
