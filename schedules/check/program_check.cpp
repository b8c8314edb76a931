#include "schedules/check/program_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "schedules/check/chunk_races.h"
#include "schedules/core/chunk_memory.h"
#include "schedules/core/message_matching.h"
#include "schedules/core/program.h"

namespace torusim {
namespace {

// The order in which the communications of a rank hold their cpu (Operation::Kind::kHold).

using Kind = Operation::Kind;

/// Follows the dependences of one rank. Each hold must come after the release of the hold before it.
bool ordered(const Program& program, OperationId first, OperationId end) {
  std::vector<std::uint32_t> waits(end - first), released(end - first);  // holds released before an operation
  const auto each_dependent = [&](OperationId id, const auto& visit) {
    for (const Program::Dependent& dependent : program.dependents_of(id)) {
      if (dependent.later >= first && dependent.later < end) visit(dependent.later - first);
    }
  };
  for (OperationId id = first; id < end; ++id) {
    each_dependent(id, [&](OperationId later) { ++waits[later]; });
  }
  std::vector<OperationId> ready;
  for (OperationId id = first; id < end; ++id) {
    if (waits[id - first] == 0) ready.push_back(id);
  }
  std::uint32_t holds = 0;
  for (std::size_t next = 0; next < ready.size(); ++next) {
    const OperationId id = ready[next];
    std::uint32_t& before = released[id - first];
    const Kind kind = program.operations[id].kind;
    if (kind == Kind::kHold && before != holds++) return false;
    if (kind == Kind::kRelease) before = holds;
    each_dependent(id, [&](OperationId later) {
      released[later] = std::max(released[later], before);
      if (--waits[later] == 0) ready.push_back(first + later);
    });
  }
  return true;  // a circle of waits is a finding of its own
}

/// Whether dependences within a rank fix the order of its holds, on every rank with a collective. A hold of a
/// collective waits for other ranks, so another order can be a deadlock. A hold of a send alone always ends.
bool holds_are_ordered(const Program& program) {
  for (std::size_t rank = 0; rank + 1 < program.first.size(); ++rank) {
    const OperationId first = program.first[rank], end = program.first[rank + 1];
    bool collective = false;
    for (OperationId id = first; id < end && !collective; ++id) {
      const Operation& operation = program.operations[id];
      collective = operation.kind == Kind::kReceive && operation.tag >= Program::kFirstCollectiveTag &&
                   operation.tag != Operation::kAnyTag;
    }
    if (collective && program.traces && !ordered(program, first, end)) return false;
  }
  return true;
}

class Execution {
 public:
  Execution(const Program& program, std::int64_t rendezvous, const ChunkMoves* chunks, ProgramReport& report)
      : program_(program),
        chunks_(chunks),
        rendezvous_(rendezvous),
        report_(report),
        matching_(program),
        states_(program.operations.size(), State::kWaiting) {
    waits_.reserve(program.operations.size());
    for (const Operation& operation : program.operations) waits_.push_back(operation.waits);
    if (chunks_ == nullptr) return;
    memory_.emplace(program, *chunks_);
    sent_by_.assign(program.operations.size(), UINT32_MAX);
  }

  void run() {
    for (OperationId id = 0; id < program_.operations.size(); ++id) {
      if (program_.operations[id].waits != 0) continue;
      ready_.push_back(id);
      while (!ready_.empty()) {
        const OperationId next = ready_.back();
        ready_.pop_back();
        execute(next);
      }
    }
    name_circle();
    for (OperationId id = 0; id < states_.size(); ++id) {
      const Operation& operation = program_.operations[id];
      if (states_[id] != State::kStarted || operation.kind != Kind::kReceive || has_partner(id)) continue;
      add(fmt::format("{}: no message is left for the {}", program_.place(id), named(id)));
    }
    for (const OperationId id : matching_.unexpected()) {
      if (has_partner(id)) continue;  // which has not been posted: the circle is the reason
      add(fmt::format("{}: no receive is left for the {}", program_.place(id), named(id)));
    }
    const bool explained = report_.violation_count > 0;
    for (OperationId id = 0; !explained && id < states_.size(); ++id) {
      if (states_[id] == State::kEnded) continue;
      add(fmt::format("{}: the {} never ends", program_.place(id), named(id)));
    }
    if (memory_) judge_chunks();
  }

 private:
  enum class State : std::uint8_t { kWaiting, kStarted, kEnded };

  /// Behind its place, which is in the name otherwise.
  std::string named(OperationId id) const {
    return program_.operations[id].line > 0 ? program_.title(id) : program_.describe(id);
  }

  void add(std::string sentence) {
    ++report_.violation_count;
    if (report_.violations.size() < ProgramReport::kMost) report_.violations.push_back(std::move(sentence));
  }

  void execute(OperationId id) {
    const Operation& operation = program_.operations[id];
    states_[id] = State::kStarted;
    if (memory_) memory_->started(id);
    if (memory_ && operation.kind == Kind::kSend) effects_.push_back(id);
    meet_dependents(id, true);
    switch (operation.kind) {
      case Kind::kCompute:
      case Kind::kHold:  // nothing takes time here, so no cpu is ever waited for (ProgramReport::turns)
      case Kind::kRelease:
      case Kind::kJoin:
      case Kind::kSignal:
      case Kind::kDelay:
      case Kind::kTurns:
        end(id);
        break;
      case Kind::kSend:
        if (program_.sends_end_at_tail || operation.size <= rendezvous_) end(id);
        if (const auto receive = matching_.arrive(id)) match(*receive, id);
        break;
      case Kind::kReceive:
        if (const auto send = matching_.post(id)) match(id, *send);
        break;
    }
  }

  void match(OperationId receive, OperationId send) {
    if (program_.operations[receive].size < program_.operations[send].size) {
      add(fmt::format("{}: the {} is too short for the {}", program_.place(receive), named(receive),
                      program_.describe(send)));
    }
    if (memory_) sent_by_[receive] = send;
    end(receive);
    if (states_[send] != State::kEnded) end(send);
  }

  void end(OperationId id) {
    states_[id] = State::kEnded;
    if (memory_) memory_->ended(id);
    if (memory_ && program_.operations[id].kind != Kind::kSend) effects_.push_back(id);
    meet_dependents(id, false);
  }

  void judge_chunks() {
    const bool ended = report_.violation_count == 0;
    const ChunkRaces found = find_chunk_races(program_, *chunks_, effects_, sent_by_);
    if (ended) report_.wrong_chunks = memory_->wrong();
    report_.orders_differ = ended && report_.wrong_chunks == 0 && memory_->orders_differ();
    if (report_.wrong_chunks > 0) {
      std::string others;
      if (report_.wrong_chunks > 1)
        others = fmt::format(" ({} chunks of outputs are wrong)", report_.wrong_chunks);
      add(memory_->first_wrong() + others);
    }
    report_.races = found.count;
    report_.unjudged_pairs = found.unjudged;
    for (const ChunkRaces::Race& race : found.races) {
      add(fmt::format("{}: race: the {} {} {}, and nothing orders it with the {}, which {} it",
                      program_.place(race.earlier), named(race.earlier),
                      race.earlier_writes ? "writes" : "reads", chunks_->place_text(race.place),
                      program_.describe(race.later), race.later_writes ? "writes" : "reads"));
    }
    report_.violation_count += found.count - static_cast<std::int64_t>(found.races.size());
    if (found.unjudged > 0) {
      add(fmt::format("{} pairs of accesses may be races; to judge them takes too long", found.unjudged));
    }
  }

  void meet_dependents(OperationId id, bool started) {
    if (program_.operations[id].kind == Kind::kTurns) return;  // met one by one
    for (const Program::Dependent& dependent : program_.dependents_of(id)) {
      if ((dependent.after_start != 0) == started) meet(dependent.later);
    }
  }

  void meet(OperationId later) {
    if (program_.operations[later].kind == Kind::kTurns) {
      const auto dependents = program_.dependents_of(later);
      const std::uint32_t turn = program_.operations[later].waits - waits_[later];
      if (turn < dependents.size()) meet(dependents[turn].later);
    }
    if (--waits_[later] == 0) ready_.push_back(later);
  }

  /// For each operation that has not ended, an operation for which it waits; itself if there is none.
  std::vector<OperationId> causes() {
    std::vector<OperationId> cause(states_.size());
    for (OperationId id = 0; id < states_.size(); ++id) cause[id] = id;
    for (OperationId id = 0; id < states_.size(); ++id) {
      for (const Program::Dependent& dependent : program_.dependents_of(id)) {
        const bool met =
            states_[id] == State::kEnded || (dependent.after_start != 0 && states_[id] == State::kStarted);
        if (!met) cause[dependent.later] = id;
      }
      const Kind kind = program_.operations[id].kind;
      if (states_[id] != State::kWaiting || (kind != Kind::kSend && kind != Kind::kReceive)) continue;
      const Operation& operation = program_.operations[id];
      const bool sends = operation.kind == Kind::kSend;
      partners_.try_emplace({sends ? operation.peer : operation.rank, sends ? operation.rank : operation.peer,
                             operation.tag, sends},
                            id);
    }
    for (OperationId id = 0; id < states_.size(); ++id) {
      if (states_[id] != State::kStarted) continue;
      if (const auto partner = partner_of(id); partner != partners_.end()) cause[id] = partner->second;
    }
    return cause;
  }

  /// Destination, source, tag and direction (send or receive) of operations that have not started.
  using Partners = std::map<std::tuple<std::int32_t, std::int32_t, std::uint32_t, bool>, OperationId>;

  Partners::const_iterator partner_of(OperationId id) const {
    const Operation& operation = program_.operations[id];
    const bool sends = operation.kind == Kind::kSend;
    const std::int32_t to = sends ? operation.peer : operation.rank;
    const auto exact = partners_.find({to, sends ? operation.rank : operation.peer, operation.tag, !sends});
    if (exact != partners_.end()) return exact;
    for (auto each = partners_.lower_bound({to, INT32_MIN, 0, false});
         each != partners_.end() && std::get<0>(each->first) == to; ++each) {
      const auto& [destination, source, tag, other_sends] = each->first;
      if (other_sends == sends) continue;
      const std::int32_t from = sends ? operation.rank : operation.peer;
      const bool fits =
          (source == from || source == Operation::kAnySource || from == Operation::kAnySource) &&
          (tag == operation.tag || tag == Operation::kAnyTag || operation.tag == Operation::kAnyTag);
      if (fits) return each;
    }
    return partners_.end();
  }
  bool has_partner(OperationId id) const { return partner_of(id) != partners_.end(); }

  void name_circle() {
    std::vector<OperationId> cause;
    std::vector<OperationId> round;  // in which an operation was visited
    for (OperationId start = 0; start < states_.size(); ++start) {
      if (states_[start] == State::kEnded) continue;
      if (cause.empty()) {
        cause = causes();
        round.assign(states_.size(), UINT32_MAX);
      }
      OperationId at = start;
      while (round[at] == UINT32_MAX && cause[at] != at) {
        round[at] = start;
        at = cause[at];
      }
      if (round[at] != start) continue;
      tell_circle(at, cause);
      return;
    }
  }

  void tell_circle(OperationId from, const std::vector<OperationId>& cause) {
    std::string text =
        fmt::format("{}: operations wait for each other: the {}", program_.place(from), named(from));
    std::size_t told = 0;
    OperationId at = from;
    do {
      at = cause[at];
      if (++told <= ProgramReport::kMost) text += fmt::format(" waits for the {}", program_.describe(at));
      if (told <= ProgramReport::kMost && at != from) text += ", which";
    } while (at != from);
    if (told > ProgramReport::kMost) text += fmt::format(" waits for {} more", told - ProgramReport::kMost);
    add(std::move(text));
  }

  const Program& program_;
  const ChunkMoves* const chunks_;
  const std::int64_t rendezvous_;
  ProgramReport& report_;
  MessageMatching matching_;
  std::vector<std::uint32_t> waits_;
  std::vector<State> states_;
  std::vector<OperationId> ready_;
  std::optional<ChunkMemory> memory_;
  std::vector<OperationId> effects_;  // operations in the order in which they move chunks
  std::vector<OperationId> sent_by_;  // of each receive
  Partners partners_;
};

}  // namespace

ProgramReport count_operations(const Program& program) {
  ProgramReport report;
  for (const Operation& operation : program.operations) {
    switch (operation.kind) {
      case Kind::kSend:
        ++report.sends;
        report.bytes += operation.size;
        break;
      case Kind::kReceive:
        ++report.receives;
        report.wildcards |= operation.peer == Operation::kAnySource || operation.tag == Operation::kAnyTag;
        break;
      case Kind::kCompute:
        ++report.computes;
        break;
      case Kind::kHold:
      case Kind::kRelease:
      case Kind::kJoin:
      case Kind::kSignal:
      case Kind::kDelay:
      case Kind::kTurns:
        ++report.steps;
        break;
    }
  }
  return report;
}

ProgramReport check_program(const Program& program, std::int64_t rendezvous, const ChunkMoves* chunks) {
  ProgramReport report = count_operations(program);
  report.turns = !holds_are_ordered(program);
  Execution(program, rendezvous, chunks, report).run();
  return report;
}

}  // namespace torusim
