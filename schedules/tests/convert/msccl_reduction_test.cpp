// Reductions of MSCCL: rings as compilers write them, in place and with instances, and programs that are
// wrong.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>

#include "schedules/convert/goal_reader.h"
#include "schedules/convert/msccl_reader.h"
#include "schedules/convert/outside.h"
#include "schedules/tests/convert/convert_helpers.h"
#include "schedules/tests/convert/msccl_text.h"
#include "schedules/tests/made.h"

namespace torusim {
namespace {

std::string refusal(const std::string& text, const std::string& shape) {
  return refusal(read_msccl_text, text, on(shape));
}

namespace msccl = test::msccl;

/// Every chunk goes round once and is reduced, and once more to be copied: s, rrs .., rrcs, rcs .., r. With
/// instances, each a channel of its own. In place: one buffer under two names, of which one has size 0.
std::string ring_all_reduce(int n, int instances) {
  std::vector<std::string> gpus;
  for (int g = 0; g < n; ++g) {
    std::vector<msccl::Block> blocks;
    for (int i = 0; i < instances; ++i) {
      msccl::Block block{(g + 1) % n, (g + n - 1) % n, i};
      for (int k = 0; k <= 2 * n - 2; ++k) {
        const char* type = k == 0          ? "s"
                           : k < n - 1     ? "rrs"
                           : k == n - 1    ? "rrcs"
                           : k < 2 * n - 2 ? "rcs"
                                           : "r";
        block.steps.push_back(fmt::format("{} i{}", type, (g - k % n + n) % n * instances + i));
      }
      blocks.push_back(block);
    }
    gpus.push_back(msccl::gpu(g, 0, n * instances, 0, blocks));
  }
  return msccl::algo(fmt::format("ngpus=\"{}\" coll=\"allreduce\" inplace=\"1\" outofplace=\"0\"", n), gpus);
}

TEST(MscclReductions, RingsComeInCheckedWithAnyInstances) {
  for (const auto& [n, instances] : {std::pair{3, 1}, {4, 1}, {4, 2}, {8, 4}}) {
    OutsideSchedule read = read_msccl_text(ring_all_reduce(n, instances), "f", on(fmt::format("ring:{}", n)));
    const ScheduleInfo& info = read.schedule.info();
    EXPECT_EQ(info.collective.kind, Collective::Kind::kAllReduce);
    EXPECT_EQ(info.collective.pieces, instances);
    EXPECT_FALSE(info.collective.rooted);
    EXPECT_EQ(test::checked(read.schedule).transfers, 2 * (n - 1) * n * instances);
    EXPECT_GE(info.phases, 2 * (n - 1));
  }
}

/// All pairs: everybody sends its part of chunk j to GPU j's scratch, where they are added up by local steps.
std::string all_pairs(const char* collective) {
  std::vector<std::string> gpus;
  for (int g = 0; g < 3; ++g) {
    std::vector<msccl::Block> blocks;
    for (const int other : {(g + 1) % 3, (g + 2) % 3}) {
      blocks.push_back(
          {other, other, 0, {fmt::format("s i{} s0", other), fmt::format("r i0 s{}", blocks.size())}});
    }
    blocks.emplace_back().steps = {fmt::format("cpy i{} o0", g), "re s0 o0 @0.1", "re s1 o0 @1.1"};
    gpus.push_back(msccl::gpu(g, 3, 1, 2, blocks));
  }
  return msccl::algo(fmt::format("ngpus=\"3\" coll=\"{}\" inplace=\"0\" outofplace=\"1\"", collective), gpus);
}

/// Everybody sends its vector to everybody before anything is added.
std::string one_step(int n) {
  std::vector<std::string> gpus;
  for (int g = 0; g < n; ++g) {
    std::vector<msccl::Block> blocks;
    std::vector<std::string> added;
    for (int other = 0; other < n; ++other) {
      if (other == g) continue;
      added.push_back(fmt::format("re s{0} i0 @{0}.1", blocks.size()));
      blocks.push_back({other, other, 0, {"s i0 s0", fmt::format("r i0 s{}", blocks.size())}});
    }
    blocks.emplace_back().steps = added;
    gpus.push_back(msccl::gpu(g, 1, 1, n - 1, blocks));
  }
  return msccl::algo(fmt::format("ngpus=\"{}\" coll=\"allreduce\" inplace=\"1\" outofplace=\"0\"", n), gpus);
}

TEST(MscclReductions, WhatIsSentBeforeAnythingIsAddedGoesInOneStep) {
  OutsideSchedule read = read_msccl_text(one_step(4), "f", on("complete:4"));
  EXPECT_EQ(read.schedule.info().phases, 1);
  EXPECT_TRUE(check(read.schedule).correct());
  EXPECT_NE(refusal(one_step(4), "ring:4").find("must share a step, and nodes lack the ports, 2"),
            std::string::npos);
}

TEST(MscclReductions, AddedLaterIsAddedToo) {
  OutsideSchedule read = read_msccl_text(all_pairs("reduce_scatter"), "f", on("ring:3"));
  EXPECT_EQ(read.schedule.info().collective.kind, Collective::Kind::kReduceScatter);
  EXPECT_TRUE(check(read.schedule).correct());
}

TEST(MscclReductions, WrongProgramsAreNamed) {
  std::string text = ring_all_reduce(3, 1);
  const auto change = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    const auto at = changed.find(from);
    EXPECT_NE(at, std::string::npos);
    return changed.replace(at, from.size(), to);
  };
  EXPECT_EQ(refusal(text, "ring:3"), "accepted");
  // A copy where a sum was due: the first GPU's contribution is lost on the way.
  EXPECT_NE(
      refusal(change("type=\"rrs\"", "type=\"rcs\""), "ring:3").find("a sum without the contribution of gpu"),
      std::string::npos)
      << refusal(change("type=\"rrs\"", "type=\"rcs\""), "ring:3");
  // A sum where a copy was due.
  EXPECT_NE(refusal(change("type=\"rcs\"", "type=\"rrcs\""), "ring:3").find("would count twice"),
            std::string::npos);
  EXPECT_EQ(refusal(all_pairs("alltoall"), "ring:3"),
            "f:13: <step>: type=\"re\" reduces, which an exchange, gossip or broadcast never does");
}

TEST(MscclReductions, GoOutAsGoalAndComeBack) {
  const auto schedule = make_schedule("swing", Topology::parse("torus:4x4"));
  std::ostringstream out;
  write_outside(*schedule, Format::kGoal, 16, out);
  OutsideSchedule back = read_goal_text(out.str(), "f", {});
  EXPECT_EQ(back.schedule.info().phases, schedule->info().phases);
  test::checked(back.schedule);
}

TEST(MscclReductions, GoOutAndComeBack) {
  struct Case {
    const char *name, *shape;
    AlgorithmOptions options;
  };
  for (const auto& [name, shape, options] :
       {Case{"swing", "torus:4x4", {}},
        {"bucket", "torus:3x4", {{"collective", "reduce-scatter"}}},
        {"swing", "torus:3x4", {{"variant", "latency"}}},
        {"tree", "torus:3x4", {{"collective", "reduce"}, {"root", "5"}, {"pieces", "3"}}},
        {"bine", "ring:8", {{"root", "3"}}},
        {"gossip-ti", "torus:3x4", {{"collective", "all-reduce"}}}}) {
    const auto schedule = make_schedule(name, Topology::parse(shape), options);
    std::ostringstream out;
    write_outside(*schedule, Format::kMsccl, 16, out);
    const std::string text = out.str();
    OutsideSchedule back = read_msccl_text(text, "f", {});
    EXPECT_EQ(back.schedule.info().collective, schedule->info().collective) << name;
    EXPECT_EQ(described(back.schedule), described(*schedule)) << name;
    // Without the remarks the program says the same, if not always in as many phases.
    const auto begin = text.find("<!--"), end = text.find("-->");
    OutsideSchedule bare = read_msccl_text(text.substr(0, begin) + text.substr(end + 3), "f", on(shape));
    EXPECT_TRUE(check(bare.schedule).correct()) << name;
  }
}

}  // namespace
}  // namespace torusim
