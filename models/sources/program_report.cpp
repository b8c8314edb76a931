// What a program has delivered, and what is wrong with it.
#include <fmt/format.h>

#include <algorithm>

#include "models/sources/program_driver.h"

namespace torusim {
namespace {

constexpr std::size_t kMostSentences = 20;

}  // namespace

void ProgramDriver::report(RunResult& result) const {
  if (result.verdict == Verdict::kDeadlock) report_waits(result.findings);
  result.phases = {time_};
  result.messages = program_.messages;
  result.delivered_blocks = delivered();
  result.total_blocks = total();
  result.flit_hops = time_.flit_hops;
  if (short_receives_ > 0) {
    result.findings.push_back(first_short_);
    if (short_receives_ > 1) {
      result.findings.push_back(fmt::format("and {} more receives that are too short", short_receives_ - 1));
    }
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

/// The operations that have begun and not ended, and how many wait for those.
void ProgramDriver::report_waits(std::vector<std::string>& sentences) const {
  std::size_t waiting = 0, behind = 0;
  for (OperationId id = 0; id < program_.operations.size(); ++id) {
    behind += waits_[id] > 0 ? 1 : 0;
    if (states_[id] != State::kStarted || waiting++ >= kMostSentences) continue;
    sentences.push_back(fmt::format(
        "the {} waits for {}", program_.describe(id),
        operation(id).kind == Operation::Kind::kReceive ? "its message" : "a receive to match it"));
  }
  if (waiting > kMostSentences) {
    sentences.push_back(fmt::format("and {} more operations wait", waiting - kMostSentences));
  }
  if (behind == 0) return;
  sentences.push_back(
      waiting == 0 ? fmt::format("{} operations wait for each other; torusim check names the circle", behind)
                   : fmt::format("{} operation{} behind these; torusim check names a circle of waits", behind,
                                 behind == 1 ? " waits" : "s wait"));
}

}  // namespace torusim
