// Random transactions, loosely and approximately timed, through a torus: bytes, order and protocol.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/contract/kernel.h"
#include "models/part/sysc/torus.h"
#include "testbench/tests/models/any_run.h"
#include "testbench/tests/part/random_platform.h"

namespace torusim::sysc {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using test::ApproximateInitiator;
using test::LooseInitiator;
using test::ProtocolChecker;
using test::RandomMemory;
using test::RandomPlatform;
using test::RandomProgram;

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
  hardware.switching = test::any_switching();
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
  Torus near("near", test::of_shape("torus:4x4"), sc_time(1, SC_NS));
  Torus far("far", test::of_shape("torus:8x8"), sc_time(1250, sc_core::SC_PS));
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
