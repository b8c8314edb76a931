// Random transactions, loosely and approximately timed, through a torus: bytes, order and protocol.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/contract/kernel.h"
#include "models/part/sysc/torus.h"
#include "testbench/tests/part/platform.h"
#include "testbench/tests/part/protocol_checker.h"

namespace torusim::sysc {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using test::ApproximateInitiator;
using test::LooseInitiator;
using test::ProtocolChecker;
using test::RandomMemory;
using test::RandomProgram;

TorusOptions of_shape(const char* shape) {
  TorusOptions options;
  options.network.hardware.topology = Topology::parse(shape);
  return options;
}

/// Random initiators and memories at random nodes, a checker at every socket.
struct RandomPlatform {
  RandomPlatform(const TorusOptions& options, const sc_time& period, std::mt19937& random, int transactions)
      : torus("torus", options, period) {
    const int nodes = torus.network().hardware().topology.nodes();
    const int memories = 1 + static_cast<int>(random() % 4);
    for (int m = 0; m < memories; ++m) {
      const NodeId node = static_cast<NodeId>(random() % static_cast<unsigned>(nodes));
      this->memories.push_back(std::make_unique<RandomMemory>(name("memory", m), random()));
      ProtocolChecker& checker = add_checker(name("at_memory", m));
      torus.initiator_socket(node).bind(checker.up);
      checker.down.bind(this->memories.back()->socket);
      torus.map({.first = m * RandomProgram::kMemory,
                 .last = (m + 1) * RandomProgram::kMemory - 1,
                 .node = node,
                 .target = targets[node]++});
    }
    int count = 0;
    const int at = 1 + static_cast<int>(random() % 4);
    for (int n = 0; n < at; ++n) {
      const NodeId node = static_cast<NodeId>(random() % static_cast<unsigned>(nodes));
      for (unsigned some = 1 + random() % 4; some > 0; --some, ++count) {
        programs.push_back(std::make_unique<RandomProgram>(count, memories, random()));
        ProtocolChecker& checker = add_checker(name("at_initiator", count));
        checker.down.bind(torus.target_socket(node));
        if (random() % 2 == 0) {
          loose.push_back(
              std::make_unique<LooseInitiator>(name("loose", count), *programs.back(), transactions));
          loose.back()->socket.bind(checker.up);
        } else {
          approximate.push_back(std::make_unique<ApproximateInitiator>(name("approximate", count),
                                                                       *programs.back(), transactions));
          approximate.back()->socket.bind(checker.up);
        }
      }
    }
  }
  static const char* name(const char* what, int number) {
    static std::string text;
    text = std::string(what) + "_" + std::to_string(number);
    return text.c_str();
  }
  ProtocolChecker& add_checker(const char* name) {
    checkers.push_back(std::make_unique<ProtocolChecker>(name));
    return *checkers.back();
  }

  std::vector<std::unique_ptr<RandomProgram>> programs;
  std::vector<std::unique_ptr<ProtocolChecker>> checkers;
  std::vector<std::unique_ptr<LooseInitiator>> loose;
  std::vector<std::unique_ptr<ApproximateInitiator>> approximate;
  std::vector<std::unique_ptr<RandomMemory>> memories;
  std::map<NodeId, int> targets;
  Torus torus;
};

/// With the 300 cases of a test run, more than 10^5 transactions.
RC_GTEST_PROP(TorusTransportProperty, EveryByteIsRightAndInOrderByTheRules, ()) {
  constexpr int kTransactions = 60;
  TorusOptions options;
  options.network.hardware.topology = Topology::parse(
      *rc::gen::element<std::string>("torus:4x4", "ring:3", "mesh:3x2", "torus:2x3x2", "complete:5"));
  Hardware& hardware = options.network.hardware;
  hardware.alpha = *rc::gen::inRange(1, hardware.topology.network_ports() + 1);
  hardware.reserve = *rc::gen::inRange(1, 6);
  hardware.link_delay = *rc::gen::inRange(1, 4);
  hardware.switching = *rc::gen::element(Switching::kWormhole, Switching::kCutThrough, Switching::kCircuit,
                                         Switching::kStoreAndForward);
  if (hardware.buffers_whole_worms()) hardware.reserve += 110;
  options.flit_bytes = *rc::gen::element(1, 4, 16, 64);
  options.places = *rc::gen::element(0, 1, 3);
  std::mt19937 random(*rc::gen::arbitrary<unsigned>());
  const sc_time period(*rc::gen::element(0.8, 1.0, 3.0), SC_NS);

  KernelSession session;
  RandomPlatform platform(options, period, random, kTransactions);
  sc_core::sc_start();
  int done = 0, served = 0;
  for (const auto& program : platform.programs) {
    RC_ASSERT(program->sent == kTransactions);
    RC_ASSERT(program->done == kTransactions);
    RC_ASSERT(program->pool.busy() == 0u);
    done += program->done;
  }
  for (const auto& memory : platform.memories) served += memory->served;
  RC_ASSERT(served == done);
  int seen = 0;
  for (const auto& checker : platform.checkers) {
    RC_ASSERT(checker->violations == std::vector<std::string>());
    seen += checker->transactions;
  }
  RC_ASSERT(seen == 2 * done);
  RC_ASSERT(platform.torus.network().idle());
}

/// A socket of one network bound to a socket of another one, of another clock.
TEST(TorusTransportRandom, ThroughTwoNetworks) {
  KernelSession session;
  Torus near("near", of_shape("torus:4x4"), sc_time(1, SC_NS));
  Torus far("far", of_shape("torus:8x8"), sc_time(1250, sc_core::SC_PS));
  RandomMemory memory("memory", 3);
  ProtocolChecker between("between"), last("last");
  near.initiator_socket(5).bind(between.up);
  between.down.bind(far.target_socket(3));
  far.initiator_socket(40).bind(last.up);
  last.down.bind(memory.socket);
  near.map({.first = 0x0, .last = 0xffff, .node = 5, .base = 0x50000});
  far.map({.first = 0x50000, .last = 0x5ffff, .node = 40});
  std::vector<std::unique_ptr<RandomProgram>> programs;
  for (int i = 0; i < 3; ++i) programs.push_back(std::make_unique<RandomProgram>(i, 1, 7 + i));
  LooseInitiator loose("loose", *programs[0], 100);
  ApproximateInitiator one("one", *programs[1], 100), two("two", *programs[2], 100);
  loose.socket.bind(near.target_socket(0));
  one.socket.bind(near.target_socket(0));
  two.socket.bind(near.target_socket(15));
  sc_core::sc_start();
  for (const auto& program : programs) EXPECT_EQ(program->done, 100);
  EXPECT_EQ(between.violations, std::vector<std::string>());
  EXPECT_EQ(last.violations, std::vector<std::string>());
  EXPECT_EQ(near.network().delivered(), 600);
  EXPECT_EQ(far.network().delivered(), 600);
  EXPECT_EQ(memory.served, 300);
}

}  // namespace
}  // namespace torusim::sysc
