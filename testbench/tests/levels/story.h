#pragma once
/// Observers that compare what runs tell them.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "models/watch/flit_history.h"
#include "schedules/core/failures.h"
#include "testbench/tests/models/span_recorder.h"

namespace torusim::test {

/// Spans, and all else that observers hear of; nothing is said of the order in one cycle.
class Story : public SpanRecorder {
 public:
  void started(Cycle cycle, const Worm& worm) override { add(cycle, worm.number, 1); }
  void delivered(Cycle cycle, const Worm& worm) override { add(cycle, worm.number, 2); }
  void phase_began(Cycle cycle, int phase, const std::string&) override { add(cycle, phase, 3); }
  void phase_ended(Cycle cycle, int phase, const std::string&) override { add(cycle, phase, 4); }

  /// By cycle.
  std::vector<std::tuple<Cycle, int, std::int64_t>> events() {
    in_order &= std::ranges::is_sorted(events_, {}, [](const auto& event) { return std::get<0>(event); });
    std::ranges::sort(events_);
    return events_;
  }

 private:
  void add(Cycle cycle, std::int64_t what, int kind) { events_.emplace_back(cycle, kind, what); }
  std::vector<std::tuple<Cycle, int, std::int64_t>> events_;
};

/// Hashes every flit on every channel, whatever the order of those of one cycle; follows heads, too.
class FlitWitness : public Observer {
 public:
  explicit FlitWitness(const Hardware& hardware) : hardware_(hardware) {}

  void moved(Cycle cycle, std::span<const FlitMove> moves) override {
    for (const FlitMove& move : moves) {
      add(cycle, std::int64_t{move.worm->number} << 32 | move.index,
          (std::int64_t{move.node} << 16) + (move.port << 8) + move.vc);
      const Topology& topology = hardware_.topology;
      if (move.port >= hardware_.network_ports()) continue;
      if (topology.failures() != nullptr && topology.failures()->channel(move.node, move.port)) ++on_failed;
      if (hardware_.adaptive && move.head()) {
        ++hops_[move.worm->number];
        distances_[move.worm->number] = topology.distance(move.worm->source, move.worm->destination);
      }
    }
  }

  /// With heads that choose, of worms that have arrived.
  bool all_shortest() const { return hops_ == distances_; }

  std::uint64_t hash = 0;
  std::int64_t on_failed = 0;

 private:
  void add(Cycle cycle, std::int64_t what, std::int64_t where) {
    std::uint64_t h = static_cast<std::uint64_t>(cycle);
    for (const std::int64_t value : {what, where}) {
      h = (h ^ static_cast<std::uint64_t>(value)) * 0x9E3779B97F4A7C15u;
      h ^= h >> 29;
    }
    hash += h;
  }

  const Hardware& hardware_;
  std::map<std::uint32_t, int> hops_, distances_;
};

/// All that a history knows of worms and their waits, sorted, as worms that start in one cycle come in any
/// order.
inline std::vector<std::string> sorted_lines(FlitHistory& history) {
  const auto number = [&](WormIndex worm) {
    return worm == kNoIndex ? -1 : std::int64_t{history.worms()[worm].number};
  };
  std::vector<std::string> lines;
  for (const WormRecord& w : history.worms()) {
    lines.push_back(
        fmt::format("worm {}: started {}, injected {}, sent {}, head out {}, tail out {}, stalls {} {} {} "
                    "{}, {} preemptions",
                    w.number, w.started, w.injected, w.sent, w.head_out, w.tail_out, w.stalls[0], w.stalls[1],
                    w.stalls[2], w.stalls[3], w.preemptions));
  }
  for (const Wait& wait : history.waits()) {
    const WormPassage& passage = history.passages()[wait.passage];
    const Series series = history.series(wait);
    for (Cycle n = 0; n < series.times; ++n) {
      lines.push_back(fmt::format("wait of {} behind channel {} for {}: {} to {}, cause {}, blocker {}",
                                  number(passage.worm), passage.channel, wait.wanted,
                                  series.begin + n * series.period, series.end + n * series.period,
                                  static_cast<int>(wait.cause()), number(wait.blocker)));
    }
  }
  std::ranges::sort(lines);
  return lines;
}

/// For each channel and phase: the first head and the last tail.
class PhasesOnChannels : public Observer {
 public:
  bool wants_moves() const override { return false; }
  bool wants_spans() const override { return true; }
  void span_began(const FlitSpan& span) override {
    if (span.head()) phase_of_[span.number] = span.worm->phase;
  }
  void span_ended(const FlitSpan& span) override {
    auto& times =
        times_[span.channel].try_emplace(phase_of_.at(span.number), FlitSpan::kRunning, -1).first->second;
    if (span.head()) times.first = std::min(times.first, span.begin);
    if (span.tail()) times.second = std::max(times.second, span.tail_due());
  }

  /// Whether every phase passed every channel before the next one began to.
  bool in_order() const {
    for (const auto& [channel, phases] : times_) {
      Cycle passed = -1;
      for (const auto& [phase, times] : phases) {
        if (times.first <= passed) return false;
        passed = times.second;
      }
    }
    return true;
  }

 private:
  std::map<std::uint32_t, int> phase_of_;
  std::map<ChannelId, std::map<int, std::pair<Cycle, Cycle>>> times_;
};

}  // namespace torusim::test
