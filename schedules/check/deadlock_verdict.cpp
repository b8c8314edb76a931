#include "schedules/check/deadlock_verdict.h"

#include <fmt/format.h>

namespace torusim {
namespace {

/// The reason why a run cannot close a circle, although all messages together close one.
std::string what_parts(Schedule& schedule, const WaitingModel& model) {
  WaitingModel any_length = model;
  any_length.reserve = 0;
  if (!find_circle_of_waits(schedule, any_length).channels.empty()) {
    if (model.bubble)
      return "the packet slots behind a channel of every cycle hold all messages that take the channel";
    return fmt::format(
        "the buffer of {} flits behind a channel of every cycle holds all messages that take the channel",
        model.reserve);
  }
  switch (model.sync) {
    case Synchronisation::kPriority:
      return "each phase has virtual channels of its own";
    case Synchronisation::kSwitch:
      return "no channel lets a phase pass before the one before it";
    default:
      return "a barrier ends one phase before the next begins";
  }
}

}  // namespace

const char* to_text(DeadlockRisk risk) {
  switch (risk) {
    case DeadlockRisk::kFree:
      return "free";
    case DeadlockRisk::kCannotClose:
      return "free in this run";
    case DeadlockRisk::kCanDeadlock:
      return "can deadlock";
  }
  return "?";
}

DeadlockVerdict judge_deadlock(Schedule& schedule, const WaitingModel& model) {
  DeadlockVerdict verdict;
  verdict.circle = find_circle_of_waits(schedule, model);
  if (!verdict.circle.channels.empty()) {
    verdict.risk = DeadlockRisk::kCanDeadlock;
    verdict.messages = messages_of(verdict.circle, schedule, model);
    return verdict;
  }
  if (!model.by_phase() && model.sync != Synchronisation::kLocal && model.reserve == 0) return verdict;
  WaitingModel together = model;
  together.reserve = 0;
  together.apart = false;
  verdict.circle = find_circle_of_waits(schedule, together);
  if (verdict.circle.channels.empty()) return verdict;
  verdict.risk = DeadlockRisk::kCannotClose;
  verdict.messages = messages_of(verdict.circle, schedule, together);
  verdict.because = what_parts(schedule, model);
  return verdict;
}

}  // namespace torusim
