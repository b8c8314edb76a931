#include "testbench/report/story.h"

#include <fmt/format.h>

#include <algorithm>

namespace torusim {
namespace {

constexpr std::size_t kMostLines = 120;  // of the chain
constexpr std::size_t kMostBlames = 8;
constexpr std::size_t kMostPlaces = 5;

std::string share(Cycle part, Cycle whole) {
  return whole == 0 ? "" : fmt::format("{:5.1f} %", 100.0 * static_cast<double>(part) / whole);
}

std::string totals(const Explanation& run) {
  const CriticalPath& path = run.path;
  const Cycle all = run.timing.cycles;
  std::string text = "Where the time went, along the chain that determined the last delivery\n";
  const auto line = [&](const char* what, Cycle cycles) {
    if (cycles > 0) text += fmt::format("  {:<34}{:>9}  {}\n", what, cycles, share(cycles, all));
  };
  line("startup", path.cycles(StepKind::kStartup));
  line("flits move on", path.cycles(StepKind::kMove));
  line("flits follow, one a cycle", path.cycles(StepKind::kStream));
  line("signals travel", path.cycles(StepKind::kSignalMove));
  line("payload waits for the ack", path.cycles(StepKind::kAck));
  line("own credits come back", path.cycles(StepKind::kCredit));
  line("blocked by other worms", path.blocked());
  line("barriers", path.cycles(StepKind::kBarrier));
  line("not explained", path.cycles(StepKind::kUnknown));
  return text;
}

std::string in_the_way(const Explanation& run) {
  const auto all = blames(run);
  if (all.empty()) return "Nothing delayed this chain.\n";
  std::string text = "In the way\n";
  for (std::size_t i = 0; i < std::min(all.size(), kMostBlames); ++i) {
    text += fmt::format("  {:>9} cycles  {}, at {}\n", all[i].cycles, worm_name(run, all[i].blocker),
                        channel_words(run.history, all[i].channel));
  }
  if (all.size() > kMostBlames) {
    text += fmt::format("  and {} more worms. By place:\n", all.size() - kMostBlames);
    const auto places = blamed_places(run);
    for (std::size_t i = 0; i < std::min(places.size(), kMostPlaces); ++i) {
      text += fmt::format("  {:>9} cycles  {} worm{} at {}\n", places[i].cycles, places[i].worms,
                          places[i].worms == 1 ? "" : "s", channel_words(run.history, places[i].channel));
    }
    if (places.size() > kMostPlaces)
      text += fmt::format("  and {} more places\n", places.size() - kMostPlaces);
  }
  const Cycle free = run.timing.cycles - run.path.blocked();
  text += fmt::format(
      "Without these waits the chain is {} cycles long: no other order of worms can save more than "
      "{}\nunless "
      "it changes the chain itself.\n",
      free, run.path.blocked());
  return text;
}

std::string bounds(const Explanation& run) {
  const Efficiency& e = run.efficiency;
  std::string text = "Against the bounds\n";
  const auto line = [&](const std::string& what, Cycle cycles) {
    text += fmt::format("  {:<34}{:>9}  {}\n", what, cycles, share(cycles, e.measured));
  };
  const auto ports = [](int count) { return fmt::format("{} port{}", count, count == 1 ? "" : "s"); };
  line("least of any schedule with " + ports(e.ports), e.bound);
  if (e.ports < e.all_ports) line("the same with all " + ports(e.all_ports), e.all_ports_bound);
  if (e.routes > 0) line("busiest port or channel, with heads", e.routes);
  if (!e.program)
    line(e.own_ports == e.ports ? "this schedule in the papers' model"
                                : "this schedule with " + ports(e.own_ports),
         e.model);
  line(e.program ? "this program without contention" : "with head flits and pipeline", e.predicted);
  line("measured", e.measured);
  return text;
}

/// The cause of the message's start time.
std::string beginning(const Explanation& run, const Step& step) {
  const auto& worms = run.history.worms();
  const auto node = [&](NodeId n) { return run.history.hardware().topology.node_name(n); };
  const std::string also = step.also > 0 ? fmt::format(", as {} more did in that cycle", step.also) : "";
  const std::string begins = step.worm == kNoIndex ? "The run ends" : worm_name(run, step.worm) + " begins";
  if (step.blocker == kNoIndex) {
    return step.worm == kNoIndex ? begins + " after the barriers of empty phases"
                                 : begins + " after the barriers of the empty phases before it";
  }
  const WormRecord& other = worms[step.blocker];
  switch (step.kind) {
    case StepKind::kReceive:
      if (step.worm == kNoIndex)
        return fmt::format("{}: node {} has everything{}", begins, node(other.destination), also);
      return fmt::format("{}: node {} has received that one{}", begins, node(other.destination), also);
    case StepKind::kSend:
      return fmt::format("{}: node {} has sent that one", begins, node(other.source));
    case StepKind::kSignal:
      return fmt::format("{}: node {} has its signal", begins, node(other.destination));
    default:
      return fmt::format("{}: that was the last message before the barrier{}", begins, also);
  }
}

/// A stretch of one worm without blocking.
class Stretch {
 public:
  bool empty() const { return text_.empty() && last_ == nullptr; }
  void add(const Step& step, const char* what) {
    if (last_ != nullptr && last_ != what) close();
    last_ = what;
    cycles_ += step.cycles();
  }
  std::string take() {
    close();
    return std::move(text_);
  }

 private:
  void close() {
    if (last_ != nullptr) text_ += fmt::format("{}{} {}", text_.empty() ? "" : ", ", last_, cycles_);
    last_ = nullptr;
    cycles_ = 0;
  }
  std::string text_;
  const char* last_ = nullptr;
  Cycle cycles_ = 0;
};

const char* free_words(StepKind kind) {
  switch (kind) {
    case StepKind::kStartup:
      return "startup";
    case StepKind::kMove:
      return "moves on";
    case StepKind::kStream:
      return "streams";
    case StepKind::kSignalMove:
      return "travels";
    case StepKind::kAck:
      return "waits for the ack of its circuit";
    case StepKind::kCredit:
      return "waits for its own credits";
    case StepKind::kBarrier:
      return "barrier";
    default:
      return "not explained";
  }
}

class Chain {
 public:
  explicit Chain(const Explanation& run) : run_(run) {}

  std::vector<StoryLine> lines() {
    const auto& steps = run_.path.steps;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Step& step = steps[i];
      const bool edge = step.kind >= StepKind::kReceive && step.kind <= StepKind::kBarrier;
      if (i == 0 && !edge) line(Kind::kWorm, 0, 0, worm_name(run_, step.worm) + " begins");
      if (edge) {
        flush();
        if (step.cycles() > 0) line(Kind::kFree, step.begin, step.end, "the barrier's latency");
        line(Kind::kWorm, step.end, step.end, beginning(run_, step));
      } else if (step.blocked()) {
        flush();
        i = blocked(i);
      } else {
        if (stretch_.empty()) from_ = to_ = step.begin;
        stretch_.add(step, free_words(step.kind));
        to_ = std::max(to_, step.end);
      }
    }
    flush();
    return std::move(lines_);
  }

 private:
  using Kind = StoryLine::Kind;

  void flush() {
    if (!stretch_.empty()) line(Kind::kFree, from_, to_, stretch_.take());
  }
  /// All waits at one channel for one reason, beginning with steps[i]; returns the last of them.
  std::size_t blocked(std::size_t i) {
    const auto& steps = run_.path.steps;
    const Step& first = steps[i];
    std::size_t last = i;
    Cycle end = first.end, cycles = first.cycles();
    while (last + 1 < steps.size() && steps[last + 1].kind == first.kind &&
           steps[last + 1].worm == first.worm && steps[last + 1].channel == first.channel) {
      ++last;
      end = std::max(end, steps[last].end);
      cycles += steps[last].cycles();
    }
    const std::string others = last > i ? fmt::format(" and {} more", last - i) : "";
    line(Kind::kBlocked, first.begin, end, step_words(run_, first) + others);
    lines_.back().cycles = cycles;
    return last;
  }
  void line(Kind kind, Cycle begin, Cycle end, std::string text) {
    lines_.push_back({kind, begin, end, std::move(text), end - begin});
  }

  const Explanation& run_;
  std::vector<StoryLine> lines_;
  Stretch stretch_;
  Cycle from_ = 0, to_ = 0;
};

/// The times of the ranks of a program with computations.
std::string of_ranks(const Explanation& run) {
  if (run.ranks.empty()) return "";
  const MeanRankTime mean = mean_of(run.ranks);
  std::string text = fmt::format("What the ranks do, mean of {}\n", run.ranks.size());
  const auto line = [&](const char* what, double cycles) {
    text += fmt::format("  {:<34} {:>11.0f}  {:>5.1f} %\n", what, cycles,
                        100 * cycles / std::max(1.0, static_cast<double>(run.timing.cycles)));
  };
  line("compute, no message is under way", mean.computing - mean.hidden);
  line("compute, hiding communication", mean.hidden);
  line("exposed communication", mean.exposed);
  line("wait, no message is under way", mean.waiting);
  return text + "\n";
}

std::string chain(const Explanation& run) {
  const std::vector<StoryLine> lines = story_lines(run);
  const int width = static_cast<int>(fmt::format("{}", run.timing.cycles).size());
  std::string text = "The chain, from cycle 0 to the end\n";
  const std::size_t half = kMostLines / 2;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines.size() > kMostLines && i == half) {
      text += fmt::format("  .. {} lines are left out; critical_path.csv of --explain has every step ..\n",
                          lines.size() - kMostLines);
      i = lines.size() - half;
    }
    const auto& [kind, begin, end, what, cycles] = lines[i];
    const std::string until =
        begin == end ? fmt::format("   {:>{}}", "", width) : fmt::format(".. {:>{}}", end, width);
    const std::string blocked = kind == StoryLine::Kind::kBlocked ? fmt::format("BLOCKED {}: ", cycles) : "";
    text += fmt::format("  {:>{}} {}  {}{}{}\n", begin, width, until,
                        kind == StoryLine::Kind::kWorm ? "" : "  ", blocked, what);
  }
  return text;
}

}  // namespace

const char* to_text(StoryLine::Kind kind) {
  return kind == StoryLine::Kind::kWorm ? "worm" : kind == StoryLine::Kind::kFree ? "free" : "blocked";
}

std::vector<StoryLine> story_lines(const Explanation& run) { return Chain(run).lines(); }

std::string step_words(const Explanation& run, const Step& step) {
  const std::string channel =
      step.channel == ChannelTable::kNone ? "" : channel_words(run.history, step.channel);
  std::string blocker = step.blocker == kNoIndex ? "" : worm_name(run, step.blocker);
  if (step.times > 1) blocker += fmt::format(" ({} cycles in {} waits)", step.cycles(), step.times);
  switch (step.kind) {
    case StepKind::kAllocation:
      return fmt::format("waits for {}, which belongs to {}", channel, blocker);
    case StepKind::kQueue:
      return fmt::format("queues behind {} in the buffer before {}", blocker, channel);
    case StepKind::kBuffer:
      return fmt::format("the buffer behind {} is full of {}", channel, blocker);
    case StepKind::kPreemption:
      return fmt::format("at {} preempted by the more urgent {}", channel, blocker);
    case StepKind::kArbitration:
      return fmt::format("at {} the round-robin order prefers {}", channel, blocker);
    case StepKind::kReceive:
    case StepKind::kSend:
    case StepKind::kSignal:
    case StepKind::kBarrier:
      return beginning(run, step);
    default:
      return free_words(step.kind);
  }
}

std::string too_long() {
  return fmt::format(
      "The run is too long to keep every flit (more than {} GB); choose a smaller block, window or "
      "network.\n",
      SpillFile::kMostBytes >> 30);
}

std::string story(const Explanation& run) {
  if (run.traffic) return traffic_story(run);
  std::string text =
      fmt::format("{} on {}: {} after {} cycles{}\n\n", run.schedule.name, run.schedule.topology.name(),
                  to_text(run.result.verdict), run.result.cycles, in_time(run.scale, run.result.cycles));
  if (run.history.overflowed()) return text + too_long();
  if (run.hardwired) {
    return text + "Routers are wires: packets move without waiting.\n\n" + bounds(run);
  }
  if (run.efficiency.program && run.result.verdict == Verdict::kVerified) {
    return text +
           "A program: no critical path is drawn, as computations are not part of the network's "
           "history.\n\n" +
           of_ranks(run) + bounds(run);
  }
  if (run.path.steps.empty() && run.result.verdict == Verdict::kVerified) {
    return text +
           "There is no critical path: nodes wait for times of their own (--reduce-delay, "
           "--start-skew).\n\n" +
           bounds(run);
  }
  if (run.path.steps.empty()) {
    text += "The run was not completed, so there is no critical path.\n";
    for (const std::string& finding : run.result.findings) text += fmt::format("    {}\n", finding);
    return text;
  }
  return text + totals(run) + "\n" + in_the_way(run) + "\n" + bounds(run) + "\n" + chain(run);
}

nlohmann::ordered_json explanation_json(const Explanation& run) {
  if (run.traffic) return traffic_explanation_json(run);
  using Json = nlohmann::ordered_json;
  const Efficiency& e = run.efficiency;
  Json json{{"name", run.schedule.name},
            {"topology", run.schedule.topology.name()},
            {"verdict", to_text(run.result.verdict)},
            {"cycles", run.result.cycles},
            {"findings", run.result.findings},
            {"blocked", run.path.blocked()},
            {"bounds",
             {{"ports", e.ports},
              {"bound", e.bound},
              {"all_ports", e.all_ports},
              {"all_ports_bound", e.all_ports_bound},
              {"predicted", e.predicted}}}};
  for (const char* list : {"steps", "places", "worms", "chain"}) json[list] = Json::array();
  for (int kind = 0; !run.path.steps.empty() && kind <= static_cast<int>(StepKind::kUnknown); ++kind) {
    const auto step = static_cast<StepKind>(kind);
    if (run.path.cycles(step) > 0)
      json["steps"].push_back({{"kind", to_text(step)}, {"cycles", run.path.cycles(step)}});
  }
  for (const BlamedPlace& place : blamed_places(run)) {
    json["places"].push_back({{"place", channel_words(run.history, place.channel)},
                              {"cycles", place.cycles},
                              {"worms", place.worms}});
  }
  for (const Blame& blame : blames(run)) {
    json["worms"].push_back({{"worm", worm_name(run, blame.blocker)},
                             {"place", channel_words(run.history, blame.channel)},
                             {"cycles", blame.cycles}});
  }
  for (const StoryLine& line : story_lines(run)) {
    json["chain"].push_back(
        {{"kind", to_text(line.kind)}, {"begin", line.begin}, {"end", line.end}, {"text", line.text}});
  }
  json["text"] = story(run);
  return json;
}

}  // namespace torusim
