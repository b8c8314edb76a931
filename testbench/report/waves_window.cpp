#include "testbench/report/waves_window.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "models/contract/time_limits.h"
#include "schedules/core/error.h"
#include "testbench/report/story.h"

namespace torusim {
namespace {

constexpr Cycle kMargin = 10;  // before and behind what is looked at
constexpr Cycle kAround = 60;  // of a cycle, to both sides
constexpr std::size_t kMostNodes = 16;

std::int64_t number(std::string_view text, const std::string& around) {
  std::int64_t value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0 || value > kLastCycle) {
    throw UsageError(fmt::format("--around {}: must be worm:NUMBER, cycle:CYCLE or stall", around));
  }
  return value;
}

class Window {
 public:
  explicit Window(const Explanation& run) : run_(run), history_(run.history) {}

  /// The message of that number, or the signal.
  WavesWindow worm(std::int64_t number, bool signal) {
    const WormIndex index = find(number, signal);
    const WormRecord& worm = history_.worms()[index];
    times(worm.started, worm.tail_out < 0 ? run_.timing.cycles : worm.tail_out);
    path(index, 0, run_.timing.cycles);
    return take(worm_name(run_, index));
  }

  WavesWindow cycle(Cycle cycle) {
    if (cycle > run_.timing.cycles) {
      throw InputError(fmt::format("cycle {}: the run ends in cycle {}", cycle, run_.timing.cycles));
    }
    times(cycle - kAround, cycle + kAround);
    std::vector<std::int64_t> flits(run_.schedule.topology.nodes(), 0);
    for (ChannelId c = 0; c < history_.table().size(); ++c) {
      for (const std::uint32_t s : history_.streams_on(c)) {
        const FlitStream& stream = history_.stream(s);
        const Cycle both =
            std::min(stream.end() - 1, window_.last) - std::max(stream.cycle, window_.first) + 1;
        if (both > 0) flits[history_.table().node(c)] += both;
      }
    }
    for (NodeId n = 0; n < run_.schedule.topology.nodes(); ++n) {
      if (flits[n] > 0) nodes_.push_back(n);
    }
    std::stable_sort(nodes_.begin(), nodes_.end(), [&](NodeId a, NodeId b) { return flits[a] > flits[b]; });
    return take(fmt::format("cycle {}", cycle));
  }

  WavesWindow stall() {
    const Step* longest = nullptr;
    for (const Step& step : run_.path.steps) {
      if (step.blocked() && (longest == nullptr || step.cycles() > longest->cycles())) longest = &step;
    }
    if (longest != nullptr) {
      around_wait(longest->worm, longest->blocker, longest->channel, longest->begin, longest->end);
      return take(fmt::format("{} {}", worm_name(run_, longest->worm), step_words(run_, *longest)));
    }
    const Wait* wait = nullptr;
    for (const Wait& each : history_.waits()) {
      const Cycle most = wait == nullptr ? 0 : wait->end - wait->begin;
      const bool earlier = wait != nullptr && each.end - each.begin == most && each.begin < wait->begin;
      if (each.blocker != kNoIndex && (each.end - each.begin > most || earlier)) wait = &each;
    }
    if (wait == nullptr) throw InputError("no worm ever waited for another one in this run");
    const WormIndex worm = history_.passages()[wait->passage].worm;
    around_wait(worm, wait->blocker, wait->wanted, wait->begin, wait->end);
    return take(fmt::format("{} waits for {}, because of {}", worm_name(run_, worm),
                            channel_words(history_, wait->wanted), worm_name(run_, wait->blocker)));
  }

 private:
  WormIndex find(std::int64_t number, bool signal) const {
    for (WormIndex i = 0; i < history_.worms().size(); ++i) {
      if (history_.worms()[i].number == number + (signal ? std::int64_t{Worm::kFirstSignal} : 0)) return i;
    }
    throw InputError(fmt::format("worm {}{}: the run has {} {}", signal ? "s" : "", number,
                                 signal ? run_.result.signals : run_.result.messages,
                                 signal ? "signals" : "messages"));
  }

  void times(Cycle first, Cycle last) {
    window_.first = std::max<Cycle>(0, first - kMargin);
    window_.last = std::min(run_.timing.cycles, last + kMargin);
  }

  /// The routers that the worm was in during the window, in the order of its way.
  void path(WormIndex worm, Cycle first, Cycle last) {
    for (PassageIndex p = history_.worms()[worm].first; p != kNoIndex; p = history_.passages()[p].next) {
      const auto streams = history_.streams_of(p);
      if (streams.back().end() < first || streams.front().cycle > last) continue;
      nodes_.push_back(history_.table().node(history_.passages()[p].channel));
      nodes_.push_back(history_.table().reader(history_.passages()[p].channel));
    }
  }

  void around_wait(WormIndex worm, WormIndex blocker, ChannelId channel, Cycle begin, Cycle end) {
    times(begin, end);
    nodes_.push_back(history_.table().node(channel));
    nodes_.push_back(history_.table().reader(channel));
    path(worm, begin, end);
    path(blocker, begin, end);
  }

  WavesWindow take(const std::string& about) {
    std::set<NodeId> seen;
    for (const NodeId node : nodes_) {
      if (window_.nodes.size() < kMostNodes && seen.insert(node).second) window_.nodes.push_back(node);
    }
    window_.about = fmt::format("cycles {}..{}, {} of {} routers: {}", window_.first, window_.last,
                                window_.nodes.size(), run_.schedule.topology.nodes(), about);
    return window_;
  }

  const Explanation& run_;
  const FlitHistory& history_;
  WavesWindow window_;
  std::vector<NodeId> nodes_;  // the most interesting first; may hold a node twice
};

}  // namespace

WavesWindow window_around(const Explanation& run, const std::string& around) {
  if (run.history.overflowed()) throw InputError("the run is too long to be remembered flit by flit");
  if (around == "stall") return Window(run).stall();
  if (around.starts_with("worm:s")) {
    return Window(run).worm(number(around.substr(6), around), true);
  }
  if (around.starts_with("worm:")) {
    return Window(run).worm(number(around.substr(5), around), false);
  }
  if (around.starts_with("cycle:")) return Window(run).cycle(number(around.substr(6), around));
  throw UsageError(fmt::format("--around {}: must be worm:NUMBER, cycle:CYCLE or stall", around));
}

}  // namespace torusim
