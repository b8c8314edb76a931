#pragma once
/// The blocks that each node holds while a collective runs.

#include <cstdint>
#include <functional>
#include <memory>

#include "schedules/check/violation.h"

namespace torusim {

class Holdings {
 public:
  virtual ~Holdings() = default;

  /// Takes the blocks of all transfers from their senders and then gives them to the receivers, so a receiver
  /// can send a block from the next phase on. Reports blocks that a sender does not hold; the blocks that it
  /// holds are still sent. Transfers for which `usable` is false are skipped.
  virtual void apply(const Phase& phase, const std::function<bool(const Transfer&)>& usable,
                     ViolationLog& log) = 0;

  /// Reports every node that lacks blocks at the end, or holds blocks that belong to other nodes.
  virtual void report_undelivered(ViolationLog& log) const = 0;

  /// Blocks delivered to nodes that held them already.
  virtual std::int64_t repeats() const = 0;
};

/// Makes the holdings for the schedule's collective. The schedule must outlive the result.
std::unique_ptr<Holdings> make_holdings(const Schedule& schedule);

}  // namespace torusim
