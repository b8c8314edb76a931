#include "testbench/report/page_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <tuple>
#include <unordered_map>

#include "testbench/report/deadlock_data.h"
#include "testbench/report/page_summary.h"
#include "testbench/report/story.h"
#include "testbench/report/time_bins.h"
#include "testbench/results/link_figures.h"

namespace torusim {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kMostHeat = 1'200'000;  // bins of all links together
constexpr std::size_t kMostLinkBars = 16'000;  // worms on links
constexpr std::size_t kMostNodeBars = 8'000;   // messages of nodes
constexpr std::size_t kMostSteps = 1'500;      // of the critical path
constexpr ChannelId kMostChannels = 30'000;
constexpr Cycle kNarrow = 256;  // at least the period of a repeat

class PageData {
 public:
  explicit PageData(const Explanation& run) : run_(run), history_(run.history) {
    channel_place_.assign(history_.table().size(), -1);
  }

  Json make() {
    Json json = page_summary(run_);
    json["deadlock"] = deadlock_data(run_);
    if (history_.overflowed()) {
      notes_.push_back("The run was too long to keep every flit: only its phases are shown.");
    } else {
      channels(json);
      heat(json);
      path(json);
      node_rows(json);
      link_rows(json);
      json["worms"] = std::move(worms_);
    }
    json["notes"] = notes_;
    return json;
  }

 private:
  void channels(Json& json) {
    json["channels"] = page_table(
        {"node", "port", "far", "name", "flits", "allocation", "credit", "preemption", "arbitration"});
    Json& rows = json["channels"]["rows"];
    const ChannelTable& table = history_.table();
    const Hardware& hardware = history_.hardware();
    waited_.assign(table.size(), 0);
    each_shown_wait(run_,
                    [&](ChannelId c, Cycle cycles, const Wait&, const Series&) { waited_[c] += cycles; });
    critical_.assign(table.size(), false);
    for (const Step& step : run_.path.steps) {
      if (step.channel != ChannelTable::kNone) critical_[step.channel] = true;
    }
    const std::vector<bool> shown = shown_channels();
    for (ChannelId c = 0; c < table.size(); ++c) {
      if (!table.exists(table.node(c), table.port(c)) || !shown[c]) continue;
      const auto [flits, waited] = link_of(c);
      channel_place_[c] = static_cast<int>(rows.size());
      rows.push_back({table.node(c), table.port(c), table.reader(c), port_text(hardware, table, c), flits});
      for (const std::int64_t cycles : waited) rows.back().push_back(cycles);
    }
  }

  WindowLink link_of(ChannelId c) const {
    if (run_.traffic) return run_.traffic->links[static_cast<std::size_t>(c)];
    const LinkStatistics link = run_.statistics.link(c, run_.timing.cycles);
    return {
        history_.past(c).flits,
        {link.stalled_allocation, link.stalled_credit, link.stalled_preemption, link.stalled_arbitration}};
  }

  /// The channels of the page: all, if there is room. Otherwise used channels only: those of the critical
  /// path, then those with the most waiting, then the busiest.
  std::vector<bool> shown_channels() {
    std::vector<bool> shown(history_.table().size(), true);
    if (history_.table().size() <= kMostChannels) return shown;
    std::vector<ChannelId> order;
    for (ChannelId c = 0; c < history_.table().size(); ++c) {
      if (history_.past(c).flits > 0) order.push_back(c);
    }
    std::ranges::sort(order, {}, [&](ChannelId c) {
      return std::tuple(!critical_[c], -waited_[c], -history_.past(c).flits, c);
    });
    const std::size_t most = kMostChannels, used = order.size();
    notes_.push_back(used <= most
                         ? std::string("Too many channels: those that nothing used are left out.")
                         : fmt::format("Of {} channels that were used {} are shown: those of the critical "
                                       "path, then those most waited for, then the busiest.",
                                       used, most));
    order.resize(std::min(most, used));
    shown.assign(shown.size(), false);
    for (const ChannelId c : order) shown[c] = true;
    return shown;
  }

  /// bin: cycles of a bin. heat: for each channel, the share of each bin in which it carried a flit (slow
  /// links: of its rate). waiting: the share in which a worm waited for it because of another. Local channels
  /// are omitted. Also fills the flits in flight.
  void heat(Json& json) {
    std::vector<bool> mapped(history_.table().size());
    for (ChannelId c = 0; c < history_.table().size(); ++c) {
      mapped[c] = channel_place_[c] >= 0 && between_routers(history_.table(), c);
    }
    const std::int64_t links = std::ranges::count(mapped, true);
    const Cycle most = std::clamp<Cycle>(kMostHeat / std::max<std::int64_t>(links, 1), 1, kMostBins);
    const Cycle first = run_.first();
    const TimeBins bins(run_.last() - first, most);
    if (most < kMostBins && bins.width() > 1) {
      notes_.push_back(fmt::format("The map of links has steps of {} cycles.", bins.width()));
    }
    json["bin"] = bins.width();
    json["bins"] = bins.count();
    std::vector<std::vector<double>> rows(history_.table().size());
    const auto add = [&](ChannelId c, const Series& series) {
      if (!mapped[c] || series.last_end() <= first) return;
      if (rows[c].empty()) rows[c].assign(bins.count(), 0);
      bins.add(rows[c], series, first);
    };
    const auto take_texts = [&] {
      Json texts = Json::array();
      for (ChannelId c = 0; c < history_.table().size(); ++c) {
        if (channel_place_[c] >= 0) texts.push_back(bins.text(rows[c]));
        rows[c].clear();
      }
      return texts;
    };
    each_shown_wait(run_, [&](ChannelId c, Cycle, const Wait&, const Series& series) { add(c, series); });
    Json waiting = take_texts();
    FlightBins flight(run_);  // in the same pass, as most of a long history is in a file
    history_.each_stream([&](ChannelId c, const Series& series) {
      add(c, series);
      flight.add(c, series);
    });
    flight.write(json);
    for (ChannelId c = 0; c < history_.table().size(); ++c) {
      // A slow link is full with a flit an interval.
      for (double& cycles : rows[c]) cycles *= history_.table().link(c).interval;
    }
    json["heat"] = take_texts();
    json["waiting"] = std::move(waiting);
  }

  /// The index of the worm in `worms`.
  int place(WormIndex index) {
    if (index == kNoIndex) return -1;
    const auto [found, is_new] = worm_place_.try_emplace(index, static_cast<int>(worms_["rows"].size()));
    if (!is_new) return found->second;
    const WormRecord& w = history_.worms()[index];
    worms_["rows"].push_back({worm_number(history_, index), w.phase, w.message_class, w.source, w.destination,
                              w.started, w.injected, w.sent, w.head_out, w.tail_out, w.flits});
    return found->second;
  }

  /// The critical path: `path` has its steps, `story` its text, `kinds` the kinds of steps with their sums.
  void path(Json& json) {
    json["kinds"] = page_table({"name", "cycles"});
    for (int kind = 0; kind <= static_cast<int>(StepKind::kUnknown); ++kind) {
      const auto step = static_cast<StepKind>(kind);
      json["kinds"]["rows"].push_back({to_text(step), run_.path.cycles(step)});
    }
    json["places"] = page_table({"cycles", "worms", "place"});
    for (const BlamedPlace& place : blamed_places(run_)) {
      if (json["places"]["rows"].size() == 5) break;
      json["places"]["rows"].push_back({place.cycles, place.worms, channel_words(history_, place.channel)});
    }
    json["blames"] = page_table({"cycles", "worm", "place"});
    const std::vector<Blame> all = blames(run_);
    json["blamed"] = all.size();
    for (const Blame& blame : all) {
      if (json["blames"]["rows"].size() == 8) break;
      json["blames"]["rows"].push_back(
          {blame.cycles, worm_name(run_, blame.blocker), channel_words(history_, blame.channel)});
    }
    json["path"] = page_table({"kind", "begin", "end", "worm", "channel", "name", "words"});
    for (const auto& [step, begin, end, count] : shown_steps()) {
      const int channel = step->channel == ChannelTable::kNone ? -1 : channel_place_[step->channel];
      const WormIndex of = step->worm != kNoIndex ? step->worm : step->blocker;
      json["path"]["rows"].push_back(
          {static_cast<int>(step->kind), begin, end, place(step->worm), channel,
           of == kNoIndex ? "" : worm_name(run_, of),
           count == 1 ? step_words(run_, *step)
                      : fmt::format("{} steps, the longest: {}", count, step_words(run_, *step))});
    }
    json["story"] = page_table({"kind", "begin", "end", "text"});
    const std::vector<StoryLine> lines = story_lines(run_);
    if (lines.size() > kMostSteps) {
      notes_.push_back(fmt::format("Of the {} lines of the critical path the first {} are listed.",
                                   lines.size(), kMostSteps));
    }
    for (std::size_t i = 0; i < std::min(lines.size(), kMostSteps); ++i) {
      json["story"]["rows"].push_back({to_text(lines[i].kind), lines[i].begin, lines[i].end, lines[i].text});
    }
  }

  /// Steps that the page shows as one, and the longest of them.
  struct ShownStep {
    const Step* longest;
    Cycle begin, end;
    int count;
  };
  /// The whole critical path. If it has too many steps, the longest remain, and those between two of them
  /// are joined. Steps are joined, too, if one begins before another has ended.
  std::vector<ShownStep> shown_steps() {
    const std::vector<Step>& steps = run_.path.steps;
    std::vector<bool> kept(steps.size(), true);
    if (steps.size() > kMostSteps) {
      constexpr std::size_t kKept = kMostSteps / 2;  // as many lie between them
      std::vector<std::size_t> order(steps.size());
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return steps[i].cycles(); });
      for (std::size_t i = kKept; i < order.size(); ++i) kept[order[i]] = false;
      notes_.push_back(fmt::format(
          "The critical path has {} steps: the {} longest are shown, and those between them joined.",
          steps.size(), kKept));
    }
    std::vector<ShownStep> shown;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (i == 0 || (steps[i].begin >= shown.back().end && (kept[i] || kept[i - 1]))) {
        shown.push_back({&steps[i], steps[i].begin, steps[i].end, 1});
        continue;
      }
      ShownStep& joined = shown.back();
      ++joined.count;
      joined.end = std::max(joined.end, steps[i].end);
      if (steps[i].cycles() > joined.longest->cycles()) joined.longest = &steps[i];
    }
    return shown;
  }

  /// The worms that each node sent: nodes of the critical path first, up to the limit of the page.
  void node_rows(Json& json) {
    const NodeId nodes = run_.schedule.topology.nodes();
    std::vector<std::size_t> sent(nodes, 0);
    const auto has_bar = [&](const WormRecord& worm) { return !worm.is_signal() && run_.shows(worm); };
    for (const WormRecord& worm : history_.worms()) sent[worm.source] += has_bar(worm);
    std::vector<bool> listed(nodes, false);
    std::vector<NodeId> order;
    const auto list = [&](NodeId node) {
      if (!listed[node]) order.push_back(node);
      listed[node] = true;
    };
    for (const Step& step : run_.path.steps) {
      if (step.worm != kNoIndex) list(history_.worms()[step.worm].source);
    }
    for (NodeId node = 0; node < nodes; ++node) list(node);
    std::size_t bars = 0, rows = 0;
    for (; rows < order.size() && (rows == 0 || bars + sent[order[rows]] <= kMostNodeBars); ++rows) {
      bars += sent[order[rows]];
    }
    if (rows < order.size()) {
      notes_.push_back(fmt::format(
          "{} of {} nodes have a row: those of the critical path and the first others.", rows, order.size()));
    }
    order.resize(rows);
    std::vector<std::vector<std::pair<std::uint32_t, WormIndex>>> shown(nodes);  // by number
    std::fill(listed.begin(), listed.end(), false);
    for (const NodeId node : order) listed[node] = true;
    WormIndex index = 0;
    for (const WormRecord& worm : history_.worms()) {
      if (listed[worm.source] && has_bar(worm)) shown[worm.source].emplace_back(worm.number, index);
      ++index;
    }
    json["node_rows"] = page_table({"node", "worms"});
    for (const NodeId node : order) {
      std::sort(shown[node].begin(), shown[node].end());
      Json worms = Json::array();
      for (const auto& [number, worm] : shown[node]) worms.push_back(place(worm));
      json["node_rows"]["rows"].push_back({node, std::move(worms)});
    }
  }

  /// The worms on each channel, as bars whose values `bar` names: channels of the critical path first, then
  /// those that worms waited for longest.
  void link_rows(Json& json) {
    std::vector<std::pair<std::int64_t, ChannelId>> order;  // negative worth
    for (ChannelId c = 0; c < history_.table().size(); ++c) {
      if (history_.past(c).worms == 0 || channel_place_[c] < 0) continue;
      const std::int64_t worth = (critical_[c] ? std::int64_t{1} << 50 : 0) + (waited_[c] << 8);
      order.emplace_back(-worth, c);
    }
    std::sort(order.begin(), order.end());
    json["bar"] = {"worm", "begin", "end", "gaps"};
    json["link_rows"] = page_table({"channel", "critical", "waited", "bars"});
    std::size_t bars = 0, rows = 0;
    for (; rows < order.size(); ++rows) {
      const ChannelId c = order[rows].second;
      std::vector<PassageIndex> passages = history_.passages_on(c);
      std::erase_if(passages, [&](PassageIndex p) {
        return history_.began(p) > run_.last() || history_.ended(p) <= run_.first();
      });
      bars += passages.size();
      if (bars > kMostLinkBars) break;
      Json row = Json::array();
      for (const PassageIndex p : passages) row.push_back(bar(p));
      json["link_rows"]["rows"].push_back(
          {channel_place_[c], critical_[c] ? 1 : 0, waited_[c], std::move(row)});
    }
    if (rows < order.size()) {
      notes_.push_back(fmt::format(
          "{} of {} used channels have a row: those of the critical path, then those most waited for.", rows,
          order.size()));
    }
  }

  /// Gaps are the times in which it is preempted: from, to, from, to, ..; none: nothing.
  Json bar(PassageIndex index) {
    const WormPassage& passage = history_.passages()[index];
    const Cycle began = history_.began(index);
    const PassageIndex upstream = passage.upstream;
    Json bar = {place(passage.worm), began, history_.ended(index)};
    if (upstream == kNoIndex) return bar;
    const std::vector<Cycle> gaps = gaps_of(upstream, began);
    if (!gaps.empty()) bar.push_back(gaps);
    return bar;
  }
  /// Where there are too many gaps, those with little between them are one.
  std::vector<Cycle> gaps_of(PassageIndex upstream, Cycle began) const {
    std::vector<Series> waits;
    Cycle count = 0;
    for (const Wait& wait : history_.waits_of(upstream)) {
      if (wait.cause() != StallCause::kPreemption) continue;
      Series series = history_.series(wait);
      const Cycle before = series.begin > began ? 0
                           : series.times == 1  ? 1
                                                : (began - series.begin) / series.period + 1;
      if (before >= series.times) continue;
      series.times -= before;
      series.begin += before * series.period, series.end += before * series.period;
      waits.push_back(series);
      count += series.times;
    }
    const bool many = count > static_cast<Cycle>(kMostSingly);
    std::vector<std::pair<Cycle, Cycle>> all;
    for (const Series& wait : waits) {
      for (Cycle n = 0; n < (many ? 1 : wait.times); ++n) {
        const Cycle later = n * wait.period;
        all.emplace_back(wait.begin + later, many ? wait.last_end() : wait.end + later);
      }
    }
    std::sort(all.begin(), all.end());
    std::vector<Cycle> gaps;
    for (const auto& [begin, end] : all) {
      if (!gaps.empty() && begin - gaps.back() <= (many ? kNarrow : 0)) {
        gaps.back() = std::max(gaps.back(), end);
      } else {
        gaps.push_back(begin);
        gaps.push_back(end);
      }
    }
    return gaps;
  }

  const Explanation& run_;
  const FlitHistory& history_;
  std::unordered_map<WormIndex, int> worm_place_;
  std::vector<int> channel_place_;
  std::vector<bool> critical_;  // by channel: the critical path enters it or waits for it
  std::vector<Cycle> waited_;   // by channel
  Json worms_ = page_table({"number", "phase", "class", "source", "destination", "started", "injected",
                            "sent", "head_out", "tail_out", "flits"});
  std::vector<std::string> notes_;
};

}  // namespace

Json page_data(const Explanation& run) { return PageData(run).make(); }

}  // namespace torusim
