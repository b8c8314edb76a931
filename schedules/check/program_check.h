#pragma once
/// Checks whether a program can end: it is executed without times, and every message arrives as soon as it is
/// sent.
///
/// Without wildcards and turns the outcome is the same for every order of events, so a program that ends here
/// ends on every network that delivers its messages. With them another order may have another outcome.
///
/// The check follows the chunks of a program in this order of execution. Without races (chunk_races.h) every
/// order has the same result.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/chunk_moves.h"

namespace torusim {

struct ProgramReport {
  /// Operations that never end, messages that no receive takes, receives that are too short; one sentence
  /// each, at most kMost.
  std::vector<std::string> violations;
  std::int64_t violation_count = 0;
  std::int64_t sends = 0, receives = 0, computes = 0, bytes = 0;
  std::int64_t steps = 0;  ///< operations of the other kinds, without time or data
  bool wildcards = false;
  bool turns = false;               ///< dependences do not fix the order of a rank's communications
  std::int64_t races = 0;           ///< pairs of unordered operations among the violations
  std::int64_t unjudged_pairs = 0;  ///< undecided pairs that may be races; a violation has their number
  std::int64_t wrong_chunks = 0;    ///< wrong chunks of outputs; a violation names the first
  bool orders_differ = false;       ///< ChunkMemory::orders_differ(), of a correct program

  static constexpr std::size_t kMost = 20;
  bool correct() const { return violation_count == 0; }
  bool depends_on_order() const { return wildcards || turns; }
};

/// Counts the operations of the program; nothing is checked.
ProgramReport count_operations(const Program& program);
/// Executes the program. A send of more bytes than `rendezvous` ends when a receive has matched it. `chunks`
/// are the chunk moves, if known.
ProgramReport check_program(const Program& program, std::int64_t rendezvous,
                            const ChunkMoves* chunks = nullptr);

}  // namespace torusim
