// The memory images of rtl/torus, read again: what a node would do by them is what the schedule says.
#include "testbench/results/rtl_image.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>

#include "models/contract/channel_words.h"
#include "models/run/simulation.h"
#include "schedules/algorithms/registry.h"
#include "schedules/tests/own_directory.h"
#include "schedules/tests/refusal.h"

namespace torusim {
namespace {

constexpr int kDigits = 16;  // of a word of 64 bits

RunOptions options_for(Schedule& schedule, Synchronisation sync, int alpha) {
  RunOptions options;
  options.hardware.topology = schedule.info().topology;
  options.hardware.classes = classes_needed(schedule, sync);
  options.hardware.alpha = alpha;
  options.sync = sync;
  options.block_flits = 3;
  return options;
}

/// The program of each node: its words as lines of hexadecimal digits.
std::map<NodeId, std::vector<std::string>> programs_of(Schedule& schedule, const RunOptions& options) {
  const test::OwnDirectory directory("rtl_image");
  write_rtl_image(directory.path(), schedule, options);
  std::ifstream file(directory.path() / "program.hex");
  std::map<NodeId, std::vector<std::string>> programs;
  std::vector<std::string> lines;
  std::size_t most = 0;
  std::vector<std::pair<std::size_t, std::size_t>> begins;  // address, line
  for (std::string line; file >> line;) {
    if (line[0] == '@') {
      begins.emplace_back(std::stoul(line.substr(1), nullptr, 16), lines.size());
    } else {
      lines.push_back(line);
    }
  }
  for (std::size_t n = 0; n < begins.size(); ++n) {
    const std::size_t end = n + 1 < begins.size() ? begins[n + 1].second : lines.size();
    most = std::max(most, end - begins[n].second);
    programs[static_cast<NodeId>(n)].assign(lines.begin() + begins[n].second, lines.begin() + end);
  }
  for (std::size_t n = 0; n < begins.size(); ++n) EXPECT_EQ(begins[n].first, n * most);
  return programs;
}

std::uint64_t word(const std::string& line, std::size_t from_right) {
  return std::stoull(line.substr(line.size() - kDigits * (from_right + 1), kDigits), nullptr, 16);
}

/// Follows the head to the node where it is ejected; what is then first behind its route is left in `tag`.
NodeId follow(const Topology& topology, NodeId at, Data head, std::uint64_t& tag) {
  for (int port = route_port(head); port < topology.network_ports(); port = route_port(head)) {
    at = topology.neighbor(at, port);
    head = advance_route(head);
  }
  tag = advance_route(head)[1] & 0xFFFF;
  return at;
}

/// Every message once, with its length, from and to where it belongs; and every step waits for what is tagged
/// with it. Returns how many steps there are.
std::size_t expect_the_schedule(Schedule& schedule, const RunOptions& options) {
  const Topology& topology = options.hardware.topology;
  std::set<std::tuple<std::uint32_t, NodeId, NodeId, std::uint32_t>> messages, expected;
  std::map<std::pair<NodeId, std::uint64_t>, std::uint64_t> tagged, awaited;
  for (const auto& [node, lines] : programs_of(schedule, options)) {
    std::uint64_t step = 0;
    bool begins = true;
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
      const std::uint64_t control = word(lines[i], lines[i].size() / kDigits - 1);
      if (begins && (control >> 32) > 0) awaited[{node, step}] = control >> 32;
      if ((control >> 24 & 1) != 0) {
        Data head{};
        for (std::size_t w = 0; w + 1 < lines[i].size() / kDigits; ++w) head[w] = word(lines[i], w);
        std::uint64_t tag = 0;
        const NodeId to = follow(topology, node, head, tag);
        EXPECT_EQ(tag, control & 0xFFFF);
        ++tagged[{to, tag}];
        messages.emplace(message_number(head), node, to, length_or_index(head));
      }
      begins = (control >> 25 & 1) != 0;
      if (begins) ++step;
    }
    EXPECT_TRUE(begins);                                                         // the last step is closed ..
    EXPECT_EQ(word(lines.back(), lines.back().size() / kDigits - 1), 1u << 26);  // .. and then comes the end
  }
  std::uint32_t number = 0;
  schedule.rewind();
  for (Phase phase; schedule.next(phase);) {
    for (const Transfer& transfer : phase.transfers) {
      expected.emplace(number++, transfer.source, transfer.destination,
                       1 + options.block_flits * transfer.block_count());
    }
  }
  EXPECT_EQ(messages, expected);
  EXPECT_EQ(tagged, awaited);
  return awaited.size();
}

TEST(RtlImage, IsTheSchedule) {
  for (const char* name : {"direct", "t4", "broadcast"}) {
    for (const Synchronisation sync :
         {Synchronisation::kNone, Synchronisation::kBarrier, Synchronisation::kPriority}) {
      SCOPED_TRACE(std::string(name) + " " + to_text(sync));
      const auto schedule = make_schedule(name, Topology::parse("torus:4x4"));
      EXPECT_GE(expect_the_schedule(*schedule, options_for(*schedule, sync, 2)), 15u);
    }
  }
}

/// A node that only receives in a phase goes on to the next: one step. Behind a barrier it is one of its own.
TEST(RtlImage, StepsArePhasesOnlyBehindBarriers) {
  const auto schedule = make_schedule("broadcast", Topology::parse("ring:4"));
  const auto steps = [&](Synchronisation sync) {
    std::size_t words = 0;
    for (const auto& [node, lines] : programs_of(*schedule, options_for(*schedule, sync, 1)))
      words += lines.size();
    return words;
  };
  EXPECT_LT(steps(Synchronisation::kNone), steps(Synchronisation::kBarrier));
}

TEST(RtlImage, RefusesWhatTheHardwareHasNot) {
  const auto refusal = [](const char* shape, auto&& change) -> std::string {
    const auto schedule = make_schedule("direct", Topology::parse(shape));
    RunOptions options = options_for(*schedule, Synchronisation::kNone, 1);
    change(options);
    return test::refusal([&] { check_rtl_image(options, options.sync); });
  };
  EXPECT_EQ(refusal("torus:4x4", [](RunOptions&) {}), "accepted");
  EXPECT_NE(refusal("mesh:4x4", [](RunOptions&) {}).find("all dimensions are rings"), std::string::npos);
  EXPECT_NE(refusal("ring:4", [](RunOptions& o) { o.sync = Synchronisation::kLocal; }).find("--sync local"),
            std::string::npos);
}

}  // namespace
}  // namespace torusim
