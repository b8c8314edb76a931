// Algorithms by name, and what a person reads who got a name or a shape wrong.
#include "schedules/algorithms/registry.h"

#include <gtest/gtest.h>

#include "schedules/core/error.h"
#include "schedules/core/suggestion.h"
#include "schedules/tests/made.h"

namespace torusim {
namespace {

TEST(Registry, EveryAlgorithmSaysWhatItIs) {
  ASSERT_GE(algorithms().size(), 6u);
  for (const AlgorithmInfo& info : algorithms()) {
    EXPECT_FALSE(info.what.empty() || info.citation.empty() || info.requirements.empty()) << info.name;
    EXPECT_EQ(find_algorithm(info.name).what, info.what);
    for (const OptionInfo& option : info.options) {
      EXPECT_NE(option.values.empty(), option.form.empty()) << info.name << " " << option.name;
      if (option.values.empty()) continue;
      EXPECT_NE(std::find(option.values.begin(), option.values.end(), option.standard), option.values.end());
    }
  }
}

TEST(Registry, SchedulesHaveTheNameOfTheirAlgorithm) {
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.name == "exchange") continue;  // that of the one that it takes
    int shapes = 0;
    for (const char* shape : {"torus:4x4", "torus:5x5", "torus:8x8", "torus:4x16", "torus:4x4x4",
                              "torus:8x8x8", "mesh:4x4", "ring:9"}) {
      if (test::refused(info.name, shape) != "accepted") continue;
      ++shapes;
      EXPECT_EQ(test::made(info.name, shape)->info().name, info.name);
    }
    EXPECT_GT(shapes, 0) << info.name;
  }
}

TEST(Registry, GeneratorTextNamesAllOptions) {
  const auto schedule = make_schedule("t4", Topology::parse("torus:8x8"), {{"rule", "S"}});
  EXPECT_EQ(schedule->info().generator, "t4 torus:8x8 completion=auto rule=S");
  EXPECT_EQ(schedule->info().name, "t4");
  EXPECT_EQ(make_schedule("gossip-two", Topology::parse("torus:4x4"), {})->info().generator,
            "gossip-two torus:4x4 packets=2 supply=corrected");
}

TEST(Registry, UnknownNamesAreAnsweredWithTheNearest) {
  EXPECT_EQ(test::refused<UsageError>("ringgs", "ring:8"),
            "unknown algorithm 'ringgs'; the nearest is 'ring-gs'");
  EXPECT_EQ(test::refused<UsageError>("t4", "torus:8x8", {{"ruel", "A"}}),
            "t4: unknown option 'ruel'; the nearest is 'rule'");
  EXPECT_EQ(test::refused<UsageError>("t4", "torus:8x8", {{"completion", "folt"}}),
            "t4: completion=folt: the nearest value is 'fold', all are auto, fold, split, seq");
  EXPECT_EQ(test::refused<UsageError>("direct", "ring:8", {{"rule", "A"}}),
            "direct: unknown option 'rule'; it takes none");
}

TEST(Registry, CollectivesAreAnsweredWithTheirAlgorithms) {
  EXPECT_EQ(test::refused<UsageError>("bcast", "ring:8"),
            "'bcast' is a collective, broadcast, and no algorithm; there are broadcast, edn, peters-syska, "
            "park-choi, wang-tseng, or the quickest with --size 1MB (torusim run)");
  for (const char* word : {"alltoall", "all-to-all", "ALLTOALL", "total_exchange"}) {
    const std::string message = test::refused<UsageError>(word, "ring:8");
    for (const AlgorithmInfo& info : algorithms()) {
      const bool exchange = info.collective == Collective::Kind::kCompleteExchange;
      EXPECT_EQ((message + ",").find(" " + info.name + ",") != std::string::npos, exchange) << message;
    }
  }
  const std::string gossip = test::refused<UsageError>("allgather", "torus:4x4");
  EXPECT_NE(gossip.find("gossip, and no algorithm; there are gossip-two, gossip-one, gossip-cycles, "
                        "gossip-ti"),
            std::string::npos)
      << gossip;
}

TEST(Registry, OptionsWithoutListsSayWhatTheyTake) {
  EXPECT_EQ(test::refused<UsageError>("broadcast", "torus:4x6", {{"root", "(4,0)"}}),
            "broadcast: root=(4,0): not a node of torus:4x6; the last one is 23, or (3,5)");
  EXPECT_EQ(test::refused<UsageError>("broadcast", "torus:4x6", {{"root", "3 4"}}),
            "broadcast: root=3 4: not a node of torus:4x6; the last one is 23, or (3,5)");
  EXPECT_EQ(test::refused<UsageError>("broadcast", "torus:4x6", {{"ports", "0"}}),
            "broadcast: ports=0: must be all or a number from 1");
  EXPECT_EQ(test::refused<UsageError>("broadcast", "torus:4x6", {{"ports", "2x"}}),
            "broadcast: ports=2x: must be all or a number from 1");
  EXPECT_EQ(test::refused("broadcast", "torus:4x6", {{"ports", "5"}}),
            "broadcast on torus:4x6 with 5 ports: a node has 4 channels; ports=all uses all of them");
}

TEST(Registry, ImpossibleShapesAreAnsweredWithTheNearest) {
  EXPECT_EQ(test::refused("c64", "torus:6x6x6"),
            "c64 on torus:6x6x6: c64 needs three wrapped dimensions whose sides are divisible by 4; nearest: "
            "torus:4x4x4 or torus:8x8x8; c1 runs on any torus");
  EXPECT_EQ(
      test::refused("t4", "mesh:8x9"),
      "t4 on mesh:8x9: t4 needs two wrapped dimensions of even sides; nearest: torus:8x8 or torus:8x10; "
      "t1 runs on any 2D torus, c1 on any torus");
  EXPECT_EQ(test::refused("c1", "mesh:4x4"),
            "c1 on mesh:4x4: c1 needs only wrapped dimensions; nearest: torus:4x4; direct runs on "
            "any topology");
  EXPECT_EQ(
      test::refused("ring-gs", "torus:4x4"),
      "ring-gs on torus:4x4: ring-gs needs one wrapped dimension; nearest: ring:4; c1 runs on any torus");
  EXPECT_EQ(test::refused("ring-gs", "ring:20000"),
            "a ring of 20000 nodes: the ring exchange supports 1 to 8192 nodes");
}

TEST(Nearest, CountsEdits) {
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("rule", "rule"), 0);
  EXPECT_EQ(edit_distance("ruel", "rule"), 1);  // two neighbours exchanged
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
  EXPECT_EQ(nearest("anything", {}), "");
}

}  // namespace
}  // namespace torusim
