// Jobs on parts of a network: one that has all of it is the plain run; jobs that share no channel run as if
// alone; what they share costs time; levels and threads agree.
#include "schedules/core/jobs.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/run/traffic_run.h"
#include "models/sources/traffic_program.h"
#include "schedules/algorithms/registry.h"
#include "schedules/tests/refusal.h"
#include "testbench/tests/models/any_run.h"

namespace torusim {
namespace {

Job job_on(const Topology& whole, const std::string& part, const std::string& algorithm, int block = 4,
           std::int64_t start = 0, PhaseOrder order = {}) {
  SubNetwork place = SubNetwork::parse(whole, part);
  const auto schedule = make_schedule(algorithm, place.topology);
  std::vector<NodeId> nodes = place.node_of;
  return {algorithm + part,
          program_of(*schedule, block, 1, order),
          std::move(nodes),
          std::move(place),
          start,
          0,
          block};
}

RunOptions options_of(const ProgramSchedule& program) {
  RunOptions options;
  options.hardware.topology = program.info().topology;
  options.hardware.classes = program.highest_class() + 1;
  options.hardware.lanes = 2;
  options.sync = Synchronisation::kNone;
  options.startup = 3;
  return options;
}

RC_GTEST_PROP(Jobs, OneOnAllNodesIsThePlainRun, ()) {
  const Topology whole =
      Topology::parse(*rc::gen::element("torus:2x4", "mesh:3x3", "ring:6", "torus:2x2mx2k"));
  const std::string algorithm = *rc::gen::element("direct", "gen", "all-to-allv");
  const std::string everything = whole.dimensions() == 1   ? "*"
                                 : whole.dimensions() == 2 ? "(*,*)"
                                                           : "(*,*,*)";
  const int block = *rc::gen::inRange(1, 6);
  JobsSchedule jobs = JobsSchedule::join("one", whole, {job_on(whole, everything, algorithm, block)});
  const auto schedule = make_schedule(algorithm, whole);
  RunOptions options = options_of(jobs);
  options.startup = *rc::gen::inRange(0, 20);
  const RunResult placed = simulate(jobs, options);
  options.block_flits = block;
  const RunResult plain = simulate(*schedule, options);
  RC_ASSERT(placed.verdict == Verdict::kVerified);
  RC_ASSERT(placed.cycles == plain.cycles);
  RC_ASSERT(placed.ejection_hash == plain.ejection_hash);
}

/// With barriers, signals or classes that keep the phases apart.
RC_GTEST_PROP(Jobs, OneOnAllNodesIsTheSynchronisedRun, ()) {
  const auto& [algorithm, shape, sync] =
      *rc::gen::element(std::tuple("direct", "torus:2x4", Synchronisation::kBarrier),
                        std::tuple("t4", "torus:8x8", Synchronisation::kBarrier),
                        std::tuple("t1", "torus:6x6", Synchronisation::kLocal),
                        std::tuple("ring-gs", "ring:8", Synchronisation::kLocal),
                        std::tuple("ring-gs", "ring:12", Synchronisation::kBarrier),
                        std::tuple("ring-gs", "ring:8", Synchronisation::kPriority),
                        std::tuple("gen", "mesh:3x3", Synchronisation::kPriority));
  const Topology whole = Topology::parse(shape);
  const std::string everything = whole.dimensions() == 1 ? "*" : "(*,*)";
  const auto schedule = make_schedule(algorithm, whole);
  RunOptions options = test::options_for(*schedule, sync);
  options.hardware.alpha = schedule->info().ports;
  options.hardware.lanes = 2;
  options.block_flits = *rc::gen::inRange(1, 6);
  options.startup = *rc::gen::inRange(0, 20);
  options.barrier = *rc::gen::inRange(0, 30);
  Job job = job_on(whole, everything, algorithm);
  job.program = program_of(*schedule, options.block_flits, options.hardware.alpha, {sync, options.barrier});
  const RunResult plain = simulate(*schedule, options);
  JobsSchedule jobs = JobsSchedule::join("one", whole, {std::move(job)});
  options.sync = Synchronisation::kNone;
  const RunResult placed = simulate(jobs, options);
  RC_ASSERT(plain.verdict == Verdict::kVerified);
  RC_ASSERT(placed.verdict == Verdict::kVerified);
  RC_ASSERT(placed.cycles == plain.cycles);
  RC_ASSERT(placed.ejection_hash == plain.ejection_hash);
  RC_ASSERT(placed.signals == plain.signals);
}

/// A barrier holds the nodes of its own job only, and a signal's class can be that of another job's messages.
TEST(Jobs, EachKeepsItsPhasesApartInItsOwnWay) {
  const Topology whole = Topology::parse("torus:8x8");
  JobsSchedule jobs =
      JobsSchedule::join("three", whole,
                         {job_on(whole, "(0..3,0..3)", "direct", 4, 0, {Synchronisation::kBarrier, 25}),
                          job_on(whole, "(*,4)", "ring-gs", 4, 10, {Synchronisation::kLocal}),
                          job_on(whole, "(*,5..6)", "direct", 4, 0, {Synchronisation::kNone})});
  const RunResult together = simulate(jobs, options_of(jobs));
  EXPECT_EQ(together.verdict, Verdict::kVerified);
  Cycle longest = 0;
  for (std::size_t job = 0; job < 3; ++job) {
    ProgramSchedule alone = jobs.alone(job);
    longest = std::max(longest, simulate(alone, options_of(alone)).cycles);
  }
  EXPECT_EQ(together.cycles, longest);  // they share no channel
  RunOptions options = options_of(jobs);
  options.threads = 2;
  EXPECT_EQ(simulate(jobs, options).ejection_hash, together.ejection_hash);
}

/// On the nodes, routes and channels of a whole line of the mesh nothing else can be seen.
TEST(Jobs, APartRunsAsTheNetworkThatItIs) {
  for (const auto& [part, shape] : {std::pair("(1..3,*)", "torus:3mx5"), std::pair("(2,1..4)", "path:4"),
                                    std::pair("(*,3)", "ring:6"), std::pair("(4..5,0..1)", "mesh:2x2")}) {
    const Topology whole = Topology::parse("torus:6x5");
    JobsSchedule jobs = JobsSchedule::join("part", whole, {job_on(whole, part, "direct")});
    EXPECT_EQ(jobs.jobs()[0].inside->topology, Topology::parse(shape)) << part;
    const auto schedule = make_schedule("direct", Topology::parse(shape));
    RunOptions options = options_of(jobs);
    const RunResult placed = simulate(jobs, options);
    options.block_flits = 4;
    options.hardware.topology = schedule->info().topology;
    const RunResult own = simulate(*schedule, options);
    EXPECT_EQ(placed.verdict, Verdict::kVerified);
    EXPECT_EQ(placed.cycles, own.cycles) << part;
    EXPECT_EQ(placed.flit_hops, own.flit_hops) << part;
  }
}

/// Every message of the jobs keeps its cycles; so the cycles of the whole are those of the longest.
TEST(Jobs, ThoseWithoutSharedChannelsRunAsAlone) {
  const Topology whole = Topology::parse("torus:6x6");
  JobsSchedule jobs = JobsSchedule::join(
      "two", whole, {job_on(whole, "(0..2,*)", "direct"), job_on(whole, "(3..5,*)", "direct", 9)});
  const RunResult both = simulate(jobs, options_of(jobs));
  const auto alone = [&](std::size_t job) {
    ProgramSchedule one = jobs.alone(job);
    return simulate(one, options_of(one));
  };
  const RunResult first = alone(0), second = alone(1);
  EXPECT_EQ(both.cycles, std::max(first.cycles, second.cycles));
  EXPECT_EQ(both.messages, first.messages + second.messages);
  EXPECT_EQ(both.flit_hops, first.flit_hops + second.flit_hops);
  EXPECT_LT(first.cycles, second.cycles);
}

TEST(Jobs, SharedChannelsCostTime) {
  const Topology whole = Topology::parse("ring:16");
  JobsSchedule jobs = JobsSchedule::join(
      "two", whole, {job_on(whole, "0..15/2", "direct", 16), job_on(whole, "1..15/2", "direct", 16)});
  EXPECT_EQ(jobs.jobs()[0].inside->topology, Topology::parse("ring:8"));
  ProgramSchedule one = jobs.alone(0);
  const RunResult both = simulate(jobs, options_of(jobs)), alone = simulate(one, options_of(one));
  EXPECT_EQ(both.verdict, Verdict::kVerified);
  EXPECT_GT(both.cycles, alone.cycles * 5 / 4);
}

TEST(Jobs, AStartDelaysEverythingByItself) {
  const Topology whole = Topology::parse("torus:4x4");
  JobsSchedule now = JobsSchedule::join("now", whole, {job_on(whole, "(*,0..1)", "direct")});
  JobsSchedule later = JobsSchedule::join("later", whole, {job_on(whole, "(*,0..1)", "direct", 4, 700)});
  EXPECT_EQ(simulate(now, options_of(now)).cycles + 700, simulate(later, options_of(later)).cycles);
}

Job traffic_on(const Topology& whole, const BackgroundTraffic& traffic) {
  std::vector<NodeId> nodes(static_cast<std::size_t>(whole.nodes()));
  for (NodeId node = 0; node < whole.nodes(); ++node) nodes[static_cast<std::size_t>(node)] = node;
  return {"traffic", traffic_program(traffic, whole, 1), std::move(nodes), {}, 0, 0, 1, traffic.cycles};
}

/// The packets are those of the open loop, whose window is all cycles in which they are made.
RC_GTEST_PROP(Jobs, TrafficIsThatOfTheOpenLoop, ()) {
  BackgroundTraffic traffic;
  traffic.pattern.name = *rc::gen::element<std::string>("uniform", "tornado", "hotspot");
  traffic.load = *rc::gen::element(0.05, 0.2);
  traffic.packet = PacketMix::parse(*rc::gen::element<std::string>("8", "1:0.8,5:0.2"));
  traffic.injection = ArrivalKind::parse(*rc::gen::element<std::string>("bernoulli", "bursty:20"));
  traffic.cycles = 1000;
  traffic.seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
  const Topology whole = Topology::parse("torus:4x4");
  JobsSchedule jobs = JobsSchedule::join("one", whole, {traffic_on(whole, traffic)});
  RunOptions options = options_of(jobs);
  options.hardware.alpha =
      *rc::gen::inRange(1, 3);  // with two channels packets of a pair overtake each other
  const RunResult result = simulate(jobs, options);
  RC_ASSERT(result.verdict == Verdict::kVerified);
  TrafficOptions open;
  open.hardware = options.hardware;
  open.pattern = traffic.pattern;
  open.traffic = {traffic.load,   traffic.packet, traffic.injection, 3, 0,
                  traffic.cycles, 20000,          traffic.seed,      {}};
  const TrafficResult measured = simulate_traffic(open);
  if (measured.verdict == TrafficVerdict::kSteady) RC_ASSERT(result.messages == measured.measured);
  const auto flits =
      static_cast<std::int64_t>(measured.offered * 16 * static_cast<double>(traffic.cycles) + 0.5);
  RC_ASSERT(result.total_blocks + result.messages == flits);
}

/// The collective takes longer beside traffic on its own nodes, and alone as long as without.
TEST(Jobs, TrafficCostsTime) {
  const Topology whole = Topology::parse("torus:4x4");
  BackgroundTraffic traffic;
  traffic.load = 0.4;
  traffic.cycles = 2000;
  std::vector<Job> both;
  both.push_back(job_on(whole, "(*,*)", "direct", 8));
  both.push_back(traffic_on(whole, traffic));
  JobsSchedule jobs = JobsSchedule::join("both", whole, std::move(both));
  JobsSchedule plain = JobsSchedule::join("plain", whole, {job_on(whole, "(*,*)", "direct", 8)});
  ProgramSchedule alone = jobs.alone(0);
  EXPECT_EQ(simulate(alone, options_of(alone)).cycles, simulate(plain, options_of(plain)).cycles);
  const auto first = jobs.first_messages();
  ASSERT_EQ(first.size(), 3u);
  EXPECT_EQ(first[1], 240u);
  const RunResult result = simulate(jobs, options_of(jobs));
  EXPECT_EQ(result.verdict, Verdict::kVerified);
  EXPECT_EQ(result.messages, static_cast<std::int64_t>(first[2]));
  EXPECT_GT(result.cycles, 2000);
}

TEST(Jobs, NodesOfTwoJobsAreRefused) {
  const Topology whole = Topology::parse("torus:4x4");
  EXPECT_EQ(test::refusal([&] {
              JobsSchedule::join("two", whole,
                                 {job_on(whole, "(0..1,*)", "direct"), job_on(whole, "(1..2,0)", "direct")});
            }),
            "node (1,0) is in job direct(0..1,*) and in job direct(1..2,0); jobs have nodes of their own");
}

}  // namespace
}  // namespace torusim
