// Repeats of a run: what is kept once and counted is told as if every flit had been watched.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <unistd.h>

#include <algorithm>

#include "models/run/simulation.h"
#include "testbench/config/watchers.h"
#include "testbench/process/whole_file.h"
#include "testbench/report/page_data.h"
#include "testbench/report/story.h"
#include "testbench/tests/dense/sums.h"
#include "testbench/tests/fast/long_messages.h"

namespace torusim {
namespace {

/// A run with all that --explain and --report tell of it.
class Told {
 public:
  Told(StoredSchedule& schedule, RunOptions options, bool sleep)
      : schedule_(schedule),
        startup_(options.startup),
        watchers_(options.hardware, options, Watched{.statistics = true, .history = true}) {
    options.sleep = sleep;
    options.observers.clear();
    watchers_.observe(options.observers);
    result_ = simulate(schedule, options);
    FlitHistory& history = *watchers_.history();
    const RunTiming timing{result_.cycles, options.startup, options.barrier, options.sync};
    Explanation run{schedule_.info(), result_, history, watchers_.statistics(), none_, timing, {}, {}, {}};
    if (result_.verdict == Verdict::kVerified) run.path = critical_path(history, timing);
    page_ = page_data(run);
    story_ = story(run);
    for (const Step& step : run.path.steps) path_cycles_ += step.cycles();
    const auto directory =
        std::filesystem::temp_directory_path() / ("torusim_repeats_test." + std::to_string(getpid()));
    std::filesystem::create_directories(directory);
    write_explanation(directory, run);
    for (const char* name : {"worms.csv", "waits.csv", "critical_path.csv"}) {
      tables_ += read_whole_file(directory / name, std::size_t{1} << 30).value_or("");
    }
    std::filesystem::remove_all(directory);
    for (ChannelId c = 0; c < history.table().size(); ++c)
      links_.push_back(run.statistics.link(c, result_.cycles));
  }

  /// The first of the texts that differs; empty: none.
  std::string difference(const Told& other) const {
    if (story_ != other.story_) return "story\n" + story_ + "\n" + other.story_;
    if (tables_ != other.tables_) return "tables\n" + first_line(tables_, other.tables_);
    if (!(links_ == other.links_)) return "sums of channels";
    for (const auto& [key, value] : page_.items()) {
      if (value != other.page_[key]) return "page, " + key;
    }
    return "";
  }
  std::size_t repeats() const { return watchers_.history()->repeats().all().size(); }
  /// Whether nothing begins or ends while the network repeats.
  bool repeats_are_quiet() const {
    const FlitHistory& history = *watchers_.history();
    for (const Repeat& repeat : history.repeats().all()) {
      const Cycle first = history.repeats().real(repeat.first), since = first - (repeat.first - repeat.since);
      const auto within = [&](Cycle cycle) {
        return cycle >= since && cycle < first + (1 + repeat.times) * repeat.period;
      };
      for (const WormRecord& w : history.worms()) {
        const Cycle ready = w.started + (w.is_signal() ? 0 : startup_);
        for (const Cycle event : {w.started, ready, w.injected, w.sent, w.head_out, w.tail_out}) {
          if (within(event)) return false;
        }
      }
    }
    return true;
  }
  bool path_is_whole() const { return path_cycles_ == 0 || path_cycles_ == result_.cycles; }

 private:
  static std::string first_line(const std::string& a, const std::string& b) {
    std::istringstream as(a), bs(b);
    for (std::string one, two; std::getline(as, one) && std::getline(bs, two);) {
      if (one != two) return one + "\n" + two;
    }
    return "one is longer";
  }

  StoredSchedule& schedule_;
  Cycle startup_;
  mutable Watchers watchers_;
  RunResult result_;
  std::vector<Cycle> none_;
  nlohmann::ordered_json page_;
  std::string story_, tables_;
  std::vector<LinkStatistics> links_;
  Cycle path_cycles_ = 0;
};

TEST(Repeats, AreToldLikeEveryFlit) {
  EXPECT_TRUE(rc::check([] {
    const int phases = *rc::gen::weightedElement<int>({{3, 1}, {1, 2}, {1, 3}});
    StoredSchedule schedule =
        test::long_messages(test::any_small_topology(), phases, *rc::gen::element(1, 1, 2, 3));
    const RunOptions options = test::any_options(schedule);
    const Told awake(schedule, options, false), asleep(schedule, options, true);
    RC_ASSERT(awake.repeats() == 0);
    RC_ASSERT(asleep.path_is_whole());
    RC_ASSERT(asleep.difference(awake) == "");
    RC_CLASSIFY(asleep.repeats() > 0, "repeats");
    RC_CLASSIFY(asleep.repeats() > 10, "more than 10 repeats");
  }));
}

/// A head that the source lets go may have to wait at once, which no router notices.
TEST(Repeats, BeginBehindWhatTheSourceDoes) {
  EXPECT_TRUE(rc::check([] {
    StoredSchedule schedule = test::long_messages(test::any_small_topology(), 1, 1, {1, 2, 3, 2000});
    RunOptions options = test::any_options(schedule);
    options.hardware.alpha = 1;
    options.hardware.reserve = *rc::gen::inRange(2, 5);
    options.startup = *rc::gen::inRange<Cycle>(20, 400);
    RC_ASSERT(Told(schedule, options, true).repeats_are_quiet());
  }));
}

/// Messages ten times as long take no more records, nor rows of tables.
TEST(Repeats, KeepEventsAndNotFlits) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:3x3"), 1, 1, 7);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  const auto records = [&](int flits) {
    options.block_flits = flits;
    Watchers watchers(options.hardware, options, Watched{.statistics = true, .history = true});
    RunOptions watched = options;
    watchers.observe(watched.observers);
    const RunResult result = simulate(schedule, watched);
    FlitHistory& history = *watchers.history();
    std::size_t streams = 0;
    history.each_stream([&](ChannelId, const Series&) { ++streams; });
    const CriticalPath path = critical_path(history, {result.cycles, 0, 0, Synchronisation::kNone});
    return std::array{streams, history.waits().size(), path.steps.size()};
  };
  const auto some = records(4'000), more = records(40'000);
  for (std::size_t i = 0; i < some.size(); ++i) EXPECT_LT(more[i], 2 * some[i]) << i;
}

}  // namespace
}  // namespace torusim
