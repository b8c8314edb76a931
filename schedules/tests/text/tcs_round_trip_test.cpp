// Schedule -> text -> schedule -> text: the second text is the first, byte for byte.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>
#include <sstream>

#include "schedules/algorithms/registry.h"
#include "schedules/core/error.h"
#include "schedules/text/tcs_reader.h"
#include "schedules/text/tcs_writer.h"

namespace torusim {
namespace {

std::string written(Schedule& schedule) {
  std::ostringstream out;
  write_tcs(schedule, out);
  return out.str();
}

Topology arbitrary_topology() {
  std::vector<Dimension> dimensions;
  for (int k = *rc::gen::inRange(1, 6); k > 0; --k) {
    dimensions.push_back(
        {*rc::gen::inRange(2, 7), *rc::gen::element(Line::kArray, Line::kRing, Line::kComplete)});
  }
  return Topology(dimensions);
}

Range arbitrary_range(int side) {
  const int first = *rc::gen::inRange(0, side);
  const int stride = *rc::gen::inRange(1, side);
  const int count = *rc::gen::inRange(1, (side - 1 - first) / stride + 2);
  return {first, count == 1 ? 1 : stride, count};
}

BlockSet arbitrary_blocks(const Topology& topology) {
  const int k = topology.dimensions();
  BlockSet result(k);
  for (int boxes = *rc::gen::inRange(0, 4); boxes > 0; --boxes) {
    std::vector<Range> box;
    for (int d = 0; d < 2 * k; ++d) box.push_back(arbitrary_range(topology.side(d % k)));
    BlockSet more(k);
    more.add(box);
    if (!result.shared(topology, more)) result.add(more);
  }
  return result;
}

/// Some walk that stays on existing channels; empty if it happens to end where it began.
Route arbitrary_route(const Topology& topology, NodeId from) {
  Route route;
  NodeId at = from;
  for (int runs = *rc::gen::inRange(1, 5); runs > 0; --runs) {
    const int d = *rc::gen::inRange(0, topology.dimensions());
    const int x = topology.coordinate(at, d);
    const int low = topology.line(d) != Line::kArray ? -topology.side(d) : -x;
    const int high = topology.line(d) != Line::kArray ? topology.side(d) : topology.side(d) - 1 - x;
    const int hops = *rc::gen::inRange(low, high + 1);
    if (!topology.has_run(at, d, hops)) continue;
    route.append({static_cast<std::int16_t>(d), static_cast<std::int16_t>(hops)});
    at = topology.displaced(at, d, hops);
  }
  return at == from ? Route() : route;
}

StoredSchedule arbitrary_schedule() {
  ScheduleInfo info;
  info.topology = arbitrary_topology();
  const Topology& topology = info.topology;
  info.name = *rc::gen::element<std::string>("", "t4", "a name", "a#b");
  info.generator = *rc::gen::element<std::string>("", "t4 torus:16x16 rule=A");
  info.ports = *rc::gen::inRange(1, topology.network_ports() + 1);
  info.block_flits = *rc::gen::inRange(0, 100);
  info.collective.kind =
      *rc::gen::elementOf(std::vector(std::begin(kCollectiveKinds), std::end(kCollectiveKinds)));
  if (info.collective.copies()) {
    info.collective.pieces = *rc::gen::inRange(1, std::min(topology.nodes(), 20) + 1);
    info.collective.repeats = *rc::gen::inRange(0, 3);
  }
  if (info.collective.kind == Collective::Kind::kBroadcast) {
    info.collective.root = *rc::gen::inRange(0, topology.nodes());
  }
  info.sync = static_cast<Synchronisation>(*rc::gen::inRange(0, 4));
  info.claims = {*rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>()};
  info.has_signals = *rc::gen::arbitrary<bool>();
  std::vector<Phase> phases(*rc::gen::inRange(0, 4));
  for (int p = 0; p < static_cast<int>(phases.size()); ++p) {
    phases[p].name = *rc::gen::element<std::string>("", "GP1", "phase one");
    phases[p].barrier_before = *rc::gen::arbitrary<bool>();
    for (int n = *rc::gen::inRange(0, 6); n > 0; --n) {
      Transfer transfer;
      transfer.source = *rc::gen::inRange(0, topology.nodes());
      transfer.route = arbitrary_route(topology, transfer.source);
      if (transfer.route.empty()) continue;
      transfer.destination = transfer.route.end_node(topology, transfer.source);
      transfer.message_class = *rc::gen::inRange(0, 4);
      transfer.blocks = BlockSet(topology.dimensions());
      if (info.collective.named()) {
        transfer.blocks = arbitrary_blocks(topology);
        // Now and then whole packets, which have a shorter form.
        if (*rc::gen::inRange(0, 3) == 0) transfer.blocks = initial_blocks(topology, info.collective, 0);
      } else {
        transfer.unnamed =
            *rc::gen::inRange<std::int64_t>(0, 3) * *rc::gen::inRange<std::int64_t>(0, 1 << 20);
      }
      phases[p].transfers.push_back(transfer);
      if (p > 0 && info.has_signals) {
        phases[p].signals.push_back({transfer.source, transfer.destination, transfer.route,
                                     static_cast<Signal::Trigger>(*rc::gen::inRange(0, 3)),
                                     *rc::gen::inRange(0, p), p});
      }
    }
  }
  return StoredSchedule(info, phases);
}

RC_GTEST_PROP(TcsRoundTrip, TextIsTheSameAgain, ()) {
  StoredSchedule schedule = arbitrary_schedule();
  const std::string text = written(schedule);
  const auto read = read_tcs_text(text, "t.tcs");
  RC_ASSERT(written(*read) == text);
  RC_ASSERT(written(*read) == text);  // also after a rewind
}

RC_GTEST_PROP(TcsRoundTrip, NothingIsLost, ()) {
  StoredSchedule schedule = arbitrary_schedule();
  const auto read = read_tcs_text(written(schedule), "t.tcs");
  const Topology& topology = schedule.info().topology;
  RC_ASSERT(read->info().name == schedule.info().name);
  RC_ASSERT(read->info().generator == schedule.info().generator);
  RC_ASSERT(read->info().topology == topology);
  RC_ASSERT(read->info().collective == schedule.info().collective);
  RC_ASSERT(read->info().ports == schedule.info().ports);
  RC_ASSERT(read->info().block_flits == schedule.info().block_flits);
  RC_ASSERT(read->info().sync == schedule.info().sync);
  RC_ASSERT(read->info().phases == schedule.info().phases);
  RC_ASSERT(read->info().has_signals == schedule.info().has_signals);
  RC_ASSERT(read->info().claims.link_disjoint == schedule.info().claims.link_disjoint);
  RC_ASSERT(read->info().claims.shortest_paths == schedule.info().claims.shortest_paths);
  for (const Phase& expected : schedule.phases()) {
    Phase phase;
    RC_ASSERT(read->next(phase));
    RC_ASSERT(phase.name == expected.name);
    RC_ASSERT(phase.barrier_before == expected.barrier_before);
    RC_ASSERT(phase.transfers.size() == expected.transfers.size());
    for (std::size_t i = 0; i < phase.transfers.size(); ++i) {
      const Transfer& got = phase.transfers[i];
      const Transfer& want = expected.transfers[i];
      RC_ASSERT(got.source == want.source);
      RC_ASSERT(got.destination == want.destination);
      RC_ASSERT(got.message_class == want.message_class);
      RC_ASSERT(got.route == want.route);
      RC_ASSERT(got.blocks.ranges() == want.blocks.ranges());
      RC_ASSERT(got.unnamed == want.unnamed);
    }
    RC_ASSERT(phase.signals.size() == expected.signals.size());
    for (std::size_t i = 0; i < phase.signals.size(); ++i) {
      const Signal& got = phase.signals[i];
      const Signal& want = expected.signals[i];
      RC_ASSERT(got.from == want.from);
      RC_ASSERT(got.to == want.to);
      RC_ASSERT(got.route == want.route);
      RC_ASSERT(got.trigger == want.trigger);
      RC_ASSERT(got.after == want.after);
      RC_ASSERT(got.gates == want.gates);
    }
  }
  Phase none;
  RC_ASSERT(!read->next(none));
}

TEST(TcsRoundTrip, EveryAlgorithm) {
  for (const AlgorithmInfo& algorithm : algorithms()) {
    int schedules = 0;
    for (const char* shape :
         {"ring:8", "ring:7", "ring:9", "torus:4x4", "torus:8x8", "torus:6x4", "torus:5x5", "torus:4x4x4",
          "torus:8x8x8", "mesh:4x4", "hypercube:3", "complete:3x4", "torus:4x3mx2k", "torus:8x16"}) {
      // The largest only for what runs nowhere else.
      if (schedules > 0 && Topology::parse(shape).nodes() > 64) continue;
      std::unique_ptr<Schedule> schedule;
      try {
        schedule = make_schedule(algorithm.name, Topology::parse(shape));
      } catch (const InputError&) {
        continue;  // it does not run on this shape
      }
      const std::string text = written(*schedule);
      EXPECT_EQ(written(*read_tcs_text(text, "t.tcs")), text) << algorithm.name << " " << shape;
      ++schedules;
    }
    EXPECT_GT(schedules, 0) << algorithm.name << " runs on none of these shapes";
  }
}

// Another program cannot know which of the shortest ways dimension order is there.
TEST(TcsWriter, WritesEveryRouteOnTwistedTori) {
  const auto schedule = make_schedule("direct", Topology::parse("torus:4x4x8~"), {});
  const std::string text = written(*schedule);
  std::istringstream lines(text);
  int messages = 0, routes = 0;
  for (std::string line; std::getline(lines, line);) {
    messages += line.find(" > ") != std::string::npos ? 1 : 0;
    routes += line.find(" r=") != std::string::npos ? 1 : 0;
  }
  EXPECT_EQ(messages, 128 * 127);
  EXPECT_EQ(routes, messages);
}

TEST(TcsWriter, RefusesNamesThatALineCannotHold) {
  for (const char* name : {"two\nlines", " blank before", "blank behind ", "comment # sign", "#"}) {
    ScheduleInfo info;
    info.name = name;
    StoredSchedule schedule(info, {});
    std::ostringstream out;
    EXPECT_THROW(write_tcs(schedule, out), InputError) << name;
  }
}

TEST(TcsWriter, NoticesAFullDisk) {
  StoredSchedule schedule(ScheduleInfo{}, {});
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  EXPECT_THROW(write_tcs(schedule, out), InputError);
}

TEST(TcsExamples, AllOfThemReadAndRoundTrip) {
  int examples = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TORUSIM_EXAMPLES)) {
    if (entry.path().extension() != ".tcs") continue;
    const auto schedule = read_tcs(entry.path().string());
    EXPECT_EQ(schedule->info().name, entry.path().stem().string());
    const std::string text = written(*schedule);
    EXPECT_EQ(written(*read_tcs_text(text, "again")), text) << entry.path();
    ++examples;
  }
  EXPECT_GE(examples, 15);
}

}  // namespace
}  // namespace torusim
