// The one table behind flags, configuration files and documentation.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "schedules/core/error.h"
#include "schedules/tests/refusal.h"
#include "testbench/cli/reference_pages.h"
#include "testbench/config/link_rules.h"
#include "testbench/config/option.h"
#include "testbench/config/run_config.h"

namespace torusim {
namespace {

std::string refusal(const char* name, const std::string& value) {
  RunConfig config;
  return test::refusal<UsageError>([&] { find_option(name)->set(config, value); });
}

TEST(OptionTable, EveryDefaultIsAValueThatIsRead) {
  for (const Option& option : option_table()) {
    RunConfig config;
    option.set(config, option.standard());
    EXPECT_EQ(option.get(config), option.standard()) << option.name;
  }
}

TEST(OptionTable, NamesAndLettersAreUnique) {
  std::set<std::string> names;
  std::set<char> letters;
  for (const Option& option : option_table()) {
    EXPECT_TRUE(names.insert(option.name).second) << option.name;
    EXPECT_TRUE(option.letter == 0 || letters.insert(option.letter).second) << option.letter;
    EXPECT_FALSE(option.meaning.empty()) << option.name;
    EXPECT_NE(option.commands, 0u) << option.name;
    EXPECT_EQ(find_option(option.name), &option);
  }
  EXPECT_EQ(find_option("no-such-option"), nullptr);
}

// An old name is read, from run.json of earlier versions too, and the new one is written.
TEST(OptionTable, TheOldNameOfRoundRobinIsRead) {
  RunConfig config;
  find_option("arbitration")->set(config, "transit-first");
  find_option("arbitration")->set(config, "turns");
  EXPECT_EQ(find_option("arbitration")->get(config), "round-robin");
  EXPECT_EQ(find_option("arbitration")->values, "round-robin|transit-first");
}

// Help is read in a terminal: meaning and values are a line each at most.
TEST(OptionTable, MeaningsAndValuesAreLinesOfHundredCharacters) {
  for (const Option& option : option_table()) {
    EXPECT_LE(option.meaning.size(), 100u) << option.name << ": " << option.meaning;
    EXPECT_NE(option.meaning.back(), '.') << option.name;
    EXPECT_LE(option.values.size(), 100u) << option.name << ": " << option.values;
  }
}

TEST(OptionTable, ValuesSurviveTheirText) {
  const std::pair<const char*, const char*> cases[] = {{"block", "64"},
                                                       {"startup", "1000000"},
                                                       {"sync", "priority"},
                                                       {"level", "pins"},
                                                       {"lanes", "1"},
                                                       {"classes", "64"},
                                                       {"reserve", "4096"},
                                                       {"trace", "fst"},
                                                       {"trace-window", "5:9"},
                                                       {"seed", "18446744073709551615"},
                                                       {"set", "completion=fold rule=A"},
                                                       {"load", "0.25"},
                                                       {"packet", "1:0.8,5:0.2"},
                                                       {"injection", "bursty:64:0.5"},
                                                       {"hotspot-share", "0.05"},
                                                       {"window", "1000000000000"},
                                                       {"loads", "0.05:0.4:0.05"},
                                                       {"force", "true"},
                                                       {"output", "a b"}};
  for (const auto& [name, value] : cases) {
    RunConfig config;
    find_option(name)->set(config, value);
    EXPECT_EQ(find_option(name)->get(config), value) << name;
  }
}

TEST(OptionTable, RefusesWhatMakesNoSense) {
  const std::string number = "must be 0..100000000 or auto";
  for (const char* value : {"-1", "", " 4", "4 ", "99999999999999999999", "100000001", "+4"}) {
    EXPECT_EQ(refusal("block", value), number) << value;
  }
  for (const char* value : {"4x", "0x4", "1e3"}) {
    EXPECT_EQ(refusal("block", value).substr(0, 34), "must be a number of flits, or a si") << value;
  }
  EXPECT_EQ(refusal("startup", "auto").substr(0, 8), "must be ");
  EXPECT_EQ(refusal("link-delay", "0"), std::string("must be ") + kLinkDelays);
  EXPECT_EQ(refusal("lanes", "9"), "must be 1..8 or auto");
  EXPECT_EQ(refusal("sync", "barier"), "no such value; did you mean 'barrier'?");
  EXPECT_EQ(refusal("level", "rtl"), "no such value; known: fast, dense, pins, auto");
  EXPECT_EQ(refusal("trace", "vcdd"), "no such value; did you mean 'vcd'?");
  EXPECT_EQ(refusal("trace-window", "9:5").substr(0, 33), "must be two cycles FIRST:LAST, FI");
  EXPECT_EQ(refusal("trace-window", "-1:5").substr(0, 18), "must be two cycles");
  EXPECT_EQ(refusal("trace-window", "5").substr(0, 18), "must be two cycles");
  EXPECT_EQ(refusal("set", "rule"), "must be NAME=VALUE, such as rule=A, not 'rule'");
  EXPECT_EQ(refusal("set", "=A"), "must be NAME=VALUE, such as rule=A, not '=A'");
  EXPECT_EQ(refusal("seed", "-1"), "must be a whole number from 0");
  for (const char* value : {"-0.1", "nan", "inf", "65", "0,1", "", "auto"}) {
    EXPECT_EQ(refusal("load", value), "must be 0..64") << value;
  }
  for (const char* value : {"0.1", "0.1:0.2", "0:1:0.1", "0.2:0.1:0.1", "0.1:0.2:0", "0.1:0.2:0.1:1",
                            "0.1:inf:1", "0.001:1:0.0001", "a:b:c"}) {
    EXPECT_EQ(refusal("loads", value).substr(0, 24), "must be FIRST:LAST:STEP,") << value;
  }
  EXPECT_EQ(refusal("window", "29"), "must be 30..1000000000000");
  EXPECT_EQ(refusal("force", "yes"), "must be true or false");
}

std::string content(const char* path) {
  std::ifstream file(path);
  std::stringstream page;
  page << file.rdbuf();
  return page.str();
}

TEST(OptionTable, IsWhatTheDocumentationSays) {
  EXPECT_EQ(content(TORUSIM_OPTIONS_PAGE), options_page())
      << "write it again: torusim list --options > docs/options.md";
}

TEST(NotModelled, IsWhatTheDocumentationSays) {
  EXPECT_NE(content(TORUSIM_LIMITS_PAGE).find(limits_section()), std::string::npos)
      << "docs/coming-from.md has another section than this one:\n"
      << limits_section();
}

}  // namespace
}  // namespace torusim
