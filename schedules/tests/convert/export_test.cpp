// Every algorithm in every format: read as a program, the file has the messages of the schedule, each of
// which waits for exactly the phase before it.
#include "schedules/convert/export.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <tuple>

#include "schedules/algorithms/registry.h"
#include "schedules/check/program_check.h"
#include "schedules/convert/cm_program.h"
#include "schedules/convert/goal_program.h"
#include "schedules/convert/msccl_chunks.h"
#include "schedules/tests/refusal.h"
#include "schedules/text/tcs_reader.h"

namespace torusim {
namespace {

constexpr int kFlitBytes = 16;

std::string written(Schedule& schedule, Format format) {
  std::ostringstream out;
  write_as(schedule, format, kFlitBytes, out);
  return out.str();
}

bool is_message(const Operation& operation) {
  return operation.kind == Operation::Kind::kSend || operation.kind == Operation::Kind::kReceive;
}

/// For each operation the sends and receives that it waits for, seen through operations between them.
class Awaited {
 public:
  explicit Awaited(const Program& program) : program_(program), earlier_(program.operations.size()) {
    for (OperationId id = 0; id < program.operations.size(); ++id) {
      for (const Program::Dependent& dependent : program.dependents_of(id)) {
        EXPECT_EQ(dependent.after_start, 0u);
        earlier_[dependent.later].push_back(id);
      }
    }
  }
  const std::set<OperationId>& of(OperationId id) {
    const std::vector<OperationId>& own = earlier_[id];
    if (own.size() == 1 && !is_message(program_.operations[own.front()])) return of(own.front());
    const auto [known, fresh] = awaited_.try_emplace(id);
    if (!fresh) return known->second;
    std::set<OperationId> found;
    for (const OperationId earlier : own) {
      if (is_message(program_.operations[earlier])) {
        found.insert(earlier);
      } else {
        const std::set<OperationId>& through = of(earlier);
        found.insert(through.begin(), through.end());
      }
    }
    return awaited_[id] = std::move(found);
  }

 private:
  const Program& program_;
  std::vector<std::vector<OperationId>> earlier_;
  std::map<OperationId, std::set<OperationId>> awaited_;
};

struct ExportedMessage {
  NodeId source = 0, destination = 0;
  std::int64_t bytes = 0;
  int message_class = 0;
  std::size_t phase = 0;
  auto operator<=>(const ExportedMessage&) const = default;
};

/// In the order of the phases.
std::vector<ExportedMessage> messages_of(Schedule& schedule) {
  std::vector<ExportedMessage> messages;
  StoredSchedule stored = StoredSchedule::copy_of(schedule);
  for (std::size_t p = 0; p < stored.phases().size(); ++p) {
    for (const Transfer& transfer : stored.phases()[p].transfers) {
      messages.push_back({transfer.source, transfer.destination,
                          transfer.block_count() * stored.info().block_flits * kFlitBytes,
                          transfer.message_class, p});
    }
  }
  return messages;
}

void expect_correct(const Program& program) {
  const ProgramReport report = check_program(program, 0);
  EXPECT_TRUE(report.correct()) << report.violations.front();
}

/// Tags number the phases, again for further messages of a pair in a phase; what a rank does in a phase waits
/// for all that it does in the last one before.
void expect_goal(Schedule& schedule) {
  const Program program = read_goal_program_text(written(schedule, Format::kGoal), "f").program;
  expect_correct(program);
  std::vector<ExportedMessage> wanted = messages_of(schedule), found;
  Awaited awaited(program);
  const auto phases = static_cast<std::uint32_t>(schedule.info().phases);
  std::set<std::tuple<NodeId, NodeId, std::uint32_t>> sends;
  for (std::size_t rank = 0; rank + 1 < program.first.size(); ++rank) {
    std::map<std::uint32_t, std::set<OperationId>> of_phase;
    for (OperationId id = program.first[rank]; id < program.first[rank + 1]; ++id) {
      const Operation& operation = program.operations[id];
      if (!is_message(operation)) continue;
      const std::uint32_t phase = (operation.tag - 1) % phases;
      of_phase[phase].insert(id);
      if (operation.kind == Operation::Kind::kReceive) continue;
      found.push_back({operation.rank, operation.peer, operation.size, 0, phase});
      EXPECT_TRUE(sends.emplace(operation.rank, operation.peer, operation.tag).second);
    }
    std::set<OperationId> before;
    for (const auto& [phase, operations] : of_phase) {
      for (const OperationId id : operations) ASSERT_EQ(awaited.of(id), before) << program.describe(id);
      before = operations;
    }
  }
  for (ExportedMessage& message : wanted) message.message_class = 0;
  std::sort(wanted.begin(), wanted.end());
  std::sort(found.begin(), found.end());
  EXPECT_TRUE(found == wanted);
}

/// Connections are in the order of the phases; each waits for all messages of the last phase before.
void expect_cm(Schedule& schedule) {
  const Program program = read_cm_program_text(written(schedule, Format::kCm), "f").program;
  expect_correct(program);
  const std::vector<ExportedMessage> wanted = messages_of(schedule);
  std::map<int, int> class_of;  // the classes in use are numbered anew
  for (const ExportedMessage& message : wanted) class_of[message.message_class] = 0;
  int next = 0;
  for (auto& [old, number] : class_of) number = next++;
  std::vector<OperationId> sends(wanted.size());
  std::vector<std::set<OperationId>> arrivals(wanted.empty() ? 0 : wanted.back().phase + 1);
  ASSERT_EQ(program.messages, wanted.size());
  for (OperationId id = 0; id < program.operations.size(); ++id) {
    const Operation& operation = program.operations[id];
    if (operation.kind == Operation::Kind::kSend) sends[operation.message] = id;
    if (operation.kind == Operation::Kind::kReceive) arrivals[wanted[operation.tag].phase].insert(id);
  }
  Awaited awaited(program);
  std::set<OperationId> before, nothing;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const Operation& send = program.operations[sends[i]];
    const ExportedMessage found{send.rank, send.peer, send.size, program.ways[send.way].message_class,
                                wanted[i].phase};
    ExportedMessage asked = wanted[i];
    asked.message_class = class_of[asked.message_class];
    ASSERT_TRUE(found == asked) << program.describe(sends[i]);
    if (i > 0 && wanted[i].phase != wanted[i - 1].phase) before = arrivals[wanted[i - 1].phase];
    ASSERT_EQ(awaited.of(sends[i]), before) << program.describe(sends[i]);
  }
}

/// Chunks, which are followed, are blocks: all of them move, and the outputs are right.
void expect_msccl(Schedule& schedule) {
  const ChunkProgram read =
      read_msccl_program_text(written(schedule, Format::kMsccl), "f", {.chunk_bytes = 1});
  const ProgramReport report = check_program(read.program, 0, &read.chunks);
  EXPECT_TRUE(report.correct()) << report.violations.front();
  std::int64_t blocks = 0;
  for (const ExportedMessage& message : messages_of(schedule)) blocks += message.bytes;
  EXPECT_EQ(report.bytes * schedule.info().block_flits * kFlitBytes, blocks);
}

TEST(Export, EveryAlgorithm) {
  for (const AlgorithmInfo& algorithm : algorithms()) {
    int schedules = 0;
    // Four shapes an algorithm, of different kinds first; the last for those that run on none before.
    for (const char* shape :
         {"ring:8", "torus:4x4", "mesh:4x4", "complete:3x4", "ring:5", "torus:5x5", "torus:4x6",
          "torus:4x4x4", "ring:9", "torus:8x8", "torus:8x8x8", "torus:4x16"}) {
      if (schedules == 4 || (schedules > 0 && std::string_view(shape).starts_with("torus:8x8"))) break;
      std::unique_ptr<Schedule> schedule;
      try {
        schedule = make_schedule(algorithm.name, Topology::parse(shape));
      } catch (const InputError&) {
        continue;  // it does not run on this shape
      }
      SCOPED_TRACE(algorithm.name + " on " + shape);
      expect_goal(*schedule);
      expect_cm(*schedule);
      // Every block of an exchange is a line of MSCCL: larger shapes only repeat.
      const int nodes = schedule->info().topology.nodes();
      if (nodes <= 64 && (nodes <= 25 || schedules == 0)) {
        if (schedule->info().collective.named()) {
          expect_msccl(*schedule);
        } else {
          EXPECT_THROW(written(*schedule, Format::kMsccl), InputError);  // its chunks have names
        }
      }
      ++schedules;
    }
    EXPECT_GT(schedules, 0) << algorithm.name << " runs on none of these shapes";
  }
}

TEST(Export, ReductionsOfOtherSettings) {
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
    SCOPED_TRACE(name);
    const auto schedule = make_schedule(name, Topology::parse(shape), options);
    expect_goal(*schedule);
    expect_cm(*schedule);
    expect_msccl(*schedule);
  }
}

// Node 1 gives its sum away and then passes on that of node 2, of which no algorithm makes use.
TEST(Export, ASumThatANodePassesOn) {
  const auto schedule = read_tcs_text(
      "tcs 1\ntopology ring 4\ncollective reduce root=0\nports 2\nblock 1\n"
      "phase A\n1 > 0 b=0 op=add\nphase B\n2 > 1 b=0 op=store\n"
      "phase C\n1 > 0 b=0 op=add\nphase D\n3 > 0 b=0 op=add\nend 4\n",
      "relay.tcs");
  expect_goal(*schedule);
  expect_cm(*schedule);
  expect_msccl(*schedule);
}

/// Two phases of messages of other sizes and classes than those of algorithms.
StoredSchedule by_hand(std::int64_t blocks_back) {
  ScheduleInfo info;
  info.name = "by\nhand";
  info.topology = Topology::parse("torus:4x4");
  info.collective.kind = Collective::Kind::kMessages;
  info.block_flits = 3;
  std::vector<Phase> phases(2);
  for (const auto& [from, to, blocks, message_class] :
       {std::tuple{0, 5, std::int64_t{1'000'000}, 7}, {5, 0, blocks_back, 0}, {0, 5, 7, 2}}) {
    Transfer transfer;
    transfer.source = from;
    transfer.destination = to;
    transfer.route = dimension_order_route(info.topology, from, to);
    transfer.message_class = message_class;
    transfer.unnamed = blocks;
    transfer.blocks = BlockSet(2);
    phases[blocks == 7 ? 1 : 0].transfers.push_back(transfer);
  }
  return StoredSchedule(info, phases);
}

TEST(Export, SizesAndClassesOfMessages) {
  StoredSchedule schedule = by_hand(1);
  EXPECT_TRUE(
      written(schedule, Format::kGoal).starts_with("// written by torusim: by\\x0ahand on torus:4x4"));
  expect_goal(schedule);
  expect_cm(schedule);
  EXPECT_THROW(written(schedule, Format::kMsccl), InputError);
  StoredSchedule empty = by_hand(0);
  expect_goal(empty);
  EXPECT_EQ(
      test::refusal([&] { written(empty, Format::kCm); }),
      "phase : a message without data from 5 to 0 cannot stand in a connection matrix, where size 0 means "
      "without end");
}

TEST(Export, MessagesHaveAtMost2To62Bytes) {
  StoredSchedule large = by_hand(std::int64_t{1} << 60);
  EXPECT_EQ(test::refusal([&] { written(large, Format::kGoal); }),
            "a message from 5 to 0 of 1152921504606846976 blocks of 48 bytes exceeds 2^62 bytes");
}

}  // namespace
}  // namespace torusim
