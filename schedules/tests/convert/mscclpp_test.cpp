// Plans of MSCCL++ as programs: counts, bytes and data of small ones, mutants with their consequences, and
// one error for each form that a plan cannot have.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "schedules/check/program_check.h"
#include "schedules/convert/mscclpp_program.h"
#include "schedules/tests/convert/plan_text.h"
#include "schedules/tests/own_directory.h"
#include "schedules/tests/refusal.h"

namespace torusim {
namespace {

using test::PlanText;
using test::ring_all_gather;

ProgramReport checked_plan(const std::string& text, ChunkSize size = {}) {
  const ChunkProgram read = read_mscclpp_text(text, "p.json", size);
  return check_program(read.program, 0, &read.chunks);
}

void expect_correct(const PlanText& plan, std::int64_t sends, std::int64_t bytes, ChunkSize size = {}) {
  const ProgramReport report = checked_plan(plan.json(), size);
  EXPECT_TRUE(report.correct()) << report.violations.front();
  EXPECT_EQ(report.sends, sends);
  EXPECT_EQ(report.receives, sends);
  EXPECT_EQ(report.bytes, bytes);
}

TEST(Mscclpp, ARingOfPutsAndSignals) {
  for (const int ranks : {3, 4, 7})
    expect_correct(ring_all_gather(ranks), 2 * ranks * (ranks - 1), 16 * ranks * (ranks - 1));
  // A buffer of 100 bytes in three chunks of 34.
  expect_correct(ring_all_gather(3), 12, 6 * 34, {16, 100});
}

/// In each step s of n - 1 a rank waits for the chunk that it puts in step s + 1; only the last wait orders
/// nothing.
TEST(Mscclpp, MutantsOfTheRingAreFound) {
  constexpr int kRanks = 5;
  for (int rank = 0; rank < kRanks; ++rank) {
    for (std::size_t s = 0; s + 1 < kRanks; ++s) {
      const auto mutant = [&](const auto& change) {
        PlanText plan = ring_all_gather(kRanks);
        change(plan.gpus[static_cast<std::size_t>(rank)].blocks[0]);
        return checked_plan(plan.json());
      };
      const auto at = [](std::size_t index) { return static_cast<std::ptrdiff_t>(index); };
      const bool last = s + 2 == kRanks;
      const auto no_wait = mutant([&](auto& ops) { ops.erase(ops.begin() + at(4 * s + 3)); });
      EXPECT_EQ(no_wait.races > 0, !last) << rank << ' ' << s;
      const auto early = mutant([&](auto& ops) { std::swap(ops[4 * s], ops[4 * s + 2]); });
      EXPECT_EQ(early.races > 0, !last) << rank << ' ' << s;
      const auto no_signal = mutant([&](auto& ops) { ops.erase(ops.begin() + at(4 * s + 2)); });
      EXPECT_FALSE(no_signal.correct());
      EXPECT_EQ(no_signal.violation_count > no_signal.races, true) << "the next rank waits for ever";
      const auto no_put = mutant([&](auto& ops) { ops.erase(ops.begin() + at(4 * s)); });
      EXPECT_GT(no_put.wrong_chunks, 0);
      EXPECT_EQ(no_put.races, 0);
    }
  }
}

TEST(Mscclpp, ARaceNamesTheArrival) {
  PlanText plan = ring_all_gather(3);
  plan.gpus[1].blocks[0].erase(plan.gpus[1].blocks[0].begin() + 3);
  const ProgramReport report = checked_plan(plan.json());
  ASSERT_EQ(report.races, 1);
  std::string text;
  for (const std::string& violation : report.violations) text += violation + "\n";
  EXPECT_NE(text.find("arrival of the put in step 0 of thread block 0 on rank 0"), std::string::npos) << text;
  EXPECT_NE(text.find("chunk 0 of the output buffer of rank 1"), std::string::npos) << text;
}

/// Rank 0 reads the other's input; its request is a message without bytes.
TEST(Mscclpp, GetAndReadReduce) {
  PlanText plan{.collective = "allreduce"};
  for (int r = 0; r < 2; ++r) {
    const std::string own = PlanText::here('i', r), other = PlanText::there(0, r);
    PlanText::Gpu gpu{.input = 2, .output = 2, .memory = {1 - r}, .remotes = {PlanText::remote(1 - r, 'i')}};
    gpu.blocks = {{PlanText::on("rlxsignal", 0), PlanText::on("rlxwait", 0),
                   PlanText::move("rres", {own, other}, {own, other}), PlanText::on("signal", 0),
                   PlanText::on("wait", 0)}};
    plan.gpus.push_back(gpu);
  }
  // Each: two signals, a request, its answer, and a put.
  expect_correct(plan, 10, 4 * 16);
  // Without the first handshake nothing is wrong: inputs are there. A copy over the input races.
  plan.gpus[1].blocks[0].insert(plan.gpus[1].blocks[0].begin(),
                                PlanText::move("copy", {PlanText::here('i', 1)}, {PlanText::here('i', 0)}));
  EXPECT_FALSE(checked_plan(plan.json()).correct());
}

PlanText packets(bool fused) {
  PlanText plan{.collective = "allreduce"};
  for (int r = 0; r < 2; ++r) {
    PlanText::Gpu gpu{
        .input = 1, .output = 1, .scratch = 2, .memory = {1 - r}, .remotes = {PlanText::remote(1 - r, 's')}};
    const std::string own = PlanText::here('i', 0), slot = PlanText::here('s', 1 - r);
    gpu.blocks = {{PlanText::move("ppkt", {own}, {PlanText::there(0, r)})}};
    if (fused) {
      gpu.blocks[0].push_back(PlanText::move("repkt", {own, slot}, {own}));
    } else {
      gpu.blocks.push_back({PlanText::move("upkt", {slot}, {slot}), PlanText::barrier(0, 2)});
      gpu.blocks[0].push_back(PlanText::barrier(0, 2));
      gpu.blocks[0].push_back(PlanText::move("re", {own, slot}, {own}));
    }
    plan.gpus.push_back(gpu);
  }
  return plan;
}

TEST(Mscclpp, PacketsAreWaitedForAndTakeTwiceTheBytes) {
  expect_correct(packets(true), 2, 64);
  expect_correct(packets(false), 2, 64);
  PlanText lost = packets(true);
  lost.gpus[0].blocks[0].erase(lost.gpus[0].blocks[0].begin());
  EXPECT_FALSE(checked_plan(lost.json()).correct()) << "rank 1 waits for packets, and no rank puts any";
}

/// One thread block copies, one puts through the port, ordered by a semaphore or a barrier.
PlanText relay(const std::vector<std::string>& first, const std::vector<std::string>& then) {
  PlanText plan{.collective = "test", .in_place = false};
  PlanText::Gpu gpu{.input = 1,
                    .output = 1,
                    .scratch = 1,
                    .memory = {},
                    .port = {1},
                    .remotes = {PlanText::remote(1, 'o')},
                    .semaphores = {0}};
  const auto joined = [](PlanText::Ops ops, const PlanText::Ops& more) {
    ops.insert(ops.end(), more.begin(), more.end());
    return ops;
  };
  const std::string put = PlanText::move("pwsf", {PlanText::here('s', 0)}, {PlanText::there(0, 0)},
                                         R"(, "channel_type": "port", "channel_ids": [0])");
  gpu.blocks = {joined({PlanText::move("copy", {PlanText::here('i', 0)}, {PlanText::here('s', 0)})}, first),
                joined(then, {put})};
  PlanText::Gpu other{.port = {0}};
  other.blocks = {{PlanText::on("wait", 0, "port"),
                   PlanText::move("copy", {PlanText::here('o', 0)}, {PlanText::here('i', 0)})}};
  plan.gpus = {gpu, other};
  return plan;
}

TEST(Mscclpp, ThreadBlocksAreOrderedBySemaphoresAndBarriers) {
  const std::string release = PlanText::semaphore("sem_release", 0),
                    acquire = PlanText::semaphore("sem_acquire", 0);
  expect_correct(relay({release}, {acquire}), 2, 16);
  expect_correct(relay({PlanText::barrier(0, 2)}, {PlanText::barrier(0, 2)}), 2, 16);
  EXPECT_EQ(checked_plan(relay({}, {}).json()).races, 1);
  EXPECT_EQ(checked_plan(relay({release}, {}).json()).races, 1);
  PlanText taken = relay({release}, {acquire});
  taken.gpus[0].semaphores = {1};
  EXPECT_EQ(checked_plan(taken.json()).races, 1) << "the first acquire needs no release";
  EXPECT_FALSE(checked_plan(relay({}, {acquire}).json()).correct());
}

/// A signal comes behind what other thread blocks of its rank have put there and it knows of.
TEST(Mscclpp, ASignalCoversOtherThreadBlocks) {
  for (const bool known : {true, false}) {
    PlanText plan{.collective = "test", .in_place = false};
    PlanText::Gpu gpu{.input = 1, .output = 1, .memory = {1}, .remotes = {PlanText::remote(1, 'o')}};
    const std::string sync = known ? PlanText::barrier(0, 2) : R"({"name": "nop"})";
    gpu.blocks = {{PlanText::move("put", {PlanText::here('i', 0)}, {PlanText::there(0, 0)}), sync},
                  {sync, PlanText::on("signal", 0)}};
    PlanText::Gpu other{.memory = {0}};
    other.blocks = {{PlanText::on("wait", 0),
                     PlanText::move("copy", {PlanText::here('o', 0)}, {PlanText::here('i', 0)})}};
    plan.gpus = {gpu, other};
    EXPECT_EQ(checked_plan(plan.json()).races, known ? 0 : 1);
  }
}

TEST(Mscclpp, PipelinesAndGroupsDivideChunks) {
  PlanText plan{.collective = "test", .in_place = false};
  PlanText::Gpu gpu{.input = 1, .output = 1, .memory = {1}, .remotes = {PlanText::remote(1, 'o')}};
  const std::string put = PlanText::move("put", {PlanText::here('i', 0)}, {PlanText::there(0, 0)});
  gpu.blocks = {{PlanText::loop(100, 1, {put, PlanText::on("signal", 0)})}};
  PlanText::Gpu other{.memory = {0}};
  other.blocks = {{PlanText::loop(100, 1, {PlanText::on("wait", 0)})}};
  plan.gpus = {gpu, other};
  // 1000 bytes in units of 100, each put and signalled.
  expect_correct(plan, 20, 1000, {16, 1000});
  expect_correct(plan, 2, 16);
  const auto half = [&](int part) {
    return PlanText::move(
        "put", {PlanText::here('i', 0)}, {PlanText::there(0, 0)},
        fmt::format(R"(, "channel_type": "memory", "tbg_info": {{"tb_id": {}, "tbg_size": 2}})", part));
  };
  plan.gpus[0].blocks = {{half(0)}, {half(1)}};
  plan.gpus[1].blocks = {};
  expect_correct(plan, 2, 1000, {16, 1000});
}

TEST(Mscclpp, APlanWithoutOneMeaningIsRefused) {
  const auto refused = [](const PlanText& plan) {
    return test::refusal([&] { read_mscclpp_text(plan.json(), "p.json", {}); });
  };
  PlanText two = packets(true);
  two.gpus[0].blocks[0].insert(two.gpus[0].blocks[0].begin(), two.gpus[0].blocks[0].front());
  EXPECT_EQ(refused(two),
            "p.json: gpu 0, thread block 0, operation 1 (ppkt): a second operation that writes packets to "
            "chunk 0 of the scratch buffer of rank 1; readers cannot tell them apart");
  PlanText channel = ring_all_gather(3);
  channel.gpus[0].blocks.push_back({PlanText::on("signal", 0)});
  EXPECT_EQ(refused(channel),
            "p.json: gpu 0, thread block 1, operation 0 (signal): thread blocks 0 and 1 both signal on "
            "one channel; their order is not defined");
  PlanText barrier = relay({PlanText::barrier(0, 3)}, {PlanText::barrier(0, 3)});
  EXPECT_EQ(refused(barrier),
            "p.json: gpu 0, thread block 0, operation 1 (barrier): barrier 0 is for 3 thread blocks, "
            "and 2 come to it");
}

/// A plan with one text in place of another.
std::string changed(const std::string& from, const std::string& to) {
  std::string text = ring_all_gather(3).json();
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

// A minute or more, if each operation costs a look at all of its list.
TEST(Mscclpp, APlanOfOneLineTakesTimeInProportionToIt) {
  const test::OwnDirectory own("mscclpp");
  const std::string path = (own.path() / "long.json").string();
  std::string nops;
  for (int i = 0; i < 1'100'000; ++i) nops += i == 0 ? R"({"name": "nop"})" : R"(,{"name": "nop"})";
  PlanText plan = ring_all_gather(3);
  plan.gpus[0].blocks.push_back({nops});
  std::string line = plan.json();
  std::replace(line.begin(), line.end(), '\n', ' ');
  std::ofstream(path) << line;
  const ChunkProgram read = read_mscclpp_program(path, {});
  EXPECT_EQ(check_program(read.program, 65535, &read.chunks).violation_count, 0);
}

TEST(Mscclpp, OneErrorForWhatIsNoPlan) {
  const auto error = [](const std::string& text) {
    return test::refusal([&] { read_mscclpp_text(text, "p.json", {}); });
  };
  const std::string good = ring_all_gather(3).json();
  EXPECT_EQ(error(good + "\n" + good).find("p.json:"), 0u);
  EXPECT_NE(error(good + "\n" + good).find("a second document in one file"), std::string::npos);
  EXPECT_NE(error(good.substr(0, good.size() / 2)).find(": not JSON: "), std::string::npos);
  EXPECT_EQ(error(""), "p.json:1: not JSON: unexpected end of the file");
  EXPECT_EQ(error("{\n\"gpus\": [,]}"), "p.json:2: not JSON: unexpected ','");
  EXPECT_EQ(error("{\"gpus\": [],\n\"name\": 1,\n\"gpus\": []}"),
            "p.json:3: \"gpus\" occurs twice in an object");
  EXPECT_EQ(error(std::string(64, '[') + std::string(64, ']')), "p.json: nested more than 16 deep");
  EXPECT_EQ(error("[]"), "p.json: no object, but something with \"gpus\" is expected");
  EXPECT_EQ(error("{}"), "p.json: no \"gpus\": not an execution plan of MSCCL++");
  EXPECT_EQ(
      error(changed(R"("input_chunks": 1)", R"("inputChunks": 1)")),
      "p.json: the form of MSCCL++ 0.6 and before (\"inputChunks\"); plans with \"input_chunks\" are read");
  EXPECT_EQ(error(changed(R"("id": 0)", R"("id": 7)")), "p.json: gpu 0: its \"id\" is 7");
  EXPECT_EQ(error(changed(R"("connected_to": [1, 2])", R"("connected_to": [1, 3])")),
            "p.json: gpu 0: \"connected_to\" is 3, not a number of 0 to 2");
  EXPECT_EQ(error(changed(R"("connected_to": [1, 2])", R"("connected_to": [1, 0])")),
            "p.json: gpu 0: a channel to itself");
  EXPECT_EQ(error(changed(R"({"rank": 1)", R"({"rank": 0)")),
            "p.json: gpu 0: a remote buffer of its own rank");
  EXPECT_EQ(error(changed(R"("index": 0, "size": 1)", R"("index": 99999999999999999999, "size": 1)")),
            "p.json: gpu 0, thread block 0, operation 0 (put): \"index\" is 1e+20, not a "
            "number of 0 "
            "to 16777216");
  EXPECT_EQ(
      error(changed(R"("index": 0, "size": 1)", R"("index": 3, "size": 1)")),
      "p.json: gpu 0, thread block 0, operation 0 (put): chunks 3 to 3 of buffer o of gpu 0, which has 3");
  EXPECT_EQ(error(changed(R"("index": 0, "size": 1)", R"("index": 0, "size": 2)")),
            "p.json: gpu 0, thread block 0, operation 0 (put): 2 chunks and 1 chunks in one operation");
  EXPECT_EQ(error(changed(R"("name": "put")", R"("name": "gstore")")),
            "p.json: gpu 0, thread block 0, operation 0: gstore: a switch channel stores and adds up in the "
            "switches of "
            "NVLink, which no torus has");
  EXPECT_EQ(error(changed(R"("name": "put")", R"("name": "teleport")")),
            "p.json: gpu 0, thread block 0, operation 0: operation \"teleport\" is unknown");
  EXPECT_EQ(error(changed(R"("buffer_id": 0)", R"("buffer_id": 5)")),
            "p.json: gpu 0, thread block 0, operation 0 (put): remote buffer 5; its thread block has 1 of "
            "this type");
  EXPECT_EQ(
      error(changed(R"("channel_ids": [0], "channel_type")", R"("channel_ids": [9], "channel_type")")),
      "p.json: gpu 0, thread block 0, operation 2 (signal): channel 9; its thread block has 2 of this type");
}

}  // namespace
}  // namespace torusim
