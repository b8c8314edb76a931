// Any number of threads gives the run of one. A slab has 512 routers or more.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "testbench/tests/dense/sums.h"
#include "testbench/tests/dense/whole_worms.h"
#include "testbench/tests/models/sources.h"
#include "testbench/tests/traffic/traffic_helpers.h"

namespace torusim {
namespace {

void draw_hardware(Hardware& hardware, std::int64_t longest) {
  hardware.classes = *test::dense_classes();
  hardware.reserve = *rc::gen::oneOf(rc::gen::inRange(1, 9), rc::gen::inRange(1, 65));
  hardware.link_delay = *rc::gen::element(1, 1, 2, 3);
  hardware.arbitration = *rc::gen::element(Arbitration::kRoundRobin, Arbitration::kTransitFirst);
  test::draw_dense_switching(hardware, longest);
}

/// Borders within words and between them, slabs that neighbour others once, twice or not at all.
Topology any_large_topology() {
  return Topology::parse(*rc::gen::element<std::string>("ring:1100", "torus:33x32", "mesh:20x60",
                                                        "torus:64x9", "torus:9x11x12", "mesh:4x4x70",
                                                        "torus:5x6x6x7"));
}

/// Every node sends to some others, in up to 3 phases: no complete exchange, and runs report that.
StoredSchedule some_messages(const Topology& topology) {
  ScheduleInfo info;
  info.name = "some messages";
  info.topology = topology;
  std::vector<Phase> phases(*rc::gen::inRange<std::size_t>(1, 4));
  const int classes = *test::dense_classes();
  const auto stride = *rc::gen::inRange<NodeId>(1, topology.nodes());
  for (std::size_t p = 0; p < phases.size(); ++p) {
    phases[p].name = "P" + std::to_string(p);
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      const NodeId to = (node * NodeId{7} + stride + static_cast<NodeId>(p)) % topology.nodes();
      if (to != node) phases[p].transfers.push_back(test::transfer(topology, node, to, node % classes));
    }
  }
  return StoredSchedule(info, std::move(phases));
}

RC_GTEST_PROP(DenseThreads, GiveTheTrafficOfOne, ()) {
  TrafficOptions options = test::traffic_on("ring:2");
  options.level = Level::kDense;
  options.hardware.topology = any_large_topology();
  options.pattern.name = *rc::gen::element<std::string>("uniform", "uniform", "neighbour", "tornado");
  options.traffic.packet = PacketMix::parse(*rc::gen::element<std::string>("8", "1", "1,8", "2:0.7,30:0.3"));
  draw_hardware(options.hardware, options.traffic.packet.longest());
  options.traffic.load = *rc::gen::element(0.002, 0.03, 0.2, 0.9);
  options.traffic.startup = *rc::gen::element<Cycle>(0, 0, 3, 30);
  options.traffic.warm_up = *rc::gen::element(0, 60, 200);
  options.traffic.window = *rc::gen::inRange(30, 300);
  options.traffic.drain = *rc::gen::inRange(0, 200);
  options.traffic.seed = *rc::gen::arbitrary<std::uint64_t>();
  const int threads = *rc::gen::element(2, 2, 3, 5);
  const bool counted = *rc::gen::arbitrary<bool>();
  SpanStatistics sums_of_one(options.hardware), sums_of_many(options.hardware);
  if (counted) options.observers = {&sums_of_one};
  const TrafficResult one = simulate_traffic(options);
  if (counted) options.observers = {&sums_of_many};
  options.threads = threads;
  const TrafficResult many = simulate_traffic(options);
  RC_ASSERT(test::result_text(many) == test::result_text(one));
  if (counted) RC_ASSERT(test::first_difference(sums_of_one, sums_of_many, one.cycles) == "");
  RC_TAG(to_text(one.verdict), to_text(options.hardware.switching));
}

RC_GTEST_PROP(DenseThreads, GiveTheRunOfOne, ()) {
  StoredSchedule schedule = some_messages(any_large_topology());
  RunOptions options =
      test::options_for(schedule, *rc::gen::element(Synchronisation::kNone, Synchronisation::kBarrier));
  options.level = Level::kDense;
  options.block_flits = *rc::gen::inRange(0, 12);
  const int classes = options.hardware.classes;
  draw_hardware(options.hardware, 1 + options.block_flits);
  options.hardware.classes = classes;
  if (*rc::gen::arbitrary<bool>()) options.max_cycles = *rc::gen::inRange<Cycle>(1, 400);
  const RunResult one = simulate(schedule, options);
  options.threads = *rc::gen::element(2, 3, 5);
  RC_ASSERT(test::result_text(simulate(schedule, options)) == test::result_text(one));
  RC_TAG(to_text(one.verdict));
}

}  // namespace
}  // namespace torusim
