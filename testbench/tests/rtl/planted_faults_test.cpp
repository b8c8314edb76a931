// What finds planted faults: networks, their monitor, lockstep in networks, and lockstep between steered
// neighbours.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <span>

#include "models/foreign/lockstep.h"
#include "models/foreign/rtl_models.h"
#include "models/watch/network_monitor.h"
#include "testbench/tests/rtl/planted.h"
#include "testbench/tests/rtl/steered_neighbours.h"

namespace torusim {
namespace {

using test::kPlantedBugs;
using test::planted;

constexpr int kNever = -1;

/// Five ports, two of the outputs behind datelines.
struct Corner {
  int classes, lanes, reserve, shared;
  Arbitration arbitration = Arbitration::kRoundRobin;
  Switching switching = Switching::kCircuit;
  bool gates = false;
  int delay = 1;
};
constexpr Corner kCorners[] = {{4, 2, 2, 3},
                               {4, 2, 1, 1},
                               {1, 2, 4, 4},
                               {8, 1, 1, 7},
                               {2, 2, 2, 3, Arbitration::kTransitFirst},
                               {2, 2, 6, 2, Arbitration::kRoundRobin, Switching::kStoreAndForward},
                               {2, 2, 6, 2, Arbitration::kRoundRobin, Switching::kCutThrough}};
constexpr Corner kCornersWithGates[] = {
    {2, 2, 2, 3, Arbitration::kRoundRobin, Switching::kWormhole, true},
    {4, 1, 1, 7, Arbitration::kTransitFirst, Switching::kCircuit, true},
    {1, 2, 4, 4, Arbitration::kRoundRobin, Switching::kCircuit, true},
    {2, 2, 6, 2, Arbitration::kRoundRobin, Switching::kStoreAndForward, true},
    {2, 2, 6, 2, Arbitration::kRoundRobin, Switching::kCutThrough, true}};

constexpr Corner kCornersOfBubble[] = {{2, 1, 4, 0, Arbitration::kRoundRobin, Switching::kBubble},
                                       {8, 1, 6, 0, Arbitration::kTransitFirst, Switching::kBubble},
                                       {1, 1, 8, 0, Arbitration::kRoundRobin, Switching::kBubble}};

constexpr Corner pipelined(Corner corner) {
  corner.delay = test::kPipelinedDelay;
  return corner;
}
constexpr Corner kCornersOfPipelined[] = {
    pipelined({2, 2, 2, 3}), pipelined({4, 1, 1, 7}), pipelined({2, 2, 2, 3, Arbitration::kTransitFirst}),
    pipelined({2, 2, 6, 2, Arbitration::kRoundRobin, Switching::kStoreAndForward})};

Hardware hardware_of(const Corner& corner) {
  Hardware hardware;
  hardware.topology = Topology::parse("torus:4x4");
  hardware.classes = corner.classes;
  hardware.lanes = corner.lanes;
  hardware.reserve = corner.reserve;
  hardware.shared = corner.shared;
  hardware.switching = corner.switching;
  hardware.arbitration = corner.arbitration;
  hardware.phase_gates = corner.gates;
  hardware.router_delay = corner.delay;
  if (hardware.bubbles()) hardware.packet_slots = corner.reserve / 2;  // of two flits
  return hardware;
}

/// The first cycle in which one router between steered neighbours does not do what the contract says.
int steered(const RouterFactory& router, const Corner& corner, NodeId node, int cycles) {
  const Hardware hardware = hardware_of(corner);
  rtl::LockstepRouter pair(hardware, node, router(hardware, node), "");
  test::SteeredNeighbours neighbours(hardware, node);
  RouterWires outputs(hardware.ports());
  for (int cycle = 0; cycle < cycles; ++cycle) {
    pair.tick(cycle, neighbours.drive(outputs), outputs);
    if (!pair.failure().empty()) return cycle;
  }
  return kNever;
}

/// Every node has datelines of its own and powers up in another state, so first all of them for a short
/// while.
int steered(const RouterFactory& router, std::span<const Corner> corners) {
  for (const auto& [nodes, cycles] : {std::pair(16, 200), std::pair(1, 15'000)}) {
    for (const Corner& corner : corners) {
      for (NodeId node = 0; node < nodes; ++node) {
        const int cycle = steered(router, corner, node, cycles);
        if (cycle != kNever) return cycle;
      }
    }
  }
  return kNever;
}

TEST(Steered, TheRouterKeepsTheContract) {
  EXPECT_EQ(steered(planted(0), kCorners), kNever);
  EXPECT_EQ(steered(rtl::make_rtl_router, kCorners), kNever);
}

TEST(Steered, TheRouterKeepsTheContractOfGates) {
  EXPECT_EQ(steered(planted(0), kCornersWithGates), kNever);
  EXPECT_EQ(steered(rtl::make_rtl_router, kCornersWithGates), kNever);
}

TEST(Steered, TheRouterKeepsTheContractOfBubbleFlowControl) {
  EXPECT_EQ(steered(planted(0), kCornersOfBubble), kNever);
  EXPECT_EQ(steered(rtl::make_rtl_router, std::span(kCornersOfBubble).first(1)), kNever);
}

TEST(Steered, ThePipelinedRouterKeepsTheContract) {
  EXPECT_EQ(steered(planted(0), kCornersOfPipelined), kNever);
}

std::span<const Corner> corners_of(int fault) {
  if (fault >= test::kFirstOfPipelined) return kCornersOfPipelined;
  if (fault >= test::kFirstOfBubble) return kCornersOfBubble;
  if (fault >= test::kFirstOfGates) return kCornersWithGates;
  return kCorners;
}

/// Cycles of the first of three networks that ends badly.
int network(int number, bool lockstep, bool monitored) {
  const bool stages = number >= test::kFirstOfPipelined, bubble = number >= test::kFirstOfBubble && !stages,
             gates = number >= test::kFirstOfGates && !bubble && !stages;
  const auto sync = gates ? Synchronisation::kSwitch : Synchronisation::kNone;
  for (const auto& [shape, classes, switching] :
       {std::tuple("torus:4x4", stages ? 2 : 4, Switching::kWormhole),
        std::tuple("ring:8", 1, Switching::kWormhole),
        std::tuple("torus:4x4", stages ? 2 : 4, Switching::kCircuit)}) {
    StoredSchedule schedule =
        test::random_exchange(Topology::parse(shape), gates ? test::kPhasesForGates : 2, classes, 3);
    RunOptions options = test::contended(schedule, Level::kFast, sync);
    options.lockstep = lockstep;
    if (stages) options.hardware.router_delay = test::kPipelinedDelay;
    options.hardware.switching = bubble ? Switching::kBubble : switching;
    if (bubble) options.block_flits = 1;
    test::suit_bubble(options.hardware, 4, 1 + options.block_flits);
    options.foreign_router = planted(number);
    NetworkMonitor monitor(options.hardware);
    if (monitored) options.observers = {&monitor};
    const RunResult result = simulate(schedule, options);
    if (monitored ? monitor.violation().has_value() : result.verdict != Verdict::kVerified)
      return static_cast<int>(result.cycles);
  }
  return kNever;
}

/// A row of rtl/test/README.md, of which `found` is the last cell.
void print_row(int number, int found) {
  const auto cell = [](int cycles) {
    return cycles == kNever ? std::string("-") : fmt::format("{}", cycles);
  };
  fmt::print("fault|{}|{}|{}|{}|{}\n", number, cell(network(number, false, false)),
             cell(network(number, false, true)), cell(network(number, true, false)), cell(found));
}

TEST(PlantedFaults, SteeredNeighboursFindThem) {
  const bool rows = std::getenv("TORUSIM_PLANTED_ROWS") != nullptr;  // for rtl/test/planted_table.py
  // No neighbour sends a head to a port that does not exist. A router that is ticked in every cycle is never
  // asked whether it is idle. A reset of two edges also clears what survives one.
  const std::vector<std::string> unseen{"a port that is one too high passes for legal",
                                        "idle although an ack is inside", "a grant survives reset",
                                        "idle although an ack has just come"};
  for (int number = 1; number <= static_cast<int>(kPlantedBugs.size()); ++number) {
    const std::string& name = kPlantedBugs[number - 1];
    const int found = steered(planted(number), corners_of(number));
    EXPECT_EQ(found != kNever, std::find(unseen.begin(), unseen.end(), name) == unseen.end()) << name;
    if (rows) print_row(number, found);
  }
}

}  // namespace
}  // namespace torusim
