// What is too long to be shown is counted: the story and the page say how much they leave out.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>

#include "models/run/simulation.h"
#include "testbench/report/page_data.h"
#include "testbench/report/story.h"
#include "testbench/tests/explain/explained.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

class ExplainedRun {
 public:
  explicit ExplainedRun(StoredSchedule schedule)
      : schedule_(std::move(schedule)),
        run_(schedule_, test::options_for(schedule_, Synchronisation::kNone)) {}

  Explanation explanation() const {
    return {schedule_.info(),
            run_.result,
            run_.history,
            run_.monitor,
            none_,
            {run_.result.cycles, 0, 0, {}},
            {},
            {},
            run_.path};
  }

 private:
  StoredSchedule schedule_;
  test::Explained run_;
  std::vector<Cycle> none_;
};

StoredSchedule messages_only(const Topology& topology, std::vector<Phase> phases) {
  ScheduleInfo info;
  info.name = "messages";
  info.topology = topology;
  info.collective.kind = Collective::Kind::kMessages;
  return StoredSchedule(info, std::move(phases));
}

Transfer message(const Topology& topology, NodeId from, NodeId to, int blocks) {
  Transfer result = test::transfer(topology, from, to);
  result.blocks.clear(topology.dimensions());
  result.unnamed = blocks;
  return result;
}

/// Two nodes that answer each other, `messages` times in all: a chain of all of them.
StoredSchedule ping_pong(int messages) {
  const Topology path = Topology::parse("path:2");
  std::vector<Phase> phases(messages);
  for (int i = 0; i < messages; ++i) {
    phases[i].name = fmt::format("P{}", i);
    phases[i].transfers = {message(path, i % 2, 1 - i % 2, 1)};
  }
  return messages_only(path, std::move(phases));
}

/// Long messages of two nodes that get in each other's way where channels have the highest numbers; before
/// them, if `everywhere`, every channel of the torus carries something.
StoredSchedule contention_at_the_end(const Topology& torus, bool everywhere) {
  const auto to = [&](NodeId node, int port) { return torus.neighbor(node, port); };
  std::vector<Phase> phases(3);
  for (int p = 0; p < 3; ++p) phases[p].name = fmt::format("P{}", p);
  for (NodeId node = 0; everywhere && node < torus.nodes(); ++node) {
    phases[0].transfers.push_back(message(torus, node, to(to(node, 0), 2), 1));
    phases[1].transfers.push_back(message(torus, node, to(to(node, 1), 3), 1));
  }
  const NodeId last = torus.nodes() - 1, near = to(last, 1), far = to(near, 1);
  phases[2].transfers = {message(torus, far, last, 40), message(torus, near, last, 40)};
  return messages_only(torus, std::move(phases));
}

std::ptrdiff_t lines_of(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

// Every message has a line that says why it began and one on how it went, and the end has one.
TEST(LeftOut, LinesOfTheChain) {
  for (const int messages : {59, 60, 100}) {
    const ExplainedRun run(ping_pong(messages));
    const std::string text = story(run.explanation());
    const std::string chain = text.substr(text.find("The chain, from cycle 0 to the end\n"));
    const int lines = 2 * messages + 1;
    if (lines <= 120) {
      EXPECT_EQ(lines_of(chain), 1 + lines);
      EXPECT_EQ(chain.find("left out"), std::string::npos);
    } else {
      EXPECT_EQ(lines_of(chain), 1 + 60 + 1 + 60);
      EXPECT_NE(chain.find(fmt::format("  .. {} lines are left out; ", lines - 120)), std::string::npos)
          << chain;
    }
    EXPECT_NE(chain.find("The run ends: node"), std::string::npos);
    EXPECT_NE(chain.find(fmt::format("P{} message {}, ", messages - 1, messages - 1)), std::string::npos);
  }
}

TEST(LeftOut, WormsAndPlacesInTheWay) {
  const ExplainedRun run(ping_pong(40));
  Explanation explanation = run.explanation();
  explanation.path.steps.clear();
  // All that there are on a path of two nodes.
  const std::pair<NodeId, int> channels[] = {{0, 0}, {0, 2}, {0, 3}, {1, 1}, {1, 2}, {1, 3}};
  for (WormIndex blocker = 0; blocker < 30; ++blocker) {
    Step step;
    step.kind = StepKind::kAllocation;
    step.begin = blocker;
    step.end = blocker + 1;
    step.worm = 31;
    step.blocker = blocker;
    const auto [node, port] = channels[blocker % 6];
    step.channel = explanation.history.table().id(node, port);
    explanation.path.steps.push_back(step);
  }
  const std::string text = story(explanation);
  EXPECT_NE(text.find("  and 22 more worms. By place:\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  and 1 more places\n"), std::string::npos) << text;
  const auto page = page_data(explanation);
  EXPECT_EQ(page["blamed"], 30);
  EXPECT_EQ(page["blames"]["rows"].size(), 8u);
}

bool has_note(const nlohmann::ordered_json& page, const std::string& note) {
  const auto& notes = page["notes"];
  return std::find(notes.begin(), notes.end(), note) != notes.end();
}

// However many steps: the page has every cycle of the path once.
TEST(LeftOut, StepsOfThePage) {
  for (const int messages : {40, 600}) {
    const ExplainedRun run(ping_pong(messages));
    const Explanation explanation = run.explanation();
    const auto page = page_data(explanation);
    Cycle end = 0;
    for (const auto& step : page["path"]["rows"]) {
      EXPECT_EQ(step[1], end);
      end = step[2].get<Cycle>();
    }
    EXPECT_EQ(end, explanation.result.cycles);
    const std::size_t steps = explanation.path.steps.size(), shown = page["path"]["rows"].size();
    ASSERT_EQ(steps > 1500, messages == 600) << steps;
    EXPECT_TRUE(steps > 1500 ? shown >= 750 && shown <= 1501 : shown == steps) << shown << " of " << steps;
    EXPECT_EQ(
        has_note(page, fmt::format("The critical path has {} steps: the 750 longest are shown, and those "
                                   "between them joined.",
                                   steps)),
        steps > 1500)
        << page["notes"].dump();
  }
}

TEST(LeftOut, ChannelsThatNothingUsed) {
  const Topology torus = Topology::parse("torus:72x72");  // 31,104 channels
  const ExplainedRun run(contention_at_the_end(torus, false));
  const auto page = page_data(run.explanation());
  std::vector<std::pair<NodeId, int>> shown;
  for (const auto& channel : page["channels"]["rows"]) shown.emplace_back(channel[0], channel[1]);
  const NodeId last = torus.nodes() - 1, near = torus.neighbor(last, 1), far = torus.neighbor(near, 1);
  EXPECT_EQ(shown,
            (std::vector<std::pair<NodeId, int>>{{far, 0}, {far, 5}, {near, 0}, {near, 5}, {last, 4}}));
  EXPECT_TRUE(has_note(page, "Too many channels: those that nothing used are left out."));
}

// Of more channels in use than a page shows none is left out that matters more than one that is there.
TEST(LeftOut, ChannelsThatMatterLess) {
  const Topology torus = Topology::parse("torus:76x76");
  const ExplainedRun run(contention_at_the_end(torus, true));
  const Explanation explanation = run.explanation();
  const auto page = page_data(explanation);
  EXPECT_TRUE(has_note(page,
                       "Of 34656 channels that were used 30000 are shown: those of the critical path, then "
                       "those most waited for, then the busiest."));

  const ChannelTable& table = explanation.history.table();
  std::vector<std::int64_t> waited(table.size(), 0);
  for (const Wait& wait : explanation.history.waits()) waited[wait.wanted] += wait.cycles;
  const auto weight = [&](ChannelId c) {
    const auto& steps = explanation.path.steps;
    const bool critical =
        std::any_of(steps.begin(), steps.end(), [&](const Step& s) { return s.channel == c; });
    return std::tuple(critical, waited[c], explanation.statistics.link(c, explanation.timing.cycles).flits);
  };
  std::vector<bool> shown(table.size(), false);
  for (const auto& channel : page["channels"]["rows"]) shown[table.id(channel[0], channel[1])] = true;
  ASSERT_EQ(std::count(shown.begin(), shown.end(), true), 30'000);
  using Weight = decltype(weight(0));
  Weight least_shown(true, INT64_MAX, INT64_MAX), most_left_out(false, 0, 0);
  for (ChannelId c = 0; c < table.size(); ++c) {
    if (shown[c]) least_shown = std::min(least_shown, weight(c));
    if (!shown[c]) most_left_out = std::max(most_left_out, weight(c));
  }
  EXPECT_GE(least_shown, most_left_out);
  // By number those of the last nodes would be left out.
  EXPECT_TRUE(shown[table.id(torus.nodes() - 1, 4)]);
  EXPECT_GT(waited[table.id(torus.neighbor(torus.nodes() - 1, 1), 0)], 0);
}

}  // namespace
}  // namespace torusim
