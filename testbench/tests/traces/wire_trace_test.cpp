// The waves of routers that are only wires show what is on the wires, cycle by cycle.
#include "traces/wire_trace.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "models/hardwired/arrival_checker.h"
#include "models/hardwired/network.h"
#include "schedules/algorithms/registry.h"
#include "testbench/tests/traces/vcd_reader.h"

namespace torusim {
namespace {

TEST(WireTrace, ShowsEveryWordWhereTheTableBringsIt) {
  constexpr int kBlock = 3, kStartup = 4, kSteps = 8;
  const std::string path = testing::TempDir() + "wire_trace_test.vcd";
  const auto schedule = make_schedule("gossip-two", Topology::parse("torus:4x4"));
  const Topology& topology = schedule->info().topology;
  RunOptions options;
  options.hardware.topology = topology;
  options.block_flits = kBlock;
  options.startup = kStartup;
  WireTrace trace(topology, path);
  const RunResult result = hardwired::simulate(*schedule, options, &trace);
  trace.finish();
  ASSERT_EQ(result.verdict, Verdict::kVerified);
  ASSERT_EQ(result.cycles, kStartup + 1 + kSteps * kBlock);

  const test::VcdReader waves(path);
  const HardwiredGossip& gossip = *schedule->hardwired();
  const int each = gossip.table.packets_a_node();
  Circulation circulation(gossip.table);
  for (int step = 0; step < kSteps; ++step) {
    circulation.advance();
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      for (int port = 0; port < topology.network_ports(); ++port) {
        const std::string wire = "top.r_" + topology.node_suffix(node) + "." + topology.port_suffix(port);
        const PacketNumber packet = circulation.on(node, port);
        ASSERT_NE(packet, kNoPacket);
        const hardwired::Load load{&gossip.packets[packet], packet / each, packet % each, kBlock};
        for (int word = 0; word < kBlock; ++word) {
          const Cycle now = kStartup + 1 + step * kBlock + word;
          EXPECT_EQ(waves.at(wire + "_valid", now), "1") << wire << " in " << now;
          EXPECT_EQ(std::stoull(waves.at(wire + "_word", now), nullptr, 2), hardwired::word_of(load, word))
              << wire << " in " << now;
        }
        EXPECT_EQ(waves.at(wire + "_valid", kStartup), "0");
      }
    }
    EXPECT_EQ(std::stoi(waves.at("top.phase", kStartup + 2 + step * kBlock), nullptr, 2), step + 1);
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace torusim
