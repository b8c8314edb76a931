// The same options and messages give one result at every door: the command's set-up, torusim_run(), and
// networks of C, C++ and SystemC. Values that a user leaves open are the same, too.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <regex>

#include "models/contract/kernel.h"
#include "models/part/sysc/torus.h"
#include "testbench/config/run_setup.h"
#include "testbench/config/units.h"
#include "testbench/library/options_text.h"
#include "testbench/library/torusim.h"
#include "testbench/tests/config/drawn_run.h"
#include "testbench/tests/models/any_run.h"
#include "testbench/tests/part/recorded_run.h"

namespace torusim {
namespace {

/// An explanation by source and destination: messages of a network have other numbers than those of a run,
/// and no phases.
std::string unnumbered(const std::string& text) {
  return std::regex_replace(text, std::regex("message [0-9]+( of phase [^ ]+)?"), "message");
}

RC_GTEST_PROP(Doors, GiveOneResult, ()) {
  const std::string shape = *rc::gen::element<std::string>("ring:8", "torus:4x4", "mesh:3x4");
  const int block = *rc::gen::inRange(0, 13), startup = *rc::gen::inRange(0, 9);
  RunConfig config;
  config.algorithm = "direct";
  config.topology = shape;
  config.sync = Synchronisation::kNone;
  config.block = block;
  config.run.startup = startup;
  config.quiet = true;
  Hardware& hardware = config.run.hardware;
  hardware.switching = test::any_switching();
  hardware.link_delay = *rc::gen::inRange(1, 10);
  std::string text = fmt::format("-t {} --switching {} --link-delay {}", shape, to_text(hardware.switching),
                                 hardware.link_delay);
  if (*rc::gen::arbitrary<bool>()) {
    config.reserve = (hardware.buffers_whole_worms() ? 2 * (block + 1) : 1) + *rc::gen::inRange(0, 9);
    text += fmt::format(" --reserve {}", *config.reserve);
  }
  if (!hardware.bubbles() && *rc::gen::inRange(0, 4) == 0) {
    config.lanes = 1;
    text += " --lanes 1";
  }
  RC_LOG() << text << " --block " << block << "\n";
  const std::optional<int> reserve = config.reserve;
  PreparedRun command = prepare_run(std::move(config));
  const test::RecordedRun run = test::record(*command.schedule, command.options);
  const bool deadlock = run.result.verdict == Verdict::kDeadlock;
  const std::string findings = fmt::format("{}", fmt::join(run.result.findings, "\n"));
  RC_ASSERT(deadlock || run.result.verdict == Verdict::kVerified);
  RC_CLASSIFY(deadlock);

  torusim_result* const result =
      torusim_run(fmt::format("direct {} --block {} --startup {} --sync none", text, block, startup).c_str(),
                  nullptr, nullptr, nullptr);
  const bool ran = result != nullptr;
  RC_ASSERT(ran);
  RC_ASSERT(torusim_result_verdict(result) == std::string(to_text(run.result.verdict)));
  RC_ASSERT(torusim_result_number(result, "cycles") == run.result.cycles);
  RC_ASSERT(torusim_result_hash(result) == run.result.ejection_hash);
  RC_ASSERT(torusim_result_findings(result) == findings);
  std::size_t rows = 0;
  const std::int64_t* const ends = torusim_result_column(result, "phases", "end", &rows);
  RC_ASSERT(rows == run.result.phases.size());
  for (std::size_t i = 0; i < rows; ++i) RC_ASSERT(ends[i] == run.result.phases[i].end);
  torusim_result_destroy(result);

  RunOptions options;
  options.hardware.topology = Topology::parse(shape);
  options.hardware.switching = command.hardware.switching;
  options.hardware.link_delay = command.hardware.link_delay;
  options.hardware.lanes = command.hardware.lanes;
  options.hardware.reserve = reserve.value_or(0);
  options.longest_worm = block + 1;
  Network network(options);
  {
    const KernelSession session;
    sysc::TorusOptions of_module;
    const int open_reserve = of_module.network.hardware.reserve;
    of_module.network = options;
    of_module.network.hardware.reserve = reserve.value_or(open_reserve);
    const sysc::Torus torus("torus", of_module, sc_core::sc_time(1, sc_core::SC_NS));
    for (const Hardware& filled : {network.hardware(), torus.network().hardware()}) {
      RC_ASSERT(filled.reserve == command.hardware.reserve);
      RC_ASSERT(filled.packet_slots == command.hardware.packet_slots);
    }
  }
  torusim_network* const in_c = torusim_create(fmt::format("{} --packet {}", text, block + 1).c_str());
  const bool made = in_c != nullptr;
  RC_ASSERT(made);
  for (const Message& send : run.sends) {
    network.send(send);
    const std::string route = send.route->text();
    torusim_message theirs = TORUSIM_MESSAGE;
    theirs.source = send.source;
    theirs.destination = send.destination;
    theirs.flits = send.flits;
    theirs.earliest = send.earliest;
    theirs.route = route.c_str();
    RC_ASSERT(torusim_send(in_c, &theirs) >= 0);
  }
  RC_ASSERT(network.run() == (deadlock ? Advanced::kDeadlock : Advanced::kIdle));
  RC_ASSERT(torusim_advance(in_c, TORUSIM_FOREVER, 0) == (deadlock ? TORUSIM_DEADLOCK : TORUSIM_IDLE));
  const std::vector<std::string> explained = network.explain_deadlock();
  const std::string sentences = fmt::format("{}", fmt::join(explained, "\n"));
  RC_ASSERT(unnumbered(sentences) == unnumbered(findings));
  RC_ASSERT(torusim_explain_deadlock(in_c) == sentences + (deadlock ? "\n" : ""));
  RC_ASSERT(network.run() == (deadlock ? Advanced::kDeadlock : Advanced::kIdle));
  network.finish();
  torusim_finish(in_c);
  RC_ASSERT(network.explain_deadlock() == explained);
  RC_ASSERT(torusim_hash(in_c) == network.ejection_hash());
  // The numbers of messages are in the hash, and a deadlock leaves some messages unsent.
  RC_ASSERT(deadlock || network.ejection_hash() == run.result.ejection_hash);
  torusim_destroy(in_c);
}

/// The options of the network of a run, as torusim_create() takes them.
std::string network_text(const test::DrawnRun& drawn, const PreparedRun& run, std::int64_t longest) {
  std::string text =
      fmt::format("--packet {} --alpha {} --classes {}", longest, run.hardware.alpha, run.hardware.classes);
  for (const auto& [name, value] : drawn.words) {
    if (name != "alpha" && is_of_networks(*find_option(name))) text += fmt::format(" --{} {}", name, value);
  }
  return text;
}

/// A network with the options of a run carries its messages in the same cycles. Messages name a route only
/// if theirs is not the network's own.
RC_GTEST_PROP(Doors, NetworksTakeTheOptionsOfRuns, ()) {
  test::DrawnRun drawn = test::any_run(false);
  std::erase_if(drawn.words, [](const auto& word) { return word.first == "slow-node"; });  // ends of startups
  if (test::one_in(4) && !drawn.has("link-delay")) {
    drawn.add("clock", "1GHz");
    drawn.add("link-delay", "3ns");
  }
  RC_LOG() << drawn.text() << "\n";
  std::optional<PreparedRun> command;
  try {
    RunConfig config = drawn.config();
    convert_units(config);
    command.emplace(prepare_run(std::move(config)));
  } catch (const std::exception&) {
    RC_DISCARD("refused");
  }
  RC_PRE(!command->hardware.phase_gates);
  const test::RecordedRun run = test::record(*command->schedule, command->options);
  RC_PRE(run.result.signals == 0 && !run.sends.empty());
  std::int64_t longest = 0;
  for (const Message& send : run.sends) longest = std::max(longest, send.flits);
  const std::string text = network_text(drawn, *command, longest);
  RC_LOG() << text << "\n";
  torusim_network* const network = torusim_create(text.c_str());
  if (network == nullptr) RC_FAIL(std::string(torusim_error()));
  test::tag_kinds(drawn);
  const bool balanced = drawn.has("lane-choice", "balanced");
  for (const Message& send : run.sends) {
    const std::string route = send.route->text();
    const bool own =
        route == dimension_order_route(command->hardware.topology, send.source, send.destination).text();
    RC_PRE(own || !balanced);  // the text of a route has no lanes
    torusim_message theirs = TORUSIM_MESSAGE;
    theirs.source = send.source;
    theirs.destination = send.destination;
    theirs.flits = send.flits;
    theirs.earliest = send.earliest;
    theirs.message_class = send.message_class;
    theirs.injection_channel = send.injection_channel;
    theirs.ejection_channel = send.ejection_channel;
    theirs.route = own && !drawn.has("fail") ? nullptr : route.c_str();
    RC_ASSERT(torusim_send(network, &theirs) >= 0);
  }
  const bool deadlock = run.result.verdict == Verdict::kDeadlock;
  RC_ASSERT(torusim_advance(network, TORUSIM_FOREVER, 0) == (deadlock ? TORUSIM_DEADLOCK : TORUSIM_IDLE));
  torusim_finish(network);
  RC_ASSERT(deadlock || torusim_flit_hops(network) == run.result.flit_hops);
  RC_ASSERT(deadlock || torusim_hash(network) == run.result.ejection_hash);
  torusim_destroy(network);
}

/// A network has as many classes as its caller asks for; a message whose own route needs more is refused.
TEST(Doors, ARouteRoundFailuresNamesTheClassThatItLacks) {
  torusim_network* const network = torusim_create("-t torus:4x4 --fail (1,1) --classes 1");
  ASSERT_NE(network, nullptr) << torusim_error();
  int refusals = 0;
  for (int pair = 0; pair < 256; ++pair) {
    torusim_message message = TORUSIM_MESSAGE;
    message.source = pair / 16;
    message.destination = pair % 16;
    message.flits = 1;
    const bool failed = message.source == 5 || message.destination == 5;
    if (failed || message.source == message.destination || torusim_send(network, &message) >= 0) continue;
    ++refusals;
    EXPECT_STREQ(
        torusim_error(),
        "message: its route round failed links is in class 1, and the network has 1; ask for more with "
        "--classes, or give the message a route");
  }
  EXPECT_GT(refusals, 0);
  torusim_destroy(network);
}

}  // namespace
}  // namespace torusim
