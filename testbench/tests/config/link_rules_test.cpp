// Delays and rates of links as they are written, and slow nodes.
#include "testbench/config/link_rules.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "models/contract/hardware.h"
#include "schedules/core/error.h"
#include "schedules/tests/refusal.h"
#include "schedules/text/failure_text.h"
#include "testbench/config/automatic.h"
#include "testbench/config/node_options.h"
#include "testbench/config/option.h"
#include "testbench/config/run_config.h"

namespace torusim {
namespace {

RunConfig given(std::initializer_list<std::pair<const char*, const char*>> options) {
  RunConfig config;
  for (const auto& [name, value] : options) find_option(name)->set(config, value);
  return config;
}

UnevenLinks links(const char* shape, std::initializer_list<std::pair<const char*, const char*>> options) {
  return uneven_links(given(options), Topology::parse(shape)).value();
}

/// Without what the option accepts, which the page of options has.
std::string rules_refusal(const char* shape,
                          std::initializer_list<std::pair<const char*, const char*>> options) {
  const std::string what = test::refusal<UsageError>([&] {
    const RunConfig config = given(options);
    uneven_links(config, Topology::parse(shape));
    slower_nodes(config, Topology::parse(shape));
  });
  return what.substr(0, what.find(kLinkDelays));
}

TEST(LinkRules, ExceptionsComeBehindAValueForAll) {
  const Topology topology = Topology::parse("torus:4x4x4");
  const UnevenLinks some =
      links("torus:4x4x4", {{"link-delay", "2,z=8,(3,0,1)+x=20"}, {"link-rate", "y=1/4"}});
  EXPECT_EQ(some.at(0, topology.port(0, 1)), (LinkTime{2, 1}));
  EXPECT_EQ(some.at(0, topology.port(1, -1)), (LinkTime{2, 4}));
  EXPECT_EQ(some.at(5, topology.port(2, 1)), (LinkTime{8, 1}));
  // The link is both its channels, here over the wrap.
  EXPECT_EQ(some.at(topology.node({3, 0, 1}), topology.port(0, 1)), (LinkTime{20, 1}));
  EXPECT_EQ(some.at(topology.node({0, 0, 1}), topology.port(0, -1)), (LinkTime{20, 1}));
  EXPECT_EQ(some.at(topology.node({0, 0, 1}), topology.port(0, 1)), (LinkTime{2, 1}));
  EXPECT_EQ(some.longest(topology), (LinkTime{20, 4}));
}

// Boxes: all links between two layers.
TEST(LinkRules, ALinkMayBeManyNodes) {
  const Topology topology = Topology::parse("torus:2x2x4");
  const UnevenLinks some = links("torus:2x2x4", {{"link-delay", "(*,*,1)+z=9,(*,*,3)+z=9"}});
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    const bool leaves = topology.coordinate(node, 2) % 2 == 1;
    EXPECT_EQ(some.at(node, topology.port(2, 1)).delay, leaves ? 9 : 1);
    EXPECT_EQ(some.at(node, topology.port(2, -1)).delay, leaves ? 1 : 9);
  }
}

TEST(LinkRules, AreWrittenAsTheyAreRead) {
  for (const auto& [option, text] : {std::pair("link-delay", "3"),
                                     {"link-delay", "1,z=8,(3,4,0)+x=20"},
                                     {"link-rate", "1"},
                                     {"link-rate", "1/3"},
                                     {"link-rate", "1,z=1/4,(3,4,0)+x=1/255"},
                                     {"slow-node", "none"},
                                     {"slow-node", "(3,4)=200;x==0=5"},
                                     {"start-skew", "70"}}) {
    EXPECT_EQ(find_option(option)->get(given({{option, text}})), text);
  }
  EXPECT_EQ(find_option("link-delay")->get(given({{"link-delay", "z=8"}})), "1,z=8");
  EXPECT_EQ(find_option("link-delay")->get(given({{"link-delay", "z=8"}, {"link-delay", "2"}})), "2");
}

TEST(LinkRules, EvenLinksAreNoUnevenOnes) {
  const Topology topology = Topology::parse("torus:4x4");
  EXPECT_FALSE(uneven_links(given({{"link-delay", "7"}}), topology));
  EXPECT_FALSE(uneven_links(given({{"link-rate", "1"}}), topology));
  EXPECT_TRUE(uneven_links(given({{"link-rate", "1/2"}}), topology));
}

TEST(LinkRules, BuffersFollowTheLongestLink) {
  RunConfig config = given({{"link-delay", "2,y=9"}});
  EXPECT_EQ(automatic_reserve(config, Topology::parse("torus:4x4"), 1), 20);
  EXPECT_EQ(automatic_reserve(given({{"link-delay", "9,x=1,y=2"}}), Topology::parse("torus:4x4"), 1), 6);
}

// Which links fail may be drawn, so a rule of one is no error; the buffers follow those that are left.
TEST(LinkRules, FailedLinksHaveNone) {
  const Topology intact = Topology::parse("torus:4x4");
  for (const char* fail : {"(0,0)+x", "(1,0)-x", "(0,0)+x:one-way"}) {
    const Topology failed = intact.with_failures(parse_failures(intact, fail, 0));
    const RunConfig config = given({{"link-delay", "1,(0,0)+x=20,(*,3)+y=5"}});
    EXPECT_EQ(longest_link_delay(config, failed), std::string(fail).ends_with("one-way") ? 20 : 5) << fail;
  }
}

TEST(LinkRules, SayWhatIsWrong) {
  EXPECT_EQ(rules_refusal("torus:4x4", {{"link-delay", "0"}}), "must be ");
  EXPECT_EQ(rules_refusal("torus:4x4", {{"link-delay", "1,y=0"}}), "'y=0': must be ");
  EXPECT_EQ(rules_refusal("torus:4x4", {{"link-delay", "1,y=256"}}), "'y=256': must be ");
  EXPECT_EQ(rules_refusal("torus:4x4", {{"link-delay", "y=2,3"}}),
            "'3': only the first value is for all links; others name theirs");
  EXPECT_EQ(rules_refusal("torus:4x4", {{"link-delay", "1,,y=2"}}), "'': must be ");
  EXPECT_EQ(rules_refusal("torus:4x4", {{"link-delay", "=2"}}), "'=2': must be ");
  EXPECT_EQ(
      rules_refusal("torus:4x4", {{"link-delay", "1,z=8"}}),
      "--link-delay z: torus:4x4 has the dimensions x, y; a link is a node and a port, such as (0,0)+x");
  EXPECT_EQ(rules_refusal("torus:4x4", {{"link-delay", "1,y=8,y=9"}}),
            "--link-delay y: the dimension is given twice");
  EXPECT_EQ(rules_refusal("torus:4x4", {{"link-delay", "(1,1)+z=8"}}),
            "--link-delay (1,1)+z: a node of torus:4x4 has no port +z; it has +x, -x, +y, -y");
  EXPECT_EQ(rules_refusal("torus:4x4", {{"link-delay", "(1,1)+x=8,(2,1)-x=9"}}),
            "--link-delay (2,1)-x: the link (2,1)-x is given twice; a link is both its channels");
  EXPECT_EQ(rules_refusal("mesh:4x4", {{"link-delay", "(3,1)+x=8"}}),
            "--link-delay (3,1)+x: there is no link (3,1)+x");
  EXPECT_TRUE(
      rules_refusal("torus:4x4", {{"link-delay", "(9,1)+x=8"}}).starts_with("--link-delay (9,1)+x: "));
  EXPECT_EQ(rules_refusal("torus:4x4", {{"link-delay", "none+x=8"}}),
            "--link-delay none+x: no node is named");
  for (const char* rate : {"0", "2", "1/0", "0.25", "2/3", "1/256", "3/2", "1/", "-1", "1/-2"}) {
    EXPECT_EQ(rules_refusal("torus:4x4", {{"link-rate", rate}}), fmt::format("must be {}", kLinkRates))
        << rate;
  }
  EXPECT_EQ(rules_refusal("torus:4x4", {{"link-rate", "y=4"}}), fmt::format("'y=4': must be {}", kLinkRates));
  EXPECT_TRUE(rules_refusal("torus:4x4", {{"link-rate", "w=1/4"}}).starts_with("--link-rate w: "));
}

TEST(SlowNodes, AddToTheStartupOfTheirSends) {
  const Topology topology = Topology::parse("torus:2x3");
  EXPECT_TRUE(slower_nodes(given({}), topology).empty());
  EXPECT_EQ(slower_nodes(given({{"slow-node", "(1,2)=7;x==0=40"}}), topology),
            (std::vector<Cycle>{40, 40, 40, 0, 0, 7}));
  EXPECT_EQ(rules_refusal("torus:2x3", {{"slow-node", "(1,2)=7;5=8"}}),
            "--slow-node 5: node (1,2) is given twice");
  EXPECT_EQ(rules_refusal("torus:2x3", {{"slow-node", "none=8"}}), "--slow-node none: no node is named");
  EXPECT_TRUE(rules_refusal("torus:2x3", {{"slow-node", "9=8"}}).starts_with("--slow-node: "));
  for (const char* bad : {"", "3", "3=0", "3=-1", "=4", "3=x", "3=1000000001"}) {
    EXPECT_NE(rules_refusal("torus:2x3", {{"slow-node", bad}}).find("must be none, or NODES=CYCLES"),
              std::string::npos)
        << bad;
  }
}

TEST(StartSkew, IsDrawnByTheSeed) {
  const Topology topology = Topology::parse("torus:8x8");
  EXPECT_TRUE(start_skew(given({}), topology).empty());
  RunConfig config = given({{"start-skew", "9"}});
  const std::vector<Cycle> skew = start_skew(config, topology);
  EXPECT_EQ(skew, start_skew(config, topology));
  EXPECT_EQ(*std::ranges::min_element(skew), 0);
  EXPECT_EQ(*std::ranges::max_element(skew), 9);
  config.seed = 1;
  EXPECT_NE(skew, start_skew(config, topology));
}

}  // namespace
}  // namespace torusim
