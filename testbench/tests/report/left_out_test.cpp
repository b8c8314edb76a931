// What is too long to be shown is counted: the story and the page say how much they leave out.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "models/run/simulation.h"
#include "testbench/report/page_data.h"
#include "testbench/report/story.h"
#include "testbench/tests/explain/explained.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

/// Two nodes that answer each other, `messages` times in all: a chain of all of them.
class PingPong {
 public:
  explicit PingPong(int messages) : schedule_(make(messages)), run_(schedule_, options(schedule_)) {}

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
  static StoredSchedule make(int messages) {
    ScheduleInfo info;
    info.name = "ping-pong";
    info.topology = Topology::parse("path:2");
    info.collective.kind = Collective::Kind::kMessages;
    std::vector<Phase> phases(messages);
    for (int i = 0; i < messages; ++i) {
      phases[i].name = fmt::format("P{}", i);
      phases[i].transfers = {test::transfer(info.topology, i % 2, 1 - i % 2)};
      phases[i].transfers[0].blocks.clear(1);
      phases[i].transfers[0].unnamed = 1;
    }
    return StoredSchedule(info, std::move(phases));
  }
  static RunOptions options(Schedule& schedule) {
    return test::options_for(schedule, Synchronisation::kNone);
  }

  StoredSchedule schedule_;
  test::Explained run_;
  std::vector<Cycle> none_;
};

std::ptrdiff_t lines_of(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

// Every message has a line that says why it began and one on how it went, and the end has one.
TEST(LeftOut, LinesOfTheChain) {
  for (const int messages : {59, 60, 100}) {
    const PingPong run(messages);
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
  const PingPong run(40);
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
  EXPECT_EQ(page["blames"].size(), 8u);
}

TEST(LeftOut, StepsOfThePage) {
  const PingPong run(600);
  const auto page = page_data(run.explanation());
  const std::size_t steps = run.explanation().path.steps.size();
  ASSERT_GT(steps, 1500u);
  EXPECT_EQ(page["path"].size(), 1500u);
  const auto& notes = page["notes"];
  EXPECT_NE(std::find(notes.begin(), notes.end(),
                      fmt::format("Of the {} steps of the critical path the last 1500 are shown.", steps)),
            notes.end())
      << notes.dump();
}

}  // namespace
}  // namespace torusim
