#pragma once
/// Messages that wait for each other, and the phases that they fall into.
///
/// Dependencies of other formats become the order of phases (list scheduling): a message goes into the
/// first phase after its dependencies in which its sender and receiver have a free port, in the order of
/// the file.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "schedules/core/schedule.h"

namespace torusim {

class MessageGraph {
 public:
  using Id = std::int32_t;

  /// `file` stands in messages.
  explicit MessageGraph(std::string file) : file_(std::move(file)) {}

  /// A message, from that line of the file. `step`: its phase if the file says so; then what it waits for
  /// must be in earlier ones.
  Id add_message(Transfer transfer, std::int64_t line, std::optional<int> step = {});
  /// Something that happens and is no message; only others wait for it.
  Id add_event(std::int64_t line);
  /// `later` begins when `earlier` has ended; with `started`, as soon as it has begun. A pair of equal ids is
  /// no wait.
  void wait(Id later, Id earlier, bool started = false);
  /// The message `later` is in no phase before that of the message `earlier`. Messages of which this is so
  /// both ways share a phase.
  void follow(Id later, Id earlier);
  /// The message is in no phase before this one.
  void not_before(Id message, int phase) { at(message).ready = phase; }

  Transfer& transfer(Id message) { return transfers_[at(message).transfer]; }
  std::int64_t line(Id id) const { return operations_[id].line; }

  /// All messages by phase, in each in the order in which they were added; the graph is used up. `ports`
  /// holds for messages without a step. `names`: of the phases, at least as many as there are; none: "step
  /// 1", .. Throws InputError when messages wait for each other in a circle, when a step contradicts a wait,
  /// and when messages that must share a phase have not the ports for it.
  std::vector<Phase> phases(int ports, const std::vector<std::string>& names);

 private:
  struct Operation {
    std::int64_t line;
    std::int32_t transfer;  // -1: an event
    std::int32_t step;      // -1: none given
    std::int32_t ready = 0;
    std::int32_t phase = -1;
    std::int32_t waits = 0;  // not yet settled
  };
  struct Wait {
    Id later;
    Id earlier;
    bool started;
  };

  Operation& at(Id id) { return operations_[id]; }
  /// Finds what must share a phase. It is then one thing that waits, the first of it, for what the others do.
  void group();
  Id group_of(Id id) const { return group_of_.empty() ? id : group_of_[id]; }
  void settle(Id id, int ports);
  void settle_together(const std::vector<Id>& members, int ports);
  int free_phase(const Transfer& transfer, int from, int ports);
  [[noreturn]] void circle() const;

  std::string file_;
  std::vector<Operation> operations_;
  std::vector<Transfer> transfers_;
  std::vector<Wait> waits_;
  bool follows_ = false;
  std::vector<Id> group_of_;                // empty: everything is alone
  std::map<Id, std::vector<Id>> together_;  // groups of more than one
  /// Ports taken, by (node, phase), and for each node the first phase that is not full.
  struct Ports {
    std::map<std::pair<NodeId, int>, int> taken;
    std::map<NodeId, int> first_free;
    int first(NodeId node, int from, int most);
    void take(NodeId node, int phase) { ++taken[{node, phase}]; }
    int used(NodeId node, int phase) const;
  } sends_, receives_;
};

}  // namespace torusim
