// waves: the relevant part of a run's waves.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "models/contract/time_limits.h"
#include "schedules/core/error.h"
#include "schedules/core/read_number.h"
#include "testbench/cli/commands.h"
#include "testbench/process/interrupt.h"
#include "testbench/report/explained_run.h"
#include "testbench/report/story.h"
#include "testbench/results/result_directory.h"
#include "testbench/results/transfer_log.h"
#include "testbench/results/waves_files.h"
#include "traces/fst.h"

namespace torusim {
namespace {

namespace fs = std::filesystem;

/// The time around a worm, a cycle or a wait, and the routers concerned.
struct WavesWindow {
  Cycle first = 0, last = 0;  ///< both included
  std::vector<NodeId> nodes;
  std::string about;  ///< one line for people
  /// The earliest start of a worm that is under way in the window.
  Cycle heard_from = 0;
};

constexpr Cycle kMargin = 10;  // before and behind what is looked at
constexpr Cycle kAround = 60;  // of a cycle, to both sides
constexpr std::size_t kMostNodes = 16;

std::int64_t number(std::string_view text, const std::string& around) {
  std::int64_t value = -1;
  if (!read_number(text, value) || value < 0 || value > kLastCycle) {
    throw UsageError(fmt::format("--around {}: must be worm:NUMBER, cycle:CYCLE or stall", around));
  }
  return value;
}

/// The earliest start of a message or signal that is under way in these cycles.
Cycle first_start(const TransferLog& log, Cycle first, Cycle last) {
  Cycle earliest = first;
  for (const auto* records : {&log.transfers(), &log.signals()}) {
    for (const TransferRecord& record : *records) {
      const bool under_way = record.phase >= 0 && record.started >= 0 && record.started <= last &&
                             (record.tail_out < 0 || record.tail_out >= first);
      if (under_way) earliest = std::min(earliest, record.started);
    }
  }
  return earliest;
}

/// Remembers one worm as it was when it started.
class OneWorm : public TransferLog {
 public:
  OneWorm(const Topology& topology, std::int64_t number) : TransferLog(topology), number_(number) {}
  void started(Cycle cycle, const Worm& worm) override {
    TransferLog::started(cycle, worm);
    if (worm.number == number_) worm_ = worm;
  }
  const std::optional<Worm>& worm() const { return worm_; }

 private:
  const std::int64_t number_;
  std::optional<Worm> worm_;
};

/// Counts the flits of every router's channels in a window.
class FlitsInWindow : public Observer {
 public:
  FlitsInWindow(const Hardware& hardware, const WavesWindow& window)
      : window_(window), table_(hardware), flits_(hardware.topology.nodes(), 0) {}

  bool wants_moves() const override { return false; }
  bool wants_spans() const override { return true; }
  Cycle spans_from() const override { return window_.heard_from; }
  void span_ended(const FlitSpan& span) override {
    const Cycle both = std::min(span.last, window_.last) - std::max(span.begin, window_.first) + 1;
    if (both > 0) flits_[table_.node(span.channel)] += both;
  }

  /// The nodes with flits, the busiest first.
  std::vector<NodeId> nodes() const {
    std::vector<NodeId> nodes;
    for (NodeId n = 0; n < static_cast<NodeId>(flits_.size()); ++n) {
      if (flits_[n] > 0) nodes.push_back(n);
    }
    std::stable_sort(nodes.begin(), nodes.end(), [&](NodeId a, NodeId b) { return flits_[a] > flits_[b]; });
    return nodes;
  }

 private:
  const WavesWindow& window_;
  const ChannelTable table_;
  std::vector<std::int64_t> flits_;
};

class Finder {
 public:
  explicit Finder(Replay& replay) : replay_(replay), table_(replay.hardware()) {}

  /// The message of that number, or the signal.
  WavesWindow worm(std::int64_t number, bool signal) {
    OneWorm log(replay_.schedule().topology, number + (signal ? std::int64_t{Worm::kFirstSignal} : 0));
    replay_.run_unwatched({&log});
    if (!log.worm()) throw no_worm(number, signal);
    const Worm& worm = *log.worm();
    const TransferRecord& record = (signal ? log.signals() : log.transfers())[number];
    times(worm.started, record.tail_out < 0 ? cycles() : record.tail_out);
    if (replay_.hardware().adaptive) {
      throw InputError(
          "--around worm:NUMBER: with --routing adaptive a path is not known before; take cycle:CYCLE or "
          "stall");
    }
    for (int n = 0; n <= record.hops + 1; ++n) {
      const ChannelRef at = channel_on_path(replay_.hardware(), worm, n);
      channel(table_.id(at.node, at.port));
    }
    const Topology& topology = replay_.schedule().topology;
    const std::string what = signal ? fmt::format("signal {} for {}", number, phase_name(worm.phase))
                                    : fmt::format("{} message {}", phase_name(worm.phase), number);
    return take(log, fmt::format("{}, {} > {}", what, topology.node_name(worm.source),
                                 topology.node_name(worm.destination)));
  }

  WavesWindow cycle(Cycle cycle) {
    TransferLog log(replay_.schedule().topology);
    replay_.run_unwatched({&log});
    if (cycle > cycles()) {
      throw InputError(fmt::format("cycle {}: the run ends in cycle {}", cycle, cycles()));
    }
    times(cycle - kAround, cycle + kAround);
    window_.heard_from = first_start(log, window_.first, window_.last);
    FlitsInWindow flits(replay_.hardware(), window_);
    replay_.run_unwatched({&flits}, window_.last);
    nodes_ = flits.nodes();
    return take(log, fmt::format("cycle {}", cycle));
  }

  WavesWindow stall() {
    TransferLog log(replay_.schedule().topology);
    replay_.run({&log});
    const Explanation& run = replay_.explanation();
    const FlitHistory& history = run.history;
    if (history.overflowed()) throw InputError("the run is too long to keep every flit");
    const Step* longest = nullptr;
    const auto each = [](const Step& step) { return step.cycles() / step.times; };
    for (const Step& step : run.path.steps) {
      if (step.blocked() && (longest == nullptr || each(step) > each(*longest))) longest = &step;
    }
    if (longest != nullptr) {
      const Cycle end = longest->times == 1 ? longest->end : longest->begin + each(*longest);
      around_wait(longest->worm, longest->blocker, longest->channel, longest->begin, end);
      return take(log, fmt::format("{} {}", worm_name(run, longest->worm), step_words(run, *longest)));
    }
    const Wait* wait = nullptr;
    Series cycles;
    for (const Wait& each : history.waits()) {
      const Series series = history.series(each);
      const Cycle longer = (series.end - series.begin) - (cycles.end - cycles.begin);
      const bool earlier = wait != nullptr && longer == 0 &&
                           std::pair(each.begin, each.passage) < std::pair(wait->begin, wait->passage);
      if (each.blocker == kNoIndex || (longer <= 0 && !earlier)) continue;
      wait = &each;
      cycles = series;
    }
    if (wait == nullptr) throw InputError("no worm waited for another in this run");
    const WormIndex worm = history.passages()[wait->passage].worm;
    around_wait(worm, wait->blocker, wait->wanted, cycles.begin, cycles.end);
    return take(log, fmt::format("{} waits for {}, because of {}", worm_name(run, worm),
                                 channel_words(history, wait->wanted), worm_name(run, wait->blocker)));
  }

 private:
  Cycle cycles() const { return replay_.result().cycles; }
  const std::string& phase_name(int phase) const { return replay_.result().phases[phase].name; }

  InputError no_worm(std::int64_t number, bool signal) const {
    const RunResult& run = replay_.result();
    return InputError(fmt::format("worm {}{}: the run has {} {}", signal ? "s" : "", number,
                                  signal ? run.signals : run.messages, signal ? "signals" : "messages"));
  }

  void times(Cycle first, Cycle last) {
    window_.first = std::max<Cycle>(0, first - kMargin);
    const Cycle margin = last < cycles() ? kMargin : std::max(kMargin, kAfterDeadlock);
    window_.last = std::min(last_of_waves(replay_.result()), last + margin);
  }

  void channel(ChannelId channel) {
    nodes_.push_back(table_.node(channel));
    nodes_.push_back(table_.reader(channel));
  }

  /// Adds the routers that the worm was in at that time, in the order of its path.
  void path(WormIndex worm, Cycle first, Cycle last) {
    const FlitHistory& history = replay_.explanation().history;
    for (const PassageIndex p : history.way(worm)) {
      if (history.ended(p) >= first && history.began(p) <= last) channel(history.passages()[p].channel);
    }
  }

  void around_wait(WormIndex worm, WormIndex blocker, ChannelId wanted, Cycle begin, Cycle end) {
    times(begin, end);
    channel(wanted);
    path(worm, begin, end);
    path(blocker, begin, end);
  }

  WavesWindow take(const TransferLog& log, const std::string& about) {
    std::set<NodeId> seen;
    for (const NodeId node : nodes_) {
      if (window_.nodes.size() < kMostNodes && seen.insert(node).second) window_.nodes.push_back(node);
    }
    window_.heard_from = first_start(log, window_.first, window_.last);
    window_.about = fmt::format("cycles {}..{}, {} of {} routers: {}", window_.first, window_.last,
                                window_.nodes.size(), replay_.schedule().topology.nodes(), about);
    return window_;
  }

  Replay& replay_;
  const ChannelTable table_;
  WavesWindow window_;
  std::vector<NodeId> nodes_;  // the most interesting first; may hold a node twice
};

/// `around`: `worm:31` or `worm:s4`, the whole path of a message or signal by number; `cycle:120`, the
/// routers with most flits around that cycle; `stall`, the longest wait of the critical path, or without one,
/// of the run. Only `stall` repeats the run with its explanation; the others use fewer observers, which is
/// faster. Throws UsageError for another text, InputError if the run has no such worm, cycle or wait.
WavesWindow window_around(Replay& replay, const std::string& around) {
  if (around == "stall") return Finder(replay).stall();
  if (around.starts_with("worm:s")) {
    return Finder(replay).worm(number(around.substr(6), around), true);
  }
  if (around.starts_with("worm:")) {
    return Finder(replay).worm(number(around.substr(5), around), false);
  }
  if (around.starts_with("cycle:")) return Finder(replay).cycle(number(around.substr(6), around));
  throw UsageError(fmt::format("--around {}: must be worm:NUMBER, cycle:CYCLE or stall", around));
}

}  // namespace

int waves_command(RunConfig config) {
  const std::string& directory = config.directories.front();
  if (config.around.empty()) {
    throw UsageError("--around is missing: worm:NUMBER, cycle:CYCLE or stall");
  }
  const bool fst = config.trace == TraceFormat::kFst;
  if (fst) require_vcd2fst();
  const fs::path from = fs::path(directory).lexically_normal();
  const std::string standard = (from.has_filename() ? from : from.parent_path()).string() + "-waves";
  const InterruptGuard interrupt;  // before there is anything to leave behind
  ResultDirectory result(config.output.empty() ? standard : config.output, config.force);
  Replay replay(directory, config.load_libraries);
  if (replay.config().hardwired) {
    throw InputError(
        fmt::format("{}: hardwired routers have no channels with worms to draw; run it with --trace vcd, "
                    "which shows every wire",
                    directory));
  }
  const WavesWindow window = window_around(replay, config.around);

  TraceOptions options;
  options.path = traced_file(result.staging()).string();
  options.title = replay.schedule().name;
  options.timescale = Timescale(replay.config().clock);
  options.nodes = window.nodes;
  options.first = window.first;
  options.last = window.last;
  options.heard_from = window.heard_from;
  FlitTrace trace(replay.hardware(), options);
  replay.run_unwatched({&trace}, window.last);
  const std::string open =
      keep_waves(trace, last_of_waves(replay.result()), fst, result.staging(), result.path());
  std::error_code error;
  fs::copy_file(fs::path(directory) / "run.json", result.staging() / "run.json", error);
  if (error) {
    throw InputError(fmt::format("{}: cannot copy run.json: {}", result.path().string(), error.message()));
  }
  if (interrupt.requested()) throw InterruptedError();
  result.commit();
  fmt::print("{}\n{}\n", window.about, open);
  return kDone;
}

}  // namespace torusim
