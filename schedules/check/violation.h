#pragma once
/// The kinds of violations of a schedule, and the list of its violations.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "schedules/core/schedule.h"

namespace torusim {

enum class ViolationKind {
  kBadNode,        ///< a node that does not exist, or a message to its own source
  kEmptyMessage,   ///< a transfer without blocks, where they have names
  kNotHeld,        ///< a block is sent by a node that does not hold it at the start of the phase
  kNotDelivered,   ///< a block, or a contribution, is not at its destination at the end
  kRepeated,       ///< a node gets a block, or a contribution, that it already has
  kLost,           ///< a chunk is stored in place of contributions that it does not contain
  kPorts,          ///< more sends or receives of a node in a phase than it has ports
  kRoute,          ///< a route that does not lead from source to destination, or over a missing wrap channel
  kChannelShared,  ///< claimed disjoint, but two transfers of a phase use one channel
  kNotShortest,    ///< claimed shortest, but the route is not
  kMessageClass,   ///< a negative message class
  kSignal,         ///< a signal that cannot be sent or gates nothing
  kPhaseCount,     ///< the number of phases differs from the schedule's info
};

const char* to_text(ViolationKind kind);

struct Violation {
  ViolationKind kind;
  int phase = 0;           ///< index of the phase; the number of phases for violations found at the end
  std::string phase_name;  ///< "S1.GP1"; empty for violations found at the end
  NodeId node = 0;
  std::optional<Block> block;
  std::string text;  ///< the message, a whole sentence
};

/// Keeps the first violations and counts all of them.
class ViolationLog {
 public:
  /// `info` must outlive the log.
  ViolationLog(const ScheduleInfo& info, int keep) : info_(info), keep_(keep) {}

  /// Sets the phase of the following violations: index as in Violation::phase, an empty name for the end.
  void enter(int phase, std::string name);
  /// `what` completes "phase P, node N: "; `block`, if given, follows it and `rest` closes the sentence.
  void add(ViolationKind kind, NodeId node, const std::string& what, std::optional<Block> block = {},
           const std::string& rest = "");

  std::int64_t count() const { return count_; }
  std::vector<Violation> take() { return std::move(violations_); }

 private:
  std::string name(NodeId node) const;

  const ScheduleInfo& info_;
  int keep_;
  int phase_ = 0;
  std::string phase_name_;
  std::int64_t count_ = 0;
  std::vector<Violation> violations_;
};

}  // namespace torusim
