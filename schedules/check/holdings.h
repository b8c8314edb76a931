#pragma once
/// Which node holds which blocks while a collective goes on.

#include <cstdint>
#include <functional>
#include <memory>

#include "schedules/check/violation.h"

namespace torusim {

class Holdings {
 public:
  virtual ~Holdings() = default;

  /// Takes the blocks of all transfers from their senders and then gives them to the receivers, so that who
  /// receives one can send it from the next phase on. Reports blocks that a sender does not hold; the blocks
  /// that it holds are still sent. Transfers for which `usable` is false are passed over.
  virtual void apply(const Phase& phase, const std::function<bool(const Transfer&)>& usable,
                     ViolationLog& log) = 0;

  /// Reports every node that lacks blocks at the end, or holds what belongs elsewhere.
  virtual void report_undelivered(ViolationLog& log) const = 0;

  /// Blocks that came to nodes which held them already.
  virtual std::int64_t repeats() const = 0;
};

/// Blocks that move (a complete exchange), are copied (gossip, broadcast), add up (reductions) or have no
/// names (messages). The schedule must outlive the result.
std::unique_ptr<Holdings> make_holdings(const Schedule& schedule);

}  // namespace torusim
