// Every command judges one run: of any input on any network all refuse in the same words and with the same
// exit code, or none does; and a run that check calls correct and free is verified.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fstream>
#include <set>

#include "schedules/tests/chakra/trace_writer.h"
#include "schedules/tests/own_directory.h"
#include "testbench/cli/program.h"
#include "testbench/config/option.h"
#include "testbench/process/exit_code.h"
#include "testbench/tests/config/drawn_file.h"

namespace torusim {
namespace {

using test::any_run, test::DrawnRun, test::one_in;
using Words = std::vector<std::pair<std::string, std::string>>;

struct Said {
  int code = 0;
  std::string output, errors;

  bool refused() const { return code == kUsage || code == kBadInput; }
  bool says(const char* text) const { return output.find(text) != std::string::npos; }
};

Said called(const std::vector<std::string>& arguments) {
  std::vector<const char*> argv{"torusim"};
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Said said;
  said.code = run_program(static_cast<int>(argv.size()), argv.data());
  said.output = testing::internal::GetCapturedStdout();
  said.errors = testing::internal::GetCapturedStderr();
  return said;
}

Said called(const std::string& command, const Words& words, std::vector<std::string> more = {}) {
  std::vector<std::string> arguments{command};
  for (const auto& [name, value] : words) {
    if (!find_option(name)->positional()) arguments.push_back("--" + name);
    arguments.push_back(value);
  }
  arguments.insert(arguments.end(), more.begin(), more.end());
  return called(arguments);
}

/// The options that a command takes. Without --deadlock `check` takes fewer.
Words words_for(const DrawnRun& run, Command command, bool deadlock) {
  std::set<std::string> of_deadlock;
  for (const OptionRule& rule : find_option("deadlock")->rules) of_deadlock.emplace(rule.other);
  Words words;
  for (const auto& word : run.words) {
    const bool taken = command != kCheck || deadlock || !of_deadlock.contains(word.first);
    if (find_option(word.first)->of(command) && taken) words.push_back(word);
  }
  return words;
}

/// Asserts that the command and `run` with the same options refuse in the same words, or that neither does.
Said agreed(const DrawnRun& run, const char* command, Command bit, bool deadlock = false) {
  const Words words = words_for(run, bit, deadlock);
  const Said said =
      called(command, words, deadlock ? std::vector<std::string>{"--deadlock"} : std::vector<std::string>{});
  const Said other = called("run", words, {"--quiet"});
  RC_LOG() << command << (deadlock ? " --deadlock" : "") << " " << said.code << " " << said.errors << "run "
           << other.code << " " << other.errors;
  if (deadlock && other.errors.find("can deadlock: ") != std::string::npos) {
    RC_ASSERT(said.code == kDeadlocked);  // the verdict is what it is asked for
    return said;
  }
  RC_ASSERT(said.refused() == other.refused());
  if (said.refused()) {
    RC_ASSERT(said.errors == other.errors);
    RC_ASSERT(said.code == other.code);
  }
  return said;
}

RC_GTEST_PROP(Agreement, OfEveryCommandOnEveryInput, ()) {
  const test::OwnDirectory directory("agreement");
  DrawnRun drawn = any_run(false);
  draw_input(drawn, directory.path());
  RC_LOG() << drawn.text() << "\n";
  agreed(drawn, "info", kInfo);
  const Said check = agreed(drawn, "check", kCheck);
  const Said judged = agreed(drawn, "check", kCheck, true);
  const std::string results = (directory.path() / "r").string();
  const Said run = called("run", drawn.words, {"--quiet", "-o", results});
  RC_LOG() << "run " << run.code << " " << run.errors << run.output;
  RC_TAG(run.refused() ? "refused" : run.code == kDone ? "verified" : "not verified");
  test::tag_kinds(drawn);
  const std::string format = std::filesystem::path(drawn.words[0].second).extension();
  RC_TAG(format.empty() ? "algorithm" : format.substr(1));
  if (run.refused()) return;
  const bool ordered = check.says("in the order without contention");
  RC_LOG() << check.output << judged.output;
  if (check.code == kDone && !ordered && judged.says("free")) RC_ASSERT(run.code == kDone);
  if (check.code == kDeadlocked && !ordered) RC_ASSERT(run.code == kDeadlocked);
  if (!one_in(3)) return;
  const Said explained = called({"explain", results});
  RC_LOG() << explained.errors;
  RC_ASSERT(explained.code == kDone);
}

// Cases in which commands once disagreed.
TEST(Agreement, OfKnownCases) {
  const test::OwnDirectory directory("known");
  const auto file = [&](const std::string& name, const std::string& text) {
    std::ofstream(directory.path() / name, std::ios::binary) << text;
    return (directory.path() / name).string();
  };
  // Each rank enters its two groups in another order, and holds its communication.
  const auto turns = [](const char* first, const char* second) {
    return test::trace_of({test::NodeMessage::collective(1, 0, 64).group(first),
                           test::NodeMessage::collective(2, 0, 64).group(second)});
  };
  file("turns.1.et", turns("b", "a"));
  const struct {
    DrawnRun run;
    int check, ran;
    const char* text;  // of both refusals, or of the check
  } cases[] = {
      {{.words = {{"algorithm", file("turns.0.et", turns("a", "b"))},
                  {"topology", "ring:2"},
                  {"groups", file("groups.json", R"({"a": [0, 1], "b": [1, 0]})")}}},
       kDeadlocked,
       kDeadlocked,
       "waits for another communication of its rank"},
      {{.words = {{"algorithm", file("any.goal",
                                     "num_ranks 3\nrank 0 {\nrecv 16b from -1\nrecv 16b from 2\n}\n"
                                     "rank 1 {\nc: calc 50\ns: send 16b to 0\ns requires c\n}\n"
                                     "rank 2 {\nsend 16b to 0\n}\n")},
                  {"topology", "ring:3"}}},
       kDeadlocked,
       kDeadlocked,
       "the receive of 16 bytes by rank 0 from 2, tag 0"},
      {{.words = {{"algorithm", file("class.tcs",
                                     "tcs 1\ntopology ring 4\ncollective messages\nphase A\n"
                                     "0 > 1 n=4 c=40\nend 1\n")}}},
       kUsage,
       kUsage,
       "classes = 41: must be 1 to 32"},
      {{.words = {{"algorithm", "direct-even"}, {"topology", "torus:4x4x4"}, {"set", "at-once=24"}}},
       kBadInput,
       kBadInput,
       "direct-even on torus:4x4x4 sends through 24 ports at once: a router has 6 ports to other nodes"},
      {{.words =
            {{"algorithm", "direct"}, {"topology", "torus:4x4"}, {"fail", "0+x"}, {"switching", "bubble"}}},
       kDone,
       kUsage,
       ""},
  };
  for (const auto& [run, check, ran, text] : cases) {
    SCOPED_TRACE(run.text());
    const Said info = called("info", words_for(run, kInfo, false));
    const Said checked = called("check", words_for(run, kCheck, false));
    const Said other = called("run", run.words);
    EXPECT_EQ(checked.code, check);
    EXPECT_EQ(other.code, ran);
    EXPECT_NE((checked.refused() ? checked.errors : checked.output).find(text), std::string::npos);
    EXPECT_EQ(info.refused(), other.refused());
    EXPECT_EQ(other.refused() ? info.errors : "", other.errors);
  }
}

// The generator of a schedule round failures is the command that makes it.
TEST(Agreement, OfAGeneratorWithFailures) {
  const Said made =
      called({"schedule", "direct", "-t", "torus:4x4", "--fail", "random:2,(1,2)+y:one-way", "--seed", "3"});
  const std::size_t begin = made.output.find("generator direct torus:4x4 --fail ") + 34;
  const std::string fail = made.output.substr(begin, made.output.find(" --reroute layered\n") - begin);
  EXPECT_EQ(called({"schedule", "direct", "-t", "torus:4x4", "--fail", fail}).output, made.output) << fail;
}

}  // namespace
}  // namespace torusim
