#include "testbench/config/watchers.h"

namespace torusim {

Watchers::Watchers(const Hardware& hardware, const ForeignPlacement& foreign, const Watched& watched,
                   const std::filesystem::path& scratch)
    : wires_(watched.wires) {
  const bool spans_suffice = foreign.own_timing.empty() && !hardware.adaptive;
  if (watched.history) history_.emplace(hardware, scratch);
  if (watched.statistics && spans_suffice) spans_.emplace(hardware, history());
  const bool counts = watched.statistics && !spans_suffice;
  if (watched.monitor || counts) {
    monitor_.emplace(hardware, foreign.own_timing, counts ? history() : nullptr);
  }
}

void Watchers::observe(std::vector<Observer*>& observers) {
  if (monitor_) observers.push_back(&*monitor_);
  if (spans_ && !wires_) observers.push_back(&*spans_);
  if (history_) observers.push_back(&*history_);
}

void Watchers::judge(RunResult& result) const {
  if (monitor_) torusim::judge(*monitor_, result);
}

const NetworkStatistics& Watchers::statistics() const {
  if (spans_) return *spans_;
  return *monitor_;
}

}  // namespace torusim
