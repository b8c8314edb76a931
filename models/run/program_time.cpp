#include "models/run/program_time.h"

#include <queue>

#include "models/contract/zero_load.h"
#include "models/sources/program_driver.h"

namespace torusim {
namespace {

struct Event {
  Cycle at;
  WormSlot slot;
  bool operator>(const Event& other) const { return at > other.at; }
};
using Events = std::priority_queue<Event, std::vector<Event>, std::greater<>>;

}  // namespace

RunResult run_without_contention(const ProgramSchedule& schedule, const RunOptions& asked) {
  RunOptions options = asked;
  options.observers.clear();
  const Hardware& hardware = options.hardware;
  WormTable worms;
  ProgramDriver driver(schedule, options, worms);
  Events sent, received;
  std::vector<Injection> injections;
  const auto ended = [&driver](Verdict verdict, Cycle cycle) {
    RunResult result;
    result.verdict = verdict;
    result.cycles = cycle;
    driver.report(result);
    if (verdict == Verdict::kVerified && !result.findings.empty()) result.verdict = Verdict::kFailed;
    return result;
  };
  for (Cycle now = 0;;) {
    for (; !received.empty() && received.top().at == now; received.pop()) {
      driver.received(now, received.top().slot);
    }
    injections.clear();
    driver.advance(now, injections);
    for (const Injection& injection : injections) {
      const Worm& worm = worms[injection.worm];
      const PathTimes path = path_times(hardware, worm.source, worm.route);
      const Cycle latency = zero_load_latency(hardware, 0, path, worm.flits);
      Cycle streams = latency - zero_load_latency(hardware, 0, path, 1);
      if (hardware.switching == Switching::kStoreAndForward) {
        streams = worm.flits - 1;
      } else if ((hardware.uneven != nullptr || hardware.router_delay > 1) &&
                 hardware.switching != Switching::kCircuit) {
        streams = injection_time(hardware, worm.source, worm.route, worm.flits);
      }
      sent.push({now + streams, injection.worm});
      received.push({now + latency, injection.worm});
    }
    // A tail leaves its node before it arrives, so the worm still exists.
    for (; !sent.empty() && sent.top().at == now; sent.pop()) driver.sent(now, sent.top().slot);
    if (driver.done()) return ended(Verdict::kVerified, now);
    Cycle next = driver.next_timer();
    if (!sent.empty()) next = std::min(next, sent.top().at);
    if (!received.empty()) next = std::min(next, received.top().at);
    if (next == MessageSource::kNever) return ended(Verdict::kDeadlock, now);
    now = std::max(next, now + 1);
  }
}

std::optional<Cycle> cycles_without_contention(const ProgramSchedule& schedule, const RunOptions& options) {
  const RunResult result = run_without_contention(schedule, options);
  return result.verdict == Verdict::kDeadlock ? std::nullopt : std::optional(result.cycles);
}

}  // namespace torusim
