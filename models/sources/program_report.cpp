// The deliveries of a program, and its errors.
#include <fmt/format.h>

#include <algorithm>

#include "models/sources/program_driver.h"

namespace torusim {
namespace {

using Kind = Operation::Kind;

constexpr std::size_t kMostSentences = 20;

}  // namespace

void ProgramDriver::report(RunResult& result) const {
  if (result.verdict == Verdict::kDeadlock) report_waits(result.findings);
  result.phases = {time_};
  result.messages = program_.messages;
  result.signals = program_.signals;
  result.delivered_blocks = delivered();
  result.total_blocks = total();
  result.flit_hops = time_.flit_hops;
  if (short_receives_ > 0) {
    result.findings.push_back(first_short_);
    if (short_receives_ > 1) {
      result.findings.push_back(fmt::format("and {} more receives that are too short", short_receives_ - 1));
    }
  }
  if (memory_ && done()) {
    const std::int64_t wrong = memory_->wrong();
    if (wrong > 0) result.findings.push_back(memory_->first_wrong());
    if (wrong > 1)
      result.findings.push_back(fmt::format("and {} more chunks of outputs are wrong", wrong - 1));
  }
  const bool judged = done() || result.verdict == Verdict::kDeadlock;
  const auto unexpected = judged ? matching_.unexpected() : std::vector<OperationId>();
  for (std::size_t i = 0; i < std::min(kMostSentences, unexpected.size()); ++i) {
    result.findings.push_back("no receive has taken the " + program_.describe(unexpected[i]));
  }
  if (unexpected.size() > kMostSentences) {
    result.findings.push_back(
        fmt::format("and {} more messages that no receive has taken", unexpected.size() - kMostSentences));
  }
}

/// Reports the operations that have begun and not ended, or wait for their turn, and the number of operations
/// that wait for them.
void ProgramDriver::report_waits(std::vector<std::string>& sentences) const {
  std::size_t waiting = 0, behind = 0;
  bool ordered = false;
  for (OperationId id = 0; id < program_.operations.size(); ++id) {
    behind += waits_[id] > 0 ? 1 : 0;
    const Kind kind = operation(id).kind;
    const bool turn = states_[id] == State::kReady && kind == Kind::kHold;
    ordered |= turn || (kind == Kind::kReceive && (operation(id).peer == Operation::kAnySource ||
                                                   operation(id).tag == Operation::kAnyTag));
    if ((states_[id] != State::kStarted && !turn) || waiting++ >= kMostSentences) continue;
    sentences.push_back(fmt::format("the {} waits for {}", program_.describe(id),
                                    turn                     ? "another communication of its rank"
                                    : kind == Kind::kReceive ? "its message"
                                    : program_.sends_end_at_tail || kind == Kind::kSignal
                                        ? "the network"
                                        : "a receive to match it"));
  }
  if (waiting > kMostSentences) {
    sentences.push_back(fmt::format("and {} more operations wait", waiting - kMostSentences));
  }
  if (behind == 0) return;
  if (waiting == 0) {
    sentences.push_back(
        fmt::format("{} operations wait for each other; torusim check names the circle", behind));
    return;
  }
  // Where the order of events decides, the check has these sentences and no circle.
  sentences.push_back(fmt::format("{} operation{} behind these{}", behind, behind == 1 ? " waits" : "s wait",
                                  ordered ? "" : "; torusim check names a circle of waits"));
}

}  // namespace torusim
