#pragma once
/// Whether a program can end: it is executed without times, every message arriving as soon as it is sent.
///
/// Without wildcards the outcome is the same for every order of events, so a program that ends here ends on
/// every network that delivers its messages. With wildcards other orders may end otherwise.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/program.h"

namespace torusim {

struct ProgramReport {
  /// Operations that never end, messages that no receive takes, receives that are too short; a sentence
  /// each, at most kMost.
  std::vector<std::string> violations;
  std::int64_t violation_count = 0;
  std::int64_t sends = 0, receives = 0, computes = 0, bytes = 0;
  std::int64_t steps = 0;  ///< operations without time or data: kHold, kRelease, kJoin
  bool wildcards = false;

  static constexpr std::size_t kMost = 20;
  bool correct() const { return violation_count == 0; }
};

/// Counts the operations of the program; nothing is checked.
ProgramReport count_operations(const Program& program);
/// A send of more bytes than `rendezvous` ends when a receive has matched it.
ProgramReport check_program(const Program& program, std::int64_t rendezvous);

}  // namespace torusim
