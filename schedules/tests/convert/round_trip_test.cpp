// Every algorithm out to every format and back: the same phases, transfers, routes, classes and blocks.
#include <gtest/gtest.h>

#include "schedules/algorithms/registry.h"
#include "schedules/convert/cm_reader.h"
#include "schedules/convert/goal_reader.h"
#include "schedules/convert/msccl_reader.h"
#include "schedules/core/error.h"
#include "schedules/tests/convert/convert_helpers.h"

namespace torusim {
namespace {

using Reader = OutsideSchedule (*)(std::string, std::string, const OutsideOptions&);

constexpr std::pair<Format, Reader> kFormats[] = {
    {Format::kGoal, read_goal_text}, {Format::kCm, read_cm_text}, {Format::kMsccl, read_msccl_text}};

std::string written(Schedule& schedule, Format format) {
  std::ostringstream out;
  write_outside(schedule, format, 16, out);
  return out.str();
}

TEST(ConvertRoundTrip, EveryAlgorithm) {
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
      const std::string expected = described(*schedule);
      for (const auto& [format, read] : kFormats) {
        // Every block of an exchange is a line of MSCCL: larger shapes only repeat.
        const int nodes = schedule->info().topology.nodes();
        if (format == Format::kMsccl && (nodes > 64 || (nodes > 25 && schedules > 0))) continue;
        if (format == Format::kMsccl && !schedule->info().collective.named()) {
          EXPECT_THROW(written(*schedule, format), InputError);  // its chunks have names
          continue;
        }
        const std::string text = written(*schedule, format);
        StoredSchedule again = read(text, "f", {}).schedule;
        EXPECT_EQ(described(again), expected) << algorithm.name << " " << shape << "\n"
                                              << text.substr(0, 2000);
        EXPECT_EQ(again.info().ports, schedule->info().ports);
        EXPECT_EQ(again.info().block_flits, schedule->info().block_flits);
        EXPECT_EQ(again.info().collective, schedule->info().collective);
      }
      ++schedules;
    }
    EXPECT_GT(schedules, 0) << algorithm.name << " runs on none of these shapes";
  }
}

TEST(ConvertRoundTrip, MessagesKeepTheirSizes) {
  ScheduleInfo info;
  info.name = "sparse";
  info.topology = Topology::parse("torus:4x4");
  info.collective.kind = Collective::Kind::kMessages;
  info.block_flits = 3;
  std::vector<Phase> phases(2);
  phases[0].name = phases[1].name = "both";
  for (const auto& [from, to, blocks] : {std::tuple{0, 5, 1'000'000}, {5, 0, 0}, {0, 5, 7}}) {
    Transfer transfer;
    transfer.source = from;
    transfer.destination = to;
    transfer.route = dimension_order_route(info.topology, from, to);
    transfer.unnamed = blocks;
    transfer.blocks = BlockSet(2);
    phases[blocks == 7 ? 1 : 0].transfers.push_back(transfer);
  }
  StoredSchedule schedule(info, phases);
  EXPECT_EQ(schedule.info().collective.blocks, 1'000'007);
  for (const auto& [format, read] : {kFormats[0], kFormats[1]}) {
    if (format == Format::kCm) {  // size 0 means something else there
      EXPECT_THROW(written(schedule, format), InputError);
      schedule.phases()[0].transfers[1].unnamed = 1;
      schedule = StoredSchedule::copy_of(schedule);
    }
    StoredSchedule again = read(written(schedule, format), "f", {}).schedule;
    EXPECT_EQ(described(again), described(schedule));
    EXPECT_EQ(again.info().collective, schedule.info().collective);
  }
  EXPECT_THROW(written(schedule, Format::kMsccl), InputError);
}

TEST(ConvertRoundTrip, ClassesAndLongRoutesSurvive) {
  ScheduleInfo info;
  info.name = "mine";
  info.topology = Topology::parse("torus:4x4");
  info.ports = 2;
  info.block_flits = 3;
  std::vector<Phase> phases(2);
  phases[0].name = "there";
  phases[1].name = "and back";
  Transfer transfer;
  transfer.source = 0;
  transfer.destination = 5;
  transfer.message_class = 7;
  transfer.route = {{1, -3}, {0, 1}};
  transfer.blocks = BlockSet(2);
  transfer.blocks.add(info.topology, {0, 5});
  transfer.blocks.add(info.topology, {0, 6});
  phases[0].transfers = {transfer};
  std::swap(transfer.source, transfer.destination);
  transfer.route = {{0, -1}, {1, 3}};
  transfer.message_class = 0;
  transfer.blocks = BlockSet(2);
  transfer.blocks.add(info.topology, {0, 6});
  phases[1].transfers = {transfer};
  StoredSchedule schedule(info, phases);
  for (const auto& [format, read] : {kFormats[0], kFormats[1]}) {
    StoredSchedule again = read(written(schedule, format), "f", {}).schedule;
    EXPECT_EQ(described(again), described(schedule));
  }
  // MSCCL's outputs are those of a whole exchange, which this is not.
  EXPECT_EQ(refusal(read_msccl_text, written(schedule, Format::kMsccl), {}),
            "f:1: at the end output chunk 1 of gpu 0 holds nothing, not input chunk 0 of gpu 1");
}

}  // namespace
}  // namespace torusim
