// Libraries of strangers that are wrong: what the person who named them is told.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "models/foreign/guest_call.h"
#include "schedules/core/error.h"
#include "schedules/tests/refusal.h"
#include "testbench/config/router_groups.h"
#include "testbench/tests/models/sources.h"
#include "testbench/tests/traffic/traffic_helpers.h"

namespace torusim {
namespace {

std::string library(const std::string& name) { return std::string(PLUGINS) + "/" + name + ".so"; }

RunOptions options_with(Schedule& schedule, const std::string& rtl) {
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.block_flits = 8;
  static_cast<ForeignPlacement&>(options) = rtl::place_routers(options.hardware, rtl, 1);
  return options;
}

RunResult run_with(Level level, const std::string& rtl, Switching switching = Switching::kWormhole) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:4x4"), 2, 1, 3);
  RunOptions options = options_with(schedule, rtl);
  options.level = level;
  options.hardware.switching = switching;
  return simulate(schedule, options);
}

/// The message of the error that placing and running these routers ends with.
std::string refusal(const std::string& rtl) {
  return test::refusal<std::exception>([&] { run_with(Level::kFast, rtl); });
}

void expect_in(const std::string& part, const std::string& text) {
  EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' is not in: " << text;
}

TEST(BadPlugin, IsRefusedBeforeTheRun) {
  expect_in("./no/such.so: no such file", refusal("5=./no/such.so"));
  const std::string text = testing::TempDir() + "no_library.so";
  std::ofstream(text) << "nothing\n";
  expect_in("cannot be loaded: ", refusal("5=" + text));
  expect_in("neither torusim_router() (see torusim_router.h) nor", refusal("5=" + library("NOT_A_ROUTER")));
  expect_in("version 4 of the router interface, this torusim has version 3",
            refusal("5=" + library("OF_ANOTHER_VERSION")));
  expect_in("its router has no clock", refusal("5=" + library("HAS_NO_CLOCK")));
  expect_in("node (1,1): links of delay 1 are too short for me", refusal("5=" + library("REFUSES")));
  expect_in("node (1,1): it threw: no licence", refusal("5=" + library("THROWS_IN_CREATE")));
  expect_in("reset() failed: the configuration memory is not loaded",
            refusal("5=" + library("FAILS_IN_RESET")));
}

TEST(BadPlugin, AllThatItLacksIsNamed) {
  const std::string text = refusal("all=" + library("TOO_SMALL"));
  for (const char* part :
       {"router 'stranger'", "ports at most 4, the run needs 5", "lanes (--lanes) at most 1, the run needs 2",
        "slots (--reserve + --shared) at most 2, the run needs 4", "--reserve at most 2",
        "bits of a flit (route width) at most 64, the run needs 128"}) {
    expect_in(part, text);
  }
  EXPECT_EQ(text.find("--shared at most"), std::string::npos) << text;
}

TEST(BadPlugin, GroupsThatCannotBeRead) {
  expect_in("'rlt' is not a router; use rtl, model, or the path", refusal("5=rlt"));
  expect_in("is not a router", refusal("5="));
  expect_in("empty", refusal("5=rtl;;6"));
  expect_in("'3=rtl' is not a router", refusal("x=3=rtl"));
  expect_in("node 16", refusal("16=rtl"));
}

TEST(BadPlugin, WhatTheTextSaysIsUsageWhatTheFileIsIsInput) {
  Hardware hardware;
  hardware.topology = Topology::parse("torus:4x4");
  for (const char* text : {"16", "(4,0)", "(1", "x%2", "y<", "random:200%", "5=rlt", "5=rtl;;6"}) {
    EXPECT_THROW(rtl::place_routers(hardware, text, 1), UsageError) << text;
  }
  for (const std::string& text : {std::string("5=./no/such.so"), "5=" + library("NOT_A_ROUTER")}) {
    EXPECT_THROW(rtl::place_routers(hardware, text, 1), InputError) << text;
  }
}

class BadPluginRun : public testing::TestWithParam<Level> {
 protected:
  std::string finding(const char* name, Verdict verdict, Switching switching = Switching::kWormhole) {
    const RunResult result = run_with(GetParam(), "(1,1)=" + library(name), switching);
    EXPECT_EQ(result.verdict, verdict) << name;
    return result.findings.empty() ? "" : result.findings[0];
  }
};

TEST_P(BadPluginRun, ThatThrowsOrFailsEndsTheRunInItsOwnWords) {
  expect_in("cycle 20, node (1,1): router 'stranger' of ", finding("THROWS_IN_CLOCK", Verdict::kFailed));
  expect_in("clock() failed: it threw: row 7 of the table is empty",
            finding("THROWS_IN_CLOCK", Verdict::kFailed));
  expect_in("clock() failed: the configuration memory is not loaded",
            finding("FAILS_IN_CLOCK", Verdict::kFailed));
}

TEST_P(BadPluginRun, ThatKeepsWhatComesIsAnExplainedDeadlock) {
  const std::string text = finding("GIVES_NO_CREDITS", Verdict::kDeadlock);
  expect_in("router (1,1) does not send message ", text);
  expect_in("which is free for them and has 4 slots left", text);
}

TEST_P(BadPluginRun, ThatInventsAFlitIsNamed) {
  const std::string text = finding("INVENTS_A_FLIT", Verdict::kFailed);
  expect_in("node (1,1)", text);
  expect_in("message 11259375", text);
}

TEST_P(BadPluginRun, ThatNamesAVirtualChannelThatIsNotEndsTheRun) {
  expect_in("node (1,1)", finding("NAMES_A_VC_THAT_IS_NOT", Verdict::kFailed));
}

TEST_P(BadPluginRun, ThatGivesACreditItDoesNotOweIsNamed) {
  const std::string text = finding("INVENTS_A_CREDIT", Verdict::kFailed);
  expect_in("node (1,1)", text);
  expect_in("virtual channel 1 of input port 0, although none is due", text);
}

TEST_P(BadPluginRun, ThatGivesAnAckItDoesNotOweIsNamed) {
  for (const Switching switching : {Switching::kCircuit, Switching::kWormhole}) {
    const std::string text = finding("false_acks", Verdict::kFailed, switching);
    expect_in("(1,1): the router gives an ack for virtual channel 0 of input port 0, although none is due",
              text);
  }
}

TEST_P(BadPluginRun, MayKeepTheOrderOfWormsForEachOutputVc) {
  const auto finding_of = [](const char* name) {
    TrafficOptions options = test::traffic_on("torus:4x4", "uniform", 0.6);
    options.traffic.packet = PacketMix::parse("2");
    options.traffic.window = 300;
    options.level = GetParam();
    options.monitor = true;
    static_cast<ForeignPlacement&>(options) = rtl::place_routers(options.hardware, "all=" + library(name), 1);
    const TrafficResult result = simulate_traffic(options);
    return result.verdict == TrafficVerdict::kFailed ? result.findings.at(0) : "";
  };
  EXPECT_EQ(finding_of("output_queues"), "");
  expect_in("head that is in no input buffer of the router, or behind another for its output VC",
            finding_of("overtakes"));
}

TEST_P(BadPluginRun, ThatCallsExitIsNamed) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(finding("EXITS_WHEN_LOADED", Verdict::kFailed), testing::ExitedWithCode(3),
              "EXITS_WHEN_LOADED.so called exit");
  EXPECT_EXIT(finding("EXITS_IN_CLOCK", Verdict::kFailed), testing::ExitedWithCode(3),
              "router 'stranger' of .*EXITS_IN_CLOCK.so called exit");
}

TEST_P(BadPluginRun, ThatPrintsWithoutEndIsCutShort) {
  testing::internal::CaptureStderr();
  finding("PRINTS_WITHOUT_END", Verdict::kDeadlock);
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), rtl::GuestOutput::kMostLines + 1);
  expect_in("\nanother line\n", text);
  expect_in("\ntorusim: routers printed ", text);
}

TEST_P(BadPluginRun, IsOnlyClockedAtItsOwnNodes) {
  const RunResult result =
      run_with(GetParam(), "all=" + library("INVENTS_A_FLIT") + "; all=rtl; x<2 && y==1=model");
  EXPECT_EQ(result.verdict, Verdict::kVerified);
}

INSTANTIATE_TEST_SUITE_P(Levels, BadPluginRun, testing::Values(Level::kFast, Level::kPins));

TEST(BadPlugin, LockstepNeedsARouterThatClaimsTheCycles) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:4x4"), 2, 1, 3);
  RunOptions options = options_with(schedule, "5=" + library("GIVES_NO_CREDITS"));
  EXPECT_EQ(options.own_timing, std::vector<NodeId>{5});
  options.lockstep = true;
  expect_in("node (1,1) does not claim to be cycle-exact",
            test::refusal([&] { simulate(schedule, options); }));
}

}  // namespace
}  // namespace torusim
