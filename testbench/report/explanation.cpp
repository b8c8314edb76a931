#include "testbench/report/explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "testbench/results/link_figures.h"
#include "testbench/results/output_file.h"
#include "testbench/results/time_columns.h"

namespace torusim {

std::vector<Blame> blames(const Explanation& run) {
  std::map<WormIndex, std::map<ChannelId, Cycle>> costs;
  for (const Step& step : run.path.steps) {
    if (step.blocked()) costs[step.blocker][step.channel] += step.cycles();
  }
  std::vector<Blame> result;
  for (const auto& [blocker, channels] : costs) {
    Blame blame{blocker, 0, 0};
    Cycle most = 0;
    for (const auto& [channel, cycles] : channels) {
      blame.cycles += cycles;
      if (cycles > most) std::tie(most, blame.channel) = std::pair(cycles, channel);
    }
    result.push_back(blame);
  }
  const auto& worms = run.history.worms();
  std::sort(result.begin(), result.end(), [&](const Blame& a, const Blame& b) {
    return std::tuple(-a.cycles, worms[a.blocker].number) < std::tuple(-b.cycles, worms[b.blocker].number);
  });
  return result;
}

std::vector<BlamedPlace> blamed_places(const Explanation& run) {
  std::map<ChannelId, std::pair<Cycle, std::set<WormIndex>>> costs;
  for (const Step& step : run.path.steps) {
    if (!step.blocked()) continue;
    costs[step.channel].first += step.cycles();
    costs[step.channel].second.insert(step.blocker);
  }
  std::vector<BlamedPlace> result;
  for (const auto& [channel, cost] : costs)
    result.push_back({channel, cost.first, static_cast<int>(cost.second.size())});
  std::sort(result.begin(), result.end(), [](const BlamedPlace& a, const BlamedPlace& b) {
    return std::tuple(-a.cycles, a.channel) < std::tuple(-b.cycles, b.channel);
  });
  return result;
}

std::string worm_name(const Explanation& run, WormIndex index) {
  const WormRecord& worm = run.history.worms()[index];
  const Topology& topology = run.history.hardware().topology;
  const std::string ends =
      fmt::format("{} > {}", topology.node_name(worm.source), topology.node_name(worm.destination));
  const std::string& phase = run.result.phases[worm.phase].name;
  if (worm.is_signal()) {
    return fmt::format("signal {} for {}, {}", worm.number - Worm::kFirstSignal, phase, ends);
  }
  return fmt::format("{} message {}, {}", phase, worm.number, ends);
}

std::string worm_number(const FlitHistory& history, WormIndex worm) {
  return worm == kNoIndex ? "" : message_number(history.worms()[worm].number);
}

std::string message_number(std::uint32_t number) {
  return number >= Worm::kFirstSignal ? fmt::format("s{}", number - Worm::kFirstSignal)
                                      : fmt::format("{}", number);
}

std::string channel_words(const FlitHistory& history, ChannelId channel) {
  const ChannelTable& table = history.table();
  const Hardware& hardware = history.hardware();
  const std::string node = hardware.topology.node_name(table.node(channel));
  const bool only = hardware.alpha == 1;
  if (table.ejection(channel) && only) return fmt::format("the ejection port of node {}", node);
  if (table.injection(channel) && only) return fmt::format("the injection channel of node {}", node);
  return fmt::format("{} of node {}", port_text(hardware, table, channel), node);
}

namespace {

constexpr std::array<std::string_view, 3> kStretch = {"begin", "end", "time"};

/// `node,port` of a channel.
std::string place(const FlitHistory& history, ChannelId channel) {
  if (channel == ChannelTable::kNone) return ",";
  const ChannelTable& table = history.table();
  const Hardware& hardware = history.hardware();
  return fmt::format("{},{}", table.node(channel), port_text(hardware, table, channel));
}

/// The sums of a worm's waits for other worms.
struct Blocked {
  std::map<std::pair<WormIndex, ChannelId>, Cycle> by;
  std::set<std::uint32_t> preempted_by;  // numbers
};

Blocked blocked_worm(const FlitHistory& history, WormIndex worm) {
  Blocked blocked;
  for (PassageIndex p = history.worms()[worm].last; p != kNoIndex; p = history.passages()[p].upstream) {
    for (const Wait& wait : history.waits_of(p)) {
      if (wait.blocker == kNoIndex) continue;
      blocked.by[{wait.blocker, wait.wanted}] += history.series(wait).cycles();
      if (wait.cause() == StallCause::kPreemption) {
        blocked.preempted_by.insert(history.worms()[wait.blocker].number);
      }
    }
  }
  return blocked;
}

void write_worms(const std::filesystem::path& path, const FlitHistory& history, const Scale& scale) {
  constexpr std::array<std::string_view, 5> kTimes = {"started", "injected", "sent", "head_out", "tail_out"};
  OutputFile file(path);
  file.write(
      "worm,phase,class,source,destination,hops,flits,started,injected,sent,head_out,tail_out,stalled_"
      "allocation,"
      "stalled_credit,stalled_preemption,stalled_arbitration,blocked_most_by,blocked_most_at,blocked_most_"
      "port,"
      "blocked_most_cycles,preemptions,preempted_by");
  print_time_names(file, scale, kTimes);
  file.write("\n");
  history.each_by_number([&](WormIndex index) {
    const WormRecord& w = history.worms()[index];
    const Blocked blocked = blocked_worm(history, index);
    WormIndex by = kNoIndex;
    ChannelId at = ChannelTable::kNone;
    Cycle most = 0;
    for (const auto& [who, cycles] : blocked.by) {
      const bool first = by == kNoIndex || history.worms()[who.first].number < history.worms()[by].number;
      if (cycles > most || (cycles == most && first))
        std::tie(by, at, most) = std::tuple(who.first, who.second, cycles);
    }
    std::string preempted_by;
    for (const std::uint32_t number : blocked.preempted_by) {
      if (!preempted_by.empty()) preempted_by += ' ';
      preempted_by += message_number(number);
    }
    file.print("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}", worm_number(history, index),
               w.phase + 1, w.message_class, w.source, w.destination, w.hops, w.flits, cycle_text(w.started),
               cycle_text(w.injected), cycle_text(w.sent), cycle_text(w.head_out), cycle_text(w.tail_out),
               w.stalls[static_cast<int>(StallCause::kAllocation)],
               w.stalls[static_cast<int>(StallCause::kCredit)],
               w.stalls[static_cast<int>(StallCause::kPreemption)],
               w.stalls[static_cast<int>(StallCause::kArbitration)], worm_number(history, by),
               place(history, at), most > 0 ? fmt::format("{}", most) : "", w.preemptions, preempted_by);
    print_times(file, scale, std::array{w.started, w.injected, w.sent, w.head_out, w.tail_out});
    file.write("\n");
  });
  file.close();
}

const char* to_text(StallCause cause) {
  constexpr std::array<const char*, kStallCauses> kNames = {"allocation", "credit", "preemption",
                                                            "arbitration"};
  return kNames[static_cast<std::size_t>(cause)];
}

/// A row of waits.csv: a wait, or the waits of a passage for one reason.
struct WaitRow {
  Cycle begin = 0, end = 0, cycles = 0, times = 0;
  WormIndex worm = 0, blocker = 0;
  ChannelId wanted = 0;
  StallCause cause{};
};

/// The waits of a passage in the order of their begins.
std::vector<WaitRow> wait_rows(const FlitHistory& history, PassageIndex passage) {
  std::vector<WaitRow> rows;
  const WormIndex worm = history.passages()[passage].worm;
  const std::vector<Wait> waits = history.waits_of(passage);
  Cycle all = 0;
  for (const Wait& wait : waits) all += history.series(wait).times;
  const bool singly = all <= static_cast<Cycle>(kMostSingly);
  for (const Wait& wait : waits) {
    const Series s = history.series(wait);
    const auto wanted = static_cast<ChannelId>(wait.wanted);
    for (Cycle t = 0; singly && t < s.times; ++t) {
      const Cycle later = t * s.period;
      rows.push_back(
          {s.begin + later, s.end + later, s.end - s.begin, 1, worm, wait.blocker, wanted, wait.cause()});
    }
    if (singly) continue;
    auto row = std::ranges::find_if(rows, [&](const WaitRow& r) {
      return r.wanted == wanted && r.cause == wait.cause() && r.blocker == wait.blocker;
    });
    if (row == rows.end()) {
      rows.push_back({s.begin, 0, 0, 0, worm, wait.blocker, wanted, wait.cause()});
      row = rows.end() - 1;
    }
    row->end = std::max(row->end, s.last_end());
    row->cycles += s.cycles();
    row->times += s.times;
  }
  return rows;
}

/// The rows of waits.csv by begin, number of the worm and channel. Ranges of cycles are sorted one by one,
/// because all rows may not fit into memory.
class WaitsByTime {
 public:
  WaitsByTime(const FlitHistory& history, Cycle last)
      : history_(history),
        width_(last / kMostBins + 1),
        first_(static_cast<std::size_t>(last / width_) + 2, 0),
        file_(history.scratch(), SpillFile::kMostBytes, kResident),
        rows_(file_),
        order_(file_) {
    for (PassageIndex p = 0; p < history.passages().size(); ++p) {
      for (const WaitRow& row : wait_rows(history, p)) rows_.push_back(row);
    }
    for (const WaitRow& row : rows_) ++first_[bin(row) + 1];
    for (std::size_t b = 1; b < first_.size(); ++b) first_[b] += first_[b - 1];
    order_.resize(first_.back());
    std::vector<std::uint32_t> fill = first_;
    std::uint32_t at = 0;
    for (const WaitRow& row : rows_) order_[fill[bin(row)]++] = at++;
  }

  std::size_t bins() const { return first_.size() - 1; }
  std::vector<WaitRow> sorted(std::size_t bin) const {
    std::vector<WaitRow> rows;
    for (std::uint32_t i = first_[bin]; i < first_[bin + 1]; ++i) rows.push_back(rows_[order_[i]]);
    std::ranges::sort(rows, {}, [&](const WaitRow& row) {
      const auto blocker =
          row.blocker == kNoIndex ? std::int64_t{-1} : std::int64_t{history_.worms()[row.blocker].number};
      return std::tuple(row.begin, history_.worms()[row.worm].number, row.wanted, row.cause, blocker);
    });
    return rows;
  }

 private:
  static constexpr Cycle kMostBins = 1 << 16;
  static constexpr std::size_t kResident = std::size_t{16} << 20;
  std::size_t bin(const WaitRow& row) const {
    return std::min(static_cast<std::size_t>(row.begin / width_), bins() - 1);
  }

  const FlitHistory& history_;
  const Cycle width_;                 // cycles of a bin
  std::vector<std::uint32_t> first_;  // in order_, of each bin, and one more
  SpillFile file_;
  SpilledArray<WaitRow> rows_;
  SpilledArray<std::uint32_t> order_;  // bin by bin
};

void write_waits(const std::filesystem::path& path, const FlitHistory& history, Cycle last,
                 const Scale& scale) {
  OutputFile file(path);
  file.write("worm,node,port,cause,begin,end,cycles,times,blocker");
  print_time_names(file, scale, kStretch);
  file.write("\n");
  const WaitsByTime by_time(history, last);
  for (std::size_t bin = 0; bin < by_time.bins(); ++bin) {
    for (const WaitRow& row : by_time.sorted(bin)) {
      file.print("{},{},{},{},{},{},{},{}", worm_number(history, row.worm), place(history, row.wanted),
                 to_text(row.cause), row.begin, row.end, row.cycles, row.times,
                 worm_number(history, row.blocker));
      print_times(file, scale, std::array{row.begin, row.end, row.cycles});
      file.write("\n");
    }
  }
  file.close();
}

void write_path(const std::filesystem::path& path, const Explanation& run) {
  OutputFile file(path);
  file.write("step,begin,end,cycles,times,worm,node,port,other,also");
  print_time_names(file, run.scale, kStretch);
  file.write("\n");
  for (const Step& step : run.path.steps) {
    file.print("{},{},{},{},{},{},{},{},{}", to_text(step.kind), step.begin, step.end, step.cycles(),
               step.times, worm_number(run.history, step.worm), place(run.history, step.channel),
               worm_number(run.history, step.blocker), step.also);
    print_times(file, run.scale, std::array{step.begin, step.end, step.cycles()});
    file.write("\n");
  }
  file.close();
}

}  // namespace

void write_explanation(const std::filesystem::path& directory, const Explanation& run) {
  if (run.history.overflowed()) return;
  write_worms(directory / "worms.csv", run.history, run.scale);
  write_waits(directory / "waits.csv", run.history, run.timing.cycles, run.scale);
  if (!run.path.steps.empty()) write_path(directory / "critical_path.csv", run);
}

}  // namespace torusim
