// The C library: the same runs, and a code with a text for everything that is refused.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <thread>

#include "schedules/algorithms/registry.h"
#include "testbench/config/link_rules.h"
#include "testbench/library/torusim.h"
#include "testbench/tests/models/any_run.h"
#include "testbench/tests/part/recorded_run.h"

namespace torusim {
namespace {

struct Destroy {
  void operator()(torusim_network* network) const { torusim_destroy(network); }
  void operator()(torusim_result* result) const { torusim_result_destroy(result); }
};
using NetworkPtr = std::unique_ptr<torusim_network, Destroy>;
using ResultPtr = std::unique_ptr<torusim_result, Destroy>;

torusim_message message(std::int32_t source, std::int32_t destination, std::int64_t flits = 1) {
  torusim_message message = TORUSIM_MESSAGE;
  message.source = source;
  message.destination = destination;
  message.flits = flits;
  return message;
}

/// The hardware as options of the command line.
std::string options_text(const Hardware& hardware) {
  return fmt::format(
      "-t {} --alpha {} --classes {} --lanes={} --reserve {} --shared {} --link-delay {} --switching {} "
      "--arbitration {}",
      hardware.topology.name(), hardware.alpha, hardware.classes, hardware.lanes, hardware.reserve,
      hardware.shared, hardware.link_delay, to_text(hardware.switching), to_text(hardware.arbitration));
}

RC_GTEST_PROP(CDoorProperty, AScheduleThroughTheDoorIsTheRun, ()) {
  const Topology topology(std::vector<Dimension>(static_cast<std::size_t>(*rc::gen::inRange(1, 4)),
                                                 {*rc::gen::inRange(2, 5), Line::kRing}));
  StoredSchedule schedule = test::any_exchange(topology, 3, 3);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  test::draw_channels(options.hardware, 8, 5, 4);
  options.hardware.switching = test::any_switching();
  options.block_flits = *rc::gen::inRange(0, 20);
  if (options.hardware.buffers_whole_worms()) options.hardware.reserve += options.block_flits;
  options.startup = *rc::gen::inRange(0, 12);
  const test::RecordedRun run = test::record(schedule, options);
  RC_PRE(run.result.verdict == Verdict::kVerified);

  const NetworkPtr network(torusim_create(options_text(options.hardware).c_str()));
  const bool made = network != nullptr;
  RC_ASSERT(made);
  for (const Message& send : run.sends) {
    torusim_message theirs = message(send.source, send.destination, send.flits);
    theirs.message_class = send.message_class;
    theirs.earliest = send.earliest;
    theirs.injection_channel = send.injection_channel;
    theirs.ejection_channel = send.ejection_channel;
    const std::string route = send.route->text();
    theirs.route = route.c_str();
    RC_ASSERT(torusim_send(network.get(), &theirs) >= 0);
  }
  RC_ASSERT(torusim_advance(network.get(), TORUSIM_FOREVER, 0) == TORUSIM_IDLE);
  RC_ASSERT(torusim_flit_hops(network.get()) == run.result.flit_hops);
  RC_ASSERT(torusim_finish(network.get()) == TORUSIM_OK);
  RC_ASSERT(torusim_hash(network.get()) == run.result.ejection_hash);
}

TEST(CDoor, RunsAreTheProgramsRuns) {
  for (const auto& [name, shape, sync] : {std::tuple{"t4", "torus:8x8", Synchronisation::kPriority},
                                          std::tuple{"direct", "torus:4x4", Synchronisation::kNone},
                                          std::tuple{"ring-gs", "ring:12", Synchronisation::kBarrier},
                                          std::tuple{"bucket", "torus:4x4", Synchronisation::kBarrier}}) {
    const auto schedule = make_schedule(name, Topology::parse(shape));
    RunOptions options = test::options_for(*schedule, sync);
    options.hardware.alpha = schedule->info().ports;
    options.hardware.reserve = 4;
    options.block_flits = 6;
    options.startup = 9;
    const RunResult expected = simulate(*schedule, options);
    const std::string text =
        fmt::format("{} -t {} --sync {} --block 6 --startup 9", name, shape, to_text(sync));
    const ResultPtr result(torusim_run(text.c_str(), nullptr, nullptr, nullptr));
    ASSERT_NE(result, nullptr) << torusim_error();
    EXPECT_STREQ(torusim_result_verdict(result.get()), "verified");
    EXPECT_EQ(torusim_result_number(result.get(), "cycles"), expected.cycles);
    EXPECT_EQ(torusim_result_hash(result.get()), expected.ejection_hash);
    EXPECT_EQ(torusim_result_number(result.get(), "messages"), expected.messages);
    std::size_t rows = 0;
    const std::int64_t* const delivered = torusim_result_column(result.get(), "transfers", "tail_out", &rows);
    ASSERT_NE(delivered, nullptr);
    EXPECT_EQ(static_cast<std::int64_t>(rows), expected.messages);
    EXPECT_LE(*std::max_element(delivered, delivered + rows), expected.cycles);
    const std::int64_t* const ends = torusim_result_column(result.get(), "phases", "end", &rows);
    ASSERT_EQ(rows, expected.phases.size());
    for (std::size_t i = 0; i < rows; ++i) {
      EXPECT_EQ(ends[i], expected.phases[i].end);
      EXPECT_EQ(torusim_result_phase_name(result.get(), i), expected.phases[i].name);
    }
  }
}

TEST(CDoor, ListenersAnswerInTheSameCycle) {
  const NetworkPtr network(torusim_create("-t torus:4x4"));
  struct Player {
    torusim_network* network;
    std::vector<torusim_event> delivered, left;
  } player{network.get(), {}, {}};
  torusim_on_delivered(
      network.get(),
      [](void* user, const torusim_event* event) {
        auto& player = *static_cast<Player*>(user);
        player.delivered.push_back(*event);
        if (event->tag == 5) return;
        torusim_message answer = message(event->destination, event->source, 3);
        answer.tag = event->tag + 1;
        EXPECT_EQ(torusim_now(player.network), event->cycle);
        EXPECT_GE(torusim_send(player.network, &answer), 0);
        EXPECT_EQ(torusim_advance(player.network, TORUSIM_FOREVER, 0), TORUSIM_INPUT);
      },
      &player);
  torusim_on_left(
      network.get(),
      [](void* user, const torusim_event* event) { static_cast<Player*>(user)->left.push_back(*event); },
      &player);
  torusim_message first = message(0, 5, 3);
  first.user = reinterpret_cast<std::uintptr_t>(&player);
  EXPECT_EQ(torusim_send(network.get(), &first), 0);
  while (torusim_advance(network.get(), TORUSIM_FOREVER, 1) == TORUSIM_DELIVERED) {
    torusim_event event;
    ASSERT_EQ(torusim_deliveries(network.get(), &event, 1), 1u);
    EXPECT_EQ(event.id, player.delivered.back().id);
  }
  ASSERT_EQ(player.delivered.size(), 6u);
  ASSERT_EQ(player.left.size(), 6u);
  EXPECT_EQ(player.left[0].user, reinterpret_cast<std::uintptr_t>(&player));
  EXPECT_EQ(player.delivered[0].user, reinterpret_cast<std::uintptr_t>(&player));
  EXPECT_EQ(player.delivered[1].user, 0u);
  const auto round = player.delivered[0].cycle;
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(player.delivered[i].cycle, static_cast<std::int64_t>(i + 1) * round);
  }
}

TEST(CDoor, WhatIsRefusedHasACodeAndAText) {
  const auto refused = [](const char* options, int code, const std::string& text) {
    EXPECT_EQ(torusim_create(options), nullptr);
    EXPECT_EQ(torusim_error_code(), code);
    EXPECT_EQ(torusim_error(), text);
  };
  refused("", TORUSIM_USAGE, "a network needs a topology, for example -t torus:4x4");
  refused("t4 -t torus:4x4", TORUSIM_USAGE, "'t4': torusim_create has only options that begin with -");
  refused("-t torus:4x4 --link-delya 3", TORUSIM_USAGE,
          "torusim_create has no --link-delya; did you mean '--link-delay'?");
  refused("-t torus:4x4 --link-delay", TORUSIM_USAGE,
          std::string("--link-delay needs a value: ") + kLinkDelays);
  refused("-t torus:4x4 --link-delay 256", TORUSIM_USAGE,
          std::string("--link-delay 256: must be ") + kLinkDelays);
  refused("-t torus:4x4 --link-delay 0", TORUSIM_USAGE,
          std::string("--link-delay 0: must be ") + kLinkDelays);
  refused(
      "-t torus:4x4 --output o", TORUSIM_USAGE,
      "torusim_create has no --output; known: --topology, --level, --alpha, --lanes, --classes, --reserve, "
      "--shared, "
      "--link-delay, --link-rate, --switching, --arbitration, --rtl, --rtl-models, --lockstep, --threads");
  refused("-t torus:4x4 --switching vct", TORUSIM_USAGE,
          "--switching vct and saf need --reserve FLITS, which holds the longest message");
  refused(nullptr, TORUSIM_INPUT, "options is NULL");
  const NetworkPtr large(torusim_create("-t torus:4x4 --alpha 3 --lanes 1 --classes 4 --link-delay 255"));
  ASSERT_NE(large, nullptr);
  EXPECT_EQ(torusim_alpha(large.get()), 3);
  EXPECT_EQ(torusim_lanes(large.get()), 1);
  EXPECT_EQ(torusim_classes(large.get()), 4);
  EXPECT_EQ(torusim_link_delay(large.get()), 255);
  EXPECT_EQ(torusim_alpha(nullptr), TORUSIM_INPUT);
  const NetworkPtr network(torusim_create("-t torus:4x4"));
  const auto send = [&](const torusim_message& theirs) { return torusim_send(network.get(), &theirs); };
  EXPECT_EQ(send(message(0, 16)), TORUSIM_INPUT);
  EXPECT_STREQ(torusim_error(), "message: there is no node 16; torus:4x4 has nodes 0 to 15");
  torusim_message other = message(0, 1);
  other.route = "+z2";
  EXPECT_EQ(send(other), TORUSIM_INPUT);
  EXPECT_NE(std::string(torusim_error()).find("route:1:"), std::string::npos) << torusim_error();
  other = message(0, 1);
  other.size = offsetof(torusim_message, user);  // of a caller compiled before there was one
  other.route = nullptr;
  EXPECT_GE(send(other), 0);
  other.size = 4;
  EXPECT_EQ(send(other), TORUSIM_INPUT);
  EXPECT_EQ(torusim_send(nullptr, &other), TORUSIM_INPUT);
  EXPECT_EQ(torusim_set_max_waiting(network.get(), 1), TORUSIM_OK);
  EXPECT_EQ(send(message(3, 4)), 1);
  EXPECT_EQ(send(message(3, 4)), TORUSIM_WOULD_BLOCK);
  EXPECT_EQ(torusim_advance(network.get(), TORUSIM_FOREVER, 0), TORUSIM_IDLE);
  EXPECT_EQ(torusim_finish(network.get()), TORUSIM_OK);
  EXPECT_EQ(send(message(3, 4)), TORUSIM_INPUT);

  EXPECT_EQ(torusim_run("t4 -t torus:8x7", nullptr, nullptr, nullptr), nullptr);
  EXPECT_EQ(torusim_error_code(), TORUSIM_INPUT);
  EXPECT_EQ(torusim_run("-t torus:4x4", "tcs 1\nnonsense\n", nullptr, nullptr), nullptr);
  EXPECT_EQ(std::string(torusim_error()).substr(0, 12), "schedule:2:1");
  EXPECT_EQ(torusim_run("t4 -t torus:8x8 --level pins", nullptr, nullptr, nullptr), nullptr);
  EXPECT_STREQ(torusim_error(),
               "torusim_run has the levels fast and dense; the program torusim has the level pins");
  EXPECT_EQ(torusim_run("t4 -t torus:8x8 --report", nullptr, nullptr, nullptr), nullptr);
  const ResultPtr stopped(torusim_run(
      "t4 -t torus:8x8 --block 1000", nullptr,
      [](void*, std::int64_t, std::int64_t, std::int64_t) { return 1; }, nullptr));
  ASSERT_NE(stopped, nullptr);
  EXPECT_STREQ(torusim_result_verdict(stopped.get()), "interrupted");
  EXPECT_EQ(torusim_result_number(stopped.get(), "cyles"), TORUSIM_INPUT);
}

TEST(CDoor, ADestroyedNetworkIsRefused) {
  torusim_network* const network = torusim_create("-t torus:4x4");
  const torusim_message hello = message(0, 5);
  EXPECT_EQ(torusim_send(network, &hello), 0);
  torusim_destroy(network);  // with a message under way
  const NetworkPtr other(torusim_create("-t torus:4x4"));
  EXPECT_EQ(torusim_send(network, &hello), TORUSIM_INPUT);
  EXPECT_STREQ(torusim_error(), "the network has been destroyed");
  EXPECT_EQ(torusim_advance(network, TORUSIM_FOREVER, 0), TORUSIM_INPUT);
  EXPECT_EQ(torusim_now(network), TORUSIM_INPUT);
  EXPECT_EQ(torusim_explain_deadlock(network), nullptr);
  torusim_destroy(network);
  EXPECT_EQ(torusim_send(other.get(), &hello), 0);
}

TEST(CDoor, AnotherThreadIsRefusedMeanwhile) {
  const NetworkPtr network(torusim_create("-t torus:4x4"));
  torusim_on_delivered(
      network.get(),
      [](void* user, const torusim_event*) {
        std::thread([user] {
          auto* const network = static_cast<torusim_network*>(user);
          const torusim_message theirs = message(1, 2);
          EXPECT_EQ(torusim_send(network, &theirs), TORUSIM_INPUT);
          EXPECT_STREQ(torusim_error(), "network: send while another thread uses it; one at a time may");
          EXPECT_EQ(torusim_advance(network, 100, 0), TORUSIM_INPUT);
        }).join();
      },
      network.get());
  const torusim_message theirs = message(0, 1);
  EXPECT_EQ(torusim_send(network.get(), &theirs), 0);
  EXPECT_EQ(torusim_advance(network.get(), TORUSIM_FOREVER, 0), TORUSIM_IDLE);
}

TEST(CDoor, LinksAreCountedOnRequest) {
  const ResultPtr bare(torusim_run("direct -t torus:4x4 --block 3", nullptr, nullptr, nullptr));
  const ResultPtr counted(torusim_run_with_links("direct -t torus:4x4 --block 3", nullptr, nullptr, nullptr));
  ASSERT_NE(counted, nullptr) << torusim_error();
  EXPECT_EQ(torusim_result_hash(counted.get()), torusim_result_hash(bare.get()));
  EXPECT_STREQ(torusim_result_topology(counted.get()), "torus:4x4");
  std::size_t rows = 0;
  const std::int64_t* const flits = torusim_result_column(counted.get(), "links", "flits", &rows);
  ASSERT_NE(flits, nullptr);
  EXPECT_EQ(rows, 16u * 6u);
  const std::int64_t* const ports = torusim_result_column(counted.get(), "links", "port", &rows);
  std::int64_t between = 0, ejected = 0, injected = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    const std::string port = torusim_result_port_name(counted.get(), static_cast<std::size_t>(ports[i]));
    (port == "ejection 0" ? ejected : port == "injection 0" ? injected : between) += flits[i];
  }
  EXPECT_EQ(between, torusim_result_number(counted.get(), "flit_hops"));
  EXPECT_EQ(ejected, 16 * 15 * 4);
  EXPECT_EQ(injected, ejected);
  EXPECT_EQ(torusim_result_column(bare.get(), "links", "flits", &rows), nullptr);
  EXPECT_STREQ(
      torusim_error(),
      "a result has no table links; there are phases, transfers and, of torusim_run_with_links(), links");
  EXPECT_EQ(torusim_result_port_name(counted.get(), 6), nullptr);
  EXPECT_STREQ(torusim_error(), "there is no port 6; a node has ports 0 to 5");
}

TEST(CDoor, ADeadlockIsExplained) {
  const NetworkPtr network(torusim_create("-t ring:4 --lanes 1"));
  for (int node = 0; node < 4; ++node) {
    torusim_message theirs = message(node, (node + 2) % 4, 100);
    theirs.route = "+x2";
    EXPECT_EQ(torusim_send(network.get(), &theirs), node);
  }
  EXPECT_EQ(torusim_advance(network.get(), TORUSIM_FOREVER, 0), TORUSIM_DEADLOCK);
  EXPECT_EQ(torusim_in_flight(network.get()), 4);
  EXPECT_NE(std::string(torusim_explain_deadlock(network.get())).find("waits for"), std::string::npos);
}

}  // namespace
}  // namespace torusim
