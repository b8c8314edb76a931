// A torus at the pins level in the kernel of a design: the same cycles as at the fast level.
#include <gtest/gtest.h>

#include <set>

#include "models/contract/kernel.h"
#include "models/part/sysc/torus.h"
#include "models/watch/network_monitor.h"
#include "testbench/tests/models/sources.h"
#include "testbench/tests/part/cases.h"
#include "testbench/tests/part/program.h"
#include "testbench/tests/part/random_platform.h"
#include "testbench/tests/part/recorded_run.h"

namespace torusim::sysc {
namespace {

using sc_core::SC_NS;
using sc_core::sc_time;
using test::Program;
using test::Random;

TEST(PinsModule, AScheduleThroughTheModuleIsTheRun) {
  int runs = 0;
  test::for_cases(40, [&](Random& random) {
    const Topology topology = Topology::parse(
        random.one_of<const char*>({"torus:3x3", "ring:7", "mesh:3x3", "torus:3x2x2", "complete:4"}));
    StoredSchedule schedule =
        test::random_exchange(topology, random.within(1, 4), random.within(1, 4), random.seed());
    TorusOptions options;
    options.network = test::options_for(
        schedule, random.one_of<Synchronisation>(
                      {Synchronisation::kNone, Synchronisation::kBarrier, Synchronisation::kPriority}));
    RunOptions& run_options = options.network;
    test::draw_run(random, run_options, std::min(topology.network_ports(), 3));
    if (random.coin()) run_options.hardware.arbitration = Arbitration::kTransitFirst;
    const test::RecordedRun run = test::record(schedule, run_options);
    if (run.result.verdict != Verdict::kVerified) return;
    ++runs;

    run_options.level = Level::kPins;
    NetworkMonitor monitor(run_options.hardware);
    run_options.observers = {&monitor};
    const bool needs_wide_heads = run_options.hardware.vcs() > 16 || run_options.hardware.slots() > 16;
    if (!needs_wide_heads && run_options.hardware.ports() <= 5 && random.coin()) {
      run_options.rtl_nodes = {random.within(0, topology.nodes() - 1)};
      run_options.lockstep = true;
    }
    const sc_time period(random.one_of<double>({0.8, 1, 12.5}), SC_NS), start(random.within(0, 3), SC_NS);
    const KernelSession session;
    const sc_core::sc_clock clock("clock", period, 0.5, start, random.coin());
    const bool own_clock = random.coin();
    const auto made = own_clock ? std::make_unique<Torus>("torus", options, period)
                                : std::make_unique<Torus>("torus", options, clock);
    Torus& torus = *made;
    Program program("program", [&] {
      for (const Message& message : run.sends) torus.node(message.source).nb_send(message);
      while (!torus.network().idle()) sc_core::wait(period);
      sc_core::sc_stop();
    });
    sc_core::sc_start();
    torus.finish();
    EXPECT_EQ(torus.network().last_delivery(), run.last_delivery);
    EXPECT_EQ(torus.network().ejection_hash(), run.result.ejection_hash);
    EXPECT_EQ(torus.network().flit_hops(), run.result.flit_hops);
    EXPECT_EQ(monitor.violation(), std::nullopt);
  });
  EXPECT_GT(runs, 20);
}

/// When each transaction ended, by initiator.
std::vector<std::vector<sc_time>> times_of_transactions(Level level, unsigned seed, int transactions,
                                                        int classes = 2) {
  TorusOptions options;
  options.network.level = level;
  std::mt19937 random(seed);
  const char* const shapes[] = {"torus:3x3", "ring:3", "complete:5"};
  options.network.hardware.topology = Topology::parse(shapes[random() % 3]);
  options.network.hardware.reserve = 1 + static_cast<int>(random() % 6);
  options.network.hardware.link_delay = 1 + static_cast<int>(random() % 3);
  options.places = static_cast<int>(random() % 3);
  options.network.hardware.classes = classes;
  if (classes == 1)
    options.request_class = options.places = 0;  // else requests and responses wait for each other
  const KernelSession session;
  test::RandomPlatform platform(options, sc_time(1.5, SC_NS), random, transactions);
  std::vector<std::vector<sc_time>> times(platform.programs.size());
  std::size_t left = times.size() * static_cast<std::size_t>(transactions);
  for (std::size_t i = 0; i < times.size(); ++i) {
    platform.programs[i]->on_checked = [&, i] {
      times[i].push_back(sc_core::sc_time_stamp());
      if (--left == 0) sc_core::sc_stop();
    };
  }
  sc_core::sc_start();
  EXPECT_EQ(left, 0u);
  for (const auto& checker : platform.checkers) EXPECT_EQ(checker->violations, std::vector<std::string>());
  return times;
}

TEST(PinsModule, TransactionsEndAtTheSameTimes) {
  test::for_cases(20, [](Random& random) {
    const unsigned seed = random.seed();
    EXPECT_EQ(times_of_transactions(Level::kPins, seed, 12), times_of_transactions(Level::kFast, seed, 12));
  });
}

TEST(DenseModule, TransactionsEndAtTheSameTimes) {
  int cases = 0;
  test::for_cases(20, [&cases](Random& random) {
    const unsigned seed = random.seed();
    if (std::mt19937(seed)() % 3 == 2) return;  // a complete graph, which the dense level does not have
    ++cases;
    EXPECT_EQ(times_of_transactions(Level::kDense, seed, 12, 1),
              times_of_transactions(Level::kFast, seed, 12, 1));
  });
  EXPECT_GT(cases, 5);
}

/// Writes once, when it is told.
struct Writer : sc_core::sc_module {
  Writer(const sc_core::sc_module_name& name, std::function<void()> its_wait)
      : sc_module(name), wait_for_it(std::move(its_wait)) {
    SC_HAS_PROCESS(Writer);
    SC_THREAD(run);
  }
  void run() {
    wait_for_it();
    payload.set_write();
    payload.set_data_ptr(bytes.data());
    payload.set_data_length(100);
    payload.set_address(0);
    sc_time delay;
    socket->b_transport(payload, delay);
    ended = sc_core::sc_time_stamp();
  }
  tlm_utils::simple_initiator_socket<Writer> socket{"socket"};
  std::function<void()> wait_for_it;
  tlm::tlm_generic_payload payload;
  test::Bytes bytes = test::Bytes(100);
  sc_time ended;
};

/// Two initiators of a node call at one time, one of them woken by the other. The one that is bound first
/// goes first at both levels, whichever process runs first.
TEST(PinsModule, SendsOfOneTimeAreInTheOrderOfInitiators) {
  std::set<std::pair<sc_time, sc_time>> outcomes;
  for (const Level level : {Level::kFast, Level::kPins}) {
    for (const bool first_wakes : {false, true}) {
      const KernelSession session;
      TorusOptions options;
      options.network.hardware.topology = Topology::parse("torus:3x3");
      options.network.level = level;
      Torus torus("torus", options, sc_time(1, SC_NS));
      test::RandomMemory memory("memory", 1);
      torus.initiator_socket(4).bind(memory.socket);
      torus.map({.first = 0x0, .last = 0xffff, .node = 4});
      sc_core::sc_event go;
      const auto wake = [&] {
        sc_core::wait(sc_time(7, SC_NS));
        go.notify(sc_core::SC_ZERO_TIME);
      };
      const auto wait = [&] { sc_core::wait(go); };
      const std::function<void()> wakes = wake, waits = wait;
      Writer first("first", first_wakes ? wakes : waits), second("second", first_wakes ? waits : wakes);
      first.socket.bind(torus.target_socket(0));
      second.socket.bind(torus.target_socket(0));
      sc_core::sc_start(sc_time(300, SC_NS));
      EXPECT_GT(first.ended, sc_time(7, SC_NS));
      EXPECT_LT(first.ended, second.ended);
      outcomes.insert({first.ended, second.ended});
    }
  }
  EXPECT_EQ(outcomes.size(), 1u);
}

TEST(PinsModule, ADeadlockIsReportedOnce) {
  const KernelSession session;
  TorusOptions options;
  options.network.hardware.topology = Topology::parse("ring:4");
  options.network.hardware.lanes = 1;
  options.network.level = Level::kPins;
  Torus torus("torus", options, sc_time(1, SC_NS));
  const test::Reports reports;
  Program program("program", [&] {
    for (NodeId node = 0; node < 4; ++node) {
      torus.node(node).send({.destination = (node + 2) % 4, .flits = 100, .route = Route{{0, 2}}});
    }
  });
  sc_core::sc_start(sc_time(500, SC_NS));
  const auto texts = test::Reports::take();
  ASSERT_EQ(texts.size(), 1u);
  EXPECT_EQ(texts[0].substr(0, texts[0].find('\n')),
            "/torusim/deadlock: torus.network: 4 messages can never move again");
}

}  // namespace
}  // namespace torusim::sysc
