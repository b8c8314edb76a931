// The C library: its events, and a code with a text for everything that is refused.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "testbench/config/link_rules.h"
#include "testbench/library/torusim.h"

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
      "torusim_create has no --output; known: --topology, --fail, --reroute, --routing, --packet, --clock, "
      "--flit-bytes, --link, --level, --alpha, --lanes, --lane-choice, --classes, --reserve, --shared, "
      "--link-delay, --link-rate, --router-delay, --switching, --arbitration, --rtl, --rtl-models, "
      "--lockstep, "
      "--seed, --threads");
  refused("-t torus:4x4 --switching vct", TORUSIM_USAGE,
          "--switching vct needs --reserve FLITS, or --packet FLITS with the length of the longest message");
  refused("-t torus:4x4 --switching bubble --reserve 12 --packet 7", TORUSIM_INPUT,
          "--reserve 12: --switching bubble needs two of the longest worms in a buffer, so 14 or more");
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

  // A route round failures adds its class to one that there is, not to any number.
  const NetworkPtr failed(torusim_create("-t torus:4x4 --fail random:30% --seed 3 --classes 4"));
  ASSERT_NE(failed, nullptr) << torusim_error();
  for (int pair = 0; pair < 16 * 16; ++pair) {
    for (const int of_class : {-1, 4, INT32_MAX, INT32_MIN}) {
      torusim_message wrong = message(pair / 16, pair % 16);
      wrong.message_class = of_class;
      EXPECT_EQ(torusim_send(failed.get(), &wrong), TORUSIM_INPUT) << pair << ": " << of_class;
    }
  }

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

}  // namespace
}  // namespace torusim
