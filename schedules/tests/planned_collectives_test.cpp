// `planned`: the costs that design and search reached, on networks of every kind; correct, over live
// channels.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/planned/exchange_planner.h"
#include "schedules/algorithms/planned/tree_planner.h"
#include "schedules/core/sub_network.h"
#include "schedules/tests/failed_networks.h"
#include "schedules/tests/made.h"
#include "schedules/text/failure_text.h"
#include "schedules/text/tcs_reader.h"
#include "schedules/text/tcs_writer.h"

namespace torusim {
namespace {

Topology network(const std::string& shape, const std::string& fail) {
  const Topology intact = Topology::parse(shape);
  return fail.empty() ? intact : intact.with_failures(parse_failures(intact, fail, 3));
}

std::string text_of(Schedule& schedule) {
  std::ostringstream text;
  write_tcs(schedule, text);
  return text.str();
}

/// Startups and blocks of a correct plan, "8+21".
std::string planned_cost(const std::string& shape, const std::string& fail, const AlgorithmOptions& options) {
  const auto schedule = make_schedule("planned", network(shape, fail), options);
  const ScheduleInfo& info = schedule->info();
  EXPECT_TRUE(info.claims.link_disjoint && info.claims.shortest_paths);
  const CheckReport report = test::checked(*schedule);
  EXPECT_TRUE(report.cycles.in_phase.empty()) << info.generator;
  return fmt::format("{}+{}", report.cost.startups, report.cost.blocks);
}

/// One node failed, if the others still reach each other.
Topology without_a_node(const Topology& topology) {
  auto failures = std::make_shared<FailedNetwork>(topology.with_failures(nullptr));
  failures->fail_node(*rc::gen::inRange(0, topology.nodes()));
  for (const Failures::Link& link : topology.failures()->links()) {
    if (!failures->channel(link.node, link.port)) failures->fail_link(link);
  }
  try {
    failures->check_whole();
  } catch (const InputError&) {
    RC_DISCARD("cut");
  }
  RC_PRE(topology.nodes() > 2);
  return topology.with_failures(failures);
}

std::string refused_without_root(const char* root) {
  return test::refusal([&] {
    make_schedule("planned", network("torus:4x4", root), {{"collective", "broadcast"}, {"root", root}});
  });
}

TEST(PlannedCollectives, CostWhatTheyDid) {
  struct Row {
    const char *shape, *fail, *collective, *cost;
    AlgorithmOptions more = {};
  };
  const std::vector<Row> rows = {
      {"torus:8x8", "", "gossip", "8+16"},
      {"torus:8x8", "", "gossip", "8+63", {{"pieces", "4"}}},
      {"torus:8x8", "(3,4)+x", "gossip", "8+21"},
      {"torus:16x16", "(3,4)+x", "gossip", "16+85"},
      {"torus:4x4x4", "(1,2,3)+z", "gossip", "6+13"},
      {"torus:8x8", "(7,7)", "gossip", "8+21"},
      {"torus:8x8x8", "(1,2,3)+z", "gossip", "12+103"},
      {"torus:4x4x8~", "", "gossip", "6+22"},
      {"torus:5x7", "", "gossip", "5+9"},
      {"torus:32x32", "", "gossip", "32+256"},
      {"mesh:8x8", "", "gossip", "32+32", {{"phases", "even"}}},
      {"torus:8x8", "(3,4)+x", "gossip", "63+63", {{"ports", "1"}}},
      {"mesh:8x8", "", "gossip", "64+64", {{"ports", "1"}}},
      {"torus:8x8", "", "gossip", "32+32", {{"ports", "2"}}},
      {"torus:8x8", "(3,4)+x:one-way", "reduce-scatter", "8+21"},
      {"torus:8x8", "(3,4)+x", "all-reduce", "16+42"},
      {"torus:8x8", "(3,4)+x:one-way", "all-reduce", "16+42"},
      {"torus:64x16", "", "gossip", "40+512", {{"pieces", "2"}}},
      // In fewer phases than hops across: messages travel from station to station.
      {"torus:8x8", "", "gossip", "4+37", {{"phases", "4"}}},
      {"torus:8x8", "(3,4)+x", "gossip", "5+29", {{"phases", "5"}}},
      {"torus:8x8", "(3,4)+x:one-way", "reduce-scatter", "5+24", {{"phases", "5"}}},
      {"torus:8x8", "(3,4)+x", "all-reduce", "10+59", {{"startup", "1000"}}},
      {"torus:4x4x8~", "", "gossip", "4+27", {{"startup", "1000"}}},
      {"mesh:8x8", "", "gossip", "6+56", {{"startup", "1000"}}},
      {"torus:8x8", "(7,7)", "gossip", "5+31", {{"phases", "5"}}},
      {"product:petersen,8", "", "gossip", "4+28", {{"startup", "1000"}}},
      {"torus:8x8", "", "gossip", "5+41", {{"phases", "5"}, {"pieces", "2"}}},
      {"torus:8x8", "", "broadcast", "11+11", {{"pieces", "16"}, {"phases", "even"}}},
      {"torus:8x8", "(3,4)+x", "reduce", "12+12", {{"pieces", "16"}, {"phases", "even"}, {"root", "9"}}},
      // More pieces than nodes: no phases of a broadcast by single hops can be fewer than 512 / 4 + 7.
      {"torus:8x8", "", "broadcast", "135+135", {{"pieces", "512"}, {"phases", "even"}}},
      {"torus:8x8", "(3,4)+x", "reduce", "177+177", {{"pieces", "512"}, {"phases", "even"}, {"root", "9"}}},
      {"torus:4x4x8~", "(3,3,3)+x", "broadcast", "107+107", {{"pieces", "512"}, {"phases", "even"}}},
      // Between the last row and the others one link is left.
      {"mesh:4x2", "(2,1)+x", "broadcast", "67+67", {{"pieces", "64"}, {"phases", "even"}}},
      // Of the phases, 66 were added to the even ones.
      {"torus:4x4~y+x1",
       "(0,2)+y,(0,0)+x:one-way",
       "broadcast",
       "135+396",
       {{"pieces", "200"}, {"phases", "even"}, {"ports", "1"}, {"intervals", "3,3,1,1"}}},
      // With one port the quickest of the links into a node counts, which is not the first.
      {"torus:4x4",
       "",
       "broadcast",
       "17+43",
       {{"pieces", "16"}, {"phases", "even"}, {"ports", "1"}, {"intervals", "3,3,1,1"}}},
      {"torus:8x8", "", "complete-exchange", "8+64"},
      {"torus:8x8", "(3,4)+x", "complete-exchange", "8+69"},
      {"torus:4x4x8~", "", "complete-exchange", "6+74"},
      {"mesh:8x8", "", "complete-exchange", "14+128"},
      {"torus:4x4x4", "(1,2,3)+z", "complete-exchange", "6+34"},
      {"product:petersen", "", "complete-exchange", "2+5"},
      {"torus:12x12", "", "complete-exchange", "12+216"},
      {"torus:16x16", "", "complete-exchange", "16+512"},
      {"torus:4x4x8", "", "complete-exchange", "8+128"},
      {"torus:5x5x5", "", "complete-exchange", "6+75"},
  };
  for (const Row& row : rows) {
    AlgorithmOptions options = row.more;
    options["collective"] = row.collective;
    EXPECT_EQ(planned_cost(row.shape, row.fail, options), row.cost)
        << row.collective << " on " << row.shape << " " << row.fail;
  }
}

/// The time of the busiest links of all phases together, in that of a block on a link of rate 1.
std::int64_t time_of_links(Schedule& schedule, const planned::LiveLinks& links) {
  std::int64_t time = 0;
  schedule.rewind();
  for (Phase phase; schedule.next(phase);) {
    std::int64_t most = 0;
    for (const Transfer& transfer : phase.transfers) {
      transfer.route.for_each_channel(links.topology(), transfer.source, [&](NodeId node, int port) {
        most = std::max(most, transfer.block_count() * links.interval(node * links.ports() + port));
      });
    }
    time += most;
  }
  schedule.rewind();
  return time;
}

/// Even links, or ports of some rates with slower channels among them.
std::string any_intervals(const Topology& topology) {
  if (*rc::gen::inRange(0, 2) == 0) return "1";
  std::string text;
  for (int port = 0; port < topology.network_ports(); ++port) {
    text += fmt::format("{}{}", port == 0 ? "" : ",", *rc::gen::element(1, 1, 2, 3, 4));
  }
  for (int more = *rc::gen::inRange(0, 4), i = 0; i < more; ++i) {
    text += fmt::format("{}{}:{}", i == 0 ? '/' : ',',
                        *rc::gen::inRange(0, topology.nodes() * topology.network_ports()),
                        *rc::gen::inRange(1, 9));
  }
  return text;
}

RC_GTEST_PROP(PlannedCollectives, AreCorrectOnAnyNetwork, ()) {
  Topology topology = test::with_failed_links(test::any_shape(30), 4);
  if (*rc::gen::inRange(0, 3) == 0) topology = without_a_node(topology);
  const auto kind = *rc::gen::element<std::string>("complete-exchange", "gossip", "reduce-scatter",
                                                   "all-reduce", "broadcast", "reduce");
  AlgorithmOptions options{{"collective", kind}, {"seed", std::to_string(*rc::gen::inRange(0, 1000))}};
  if (kind != "complete-exchange") {
    options["phases"] = *rc::gen::element<std::string>("auto", "few", "even");
    const bool rooted = kind == "broadcast" || kind == "reduce";
    const int most = std::min(topology.nodes() * (rooted ? topology.nodes() : 1), rooted ? 200 : 4);
    options["pieces"] = std::to_string(*rc::gen::inRange(1, most + 1));
    options["ports"] = *rc::gen::element<std::string>("all", "all", "1");
  }
  options["intervals"] = any_intervals(topology);
  options["startup"] = *rc::gen::element<std::string>("0", "100");
  if (kind == "broadcast" || kind == "reduce") {
    const NodeId root = *rc::gen::inRange(0, topology.nodes());
    RC_PRE(takes_part(topology.failures(), root));
    options["root"] = std::to_string(root);
  }
  const bool spreads = kind == "gossip" || kind == "reduce-scatter" || kind == "all-reduce";
  if (spreads && *rc::gen::inRange(0, 2) == 0) {
    // Long startups: in fewer phases than hops across, where the search finds such phases.
    for (const auto& [option, value] : {std::pair{"phases", "auto"}, {"ports", "all"}, {"pieces", "1"}}) {
      options[option] = value;
    }
    options["startup"] = "1000";
  }
  RC_LOG() << "planned on " << topology.name();
  for (const auto& [option, value] : options) RC_LOG() << " " << option << "=" << value;
  RC_LOG() << " --fail " << failures_list(topology) << "\n";
  const auto schedule = make_schedule("planned", topology, options);
  const CheckReport report = check(*schedule);
  RC_ASSERT(report.correct());
  RC_ASSERT(report.cycles.in_phase.empty());
  const LowerBounds least = lower_bounds(*schedule);
  RC_ASSERT(report.cost.blocks >= least.blocks() - 1e-6 && report.cost.startups >= least.startups);
  const std::string text = text_of(*schedule);
  RC_ASSERT(text_of(*make_schedule("planned", topology, options)) == text);
  RC_ASSERT(text_of(*read_tcs_text(text, "again.tcs")) == text);
  const planned::LiveLinks links(topology, false,
                                 planned::LinkTimes::parse(options["intervals"], "2", topology));
  const std::int64_t time = time_of_links(*schedule, links);
  RC_ASSERT(time == dynamic_cast<const KnownCost&>(*schedule).known_cost().blocks);
  const bool single_hops = std::ranges::all_of(report.phases, [](const auto& p) { return p.max_hops == 1; });
  if (kind == "gossip" && single_hops) {
    // Whatever the planner finds, the bound is not above it.
    const planned::BlockBounds bounds = planned::bounds_by_flows(
        {links, links.live(), schedule->info().collective.pieces, 0, 1}, 1, {1, false, {}, {1000}});
    RC_ASSERT(bounds.of_links <= bounds.of_phases && bounds.of_phases <= time);
    RC_CLASSIFY(bounds.of_phases == time, "as short as its bound");
  }
  RC_CLASSIFY(report.cost.startups < (kind == "all-reduce" ? 2 : 1) * links.diameter(), "through stations");
  if (kind != "complete-exchange") return;
  const std::int64_t bound = planned::exchange_bound(links);
  RC_ASSERT(time >= bound);
  RC_CLASSIFY(time * 20 <= bound * 21, "at most 5 % above the bound");
}

/// Cycles with barriers as the planner counts them: a phase has its longest way and its largest message,
/// which may be those of different messages.
std::int64_t cycles_of(Schedule& schedule, const planned::LiveLinks& links, int block, int startup) {
  std::int64_t cycles = 0;
  for (Phase phase; schedule.next(phase);) {
    std::int64_t longest = 0, largest = 0;
    for (const Transfer& transfer : phase.transfers) {
      std::int64_t head = 0;
      transfer.route.for_each_channel(links.topology(), transfer.source, [&](NodeId node, int port) {
        head += links.hop(node * links.ports() + port);
      });
      longest = std::max(longest, head);
      largest = std::max(largest, transfer.block_count());
    }
    cycles += startup + 4 + longest + largest * block;
  }
  schedule.rewind();
  return cycles;
}

// A plan by the delays of links is no slower, as it counts, than the plan for links that are alike.
RC_GTEST_PROP(PlannedCollectives, ByTheDelaysOfLinksAreNoSlower, ()) {
  const Topology topology = test::any_shape(30);
  std::string hops = fmt::format("{}", *rc::gen::inRange(2, 6));
  for (int more = *rc::gen::inRange(0, 3), i = 0; i < more; ++i) {
    hops += fmt::format("{}{}:{}", i == 0 ? '/' : ',',
                        *rc::gen::inRange(0, topology.nodes() * topology.network_ports()),
                        *rc::gen::element(20, 60, 200));
  }
  const auto kind = *rc::gen::element<std::string>("gossip", "complete-exchange", "all-reduce", "broadcast");
  const int block = *rc::gen::element(1, 8, 64), startup = *rc::gen::element(0, 100);
  AlgorithmOptions options{
      {"collective", kind}, {"block", std::to_string(block)}, {"startup", std::to_string(startup)}};
  const planned::LiveLinks links(topology, false, planned::LinkTimes::parse("1", hops, topology));
  const auto alike = make_schedule("planned", topology, options);
  options["hops"] = hops;
  const auto planned = make_schedule("planned", topology, options);
  RC_ASSERT(check(*planned).correct());
  RC_LOG() << kind << " on " << topology.name() << " hops=" << hops << " block " << block << " startup "
           << startup;
  const std::int64_t before = cycles_of(*alike, links, block, startup),
                     now = cycles_of(*planned, links, block, startup);
  RC_ASSERT(now <= before);
  RC_CLASSIFY(now < before, "quicker");
}

/// Coordinates of a part, `(0..3/2,*)`.
std::string any_part(const Topology& whole) {
  std::string text;
  for (int d = 0; d < whole.dimensions(); ++d) {
    const int first = *rc::gen::inRange(0, whole.side(d) - 1),
              last = *rc::gen::inRange(first + 1, whole.side(d));
    const bool all = whole.jumps(d) || *rc::gen::inRange(0, 2) == 1;
    text += d == 0 ? "" : ",";
    text += all ? "*"
                : fmt::format("{}..{}/{}", first, last, *rc::gen::inRange(1, std::min(last - first, 2) + 1));
  }
  return text;
}

// On a part of a network (--on) links fail where any hop of the whole network has failed.
RC_GTEST_PROP(PlannedCollectives, UseTheLiveLinksOfAPart, ()) {
  const Topology shape = test::any_shape(60);
  Topology whole = test::with_failed_links(shape.twisted() ? Topology::parse("torus:6x6") : shape, 4);
  if (*rc::gen::inRange(0, 4) == 3) whole = without_a_node(whole);
  const auto text = any_part(whole);
  const SubNetwork part = SubNetwork::parse(whole.with_failures(nullptr), text);
  std::optional<Topology> live;
  try {
    live = part.live(whole);
  } catch (const InputError&) {
    RC_TAG("cut");
    return;
  }
  RC_PRE(nodes_left(live->failures(), live->nodes()) > 1);
  RC_TAG(live->failures() == nullptr ? "whole" : "with failures");
  RC_LOG() << whole.name() << " --on " << text << " --fail " << failures_list(whole) << "\n";
  const auto kind = *rc::gen::element<std::string>("complete-exchange", "gossip", "all-reduce");
  const std::string intervals = any_intervals(*live);
  const auto schedule = make_schedule("planned", *live, {{"collective", kind}, {"intervals", intervals}});
  RC_ASSERT(check(*schedule).correct());
  const planned::LiveLinks links(*live, false, planned::LinkTimes::parse(intervals, "2", *live));
  RC_ASSERT(time_of_links(*schedule, links) == dynamic_cast<const KnownCost&>(*schedule).known_cost().blocks);
  for (Phase phase; schedule->next(phase);) {
    std::set<std::pair<NodeId, int>> used;
    for (const Transfer& transfer : phase.transfers) {
      part.route(transfer.route)
          .for_each_channel(
              whole.with_failures(nullptr), part.node_of[transfer.source], [&](NodeId node, int port) {
                RC_ASSERT(used.emplace(node, port).second);
                RC_ASSERT(whole.failures() == nullptr || !whole.failures()->channel(node, port));
              });
    }
  }
}

// Links of y carry a block in the time of four; or one link, (3,4)+x, in the time of eight, which an
// all-gather leaves out and an exchange uses.
TEST(PlannedCollectives, UseLinksByTheirRates) {
  const Topology torus = Topology::parse("torus:8x8");
  const char *const slow_y = "1,1,4,4", *const slow_link = "1/112:8,145:8";
  for (const auto& [kind, intervals, phases, time] : {std::tuple{"gossip", slow_y, 8, 29},
                                                      {"complete-exchange", slow_y, 8, 256},
                                                      {"gossip", slow_link, 8, 21},
                                                      {"complete-exchange", slow_link, 8, 68}}) {
    const auto schedule = make_schedule("planned", torus, {{"collective", kind}, {"intervals", intervals}});
    const Cost cost = dynamic_cast<const KnownCost&>(*schedule).known_cost();
    EXPECT_EQ(cost, (Cost{phases, time})) << kind << " " << intervals;
  }
}

// A slow link carries nothing in a short phase, and nodes have only one chunk each to send in the first.
TEST(PlannedCollectives, SayWhatPhasesOfWholeBlocksNeed) {
  for (const auto& [shape, intervals, phases, blocks, links, whole] :
       {std::tuple{"torus:4x4x4", "3,3,1,1,1,1", 6, 16, 14, 16},
        {"mesh:3x3x4", "3,3,1,1,1,1", 7, 17, 15, 17},
        {"torus:4x6~x+y3", "3,3,1,1", 3, 11, 9, 11},
        {"hypercube:6", "1,4,1,1,1,1", 8, 16, 12, 14}}) {
    const auto schedule =
        make_schedule("planned", Topology::parse(shape),
                      {{"collective", "gossip"}, {"intervals", intervals}, {"block", "1024"}});
    EXPECT_EQ(schedule->info().chosen,
              fmt::format("gossip: {} phases, {} blocks on the busiest links; links allow no less than {}, "
                          "phases of single hops no less than {}",
                          phases, blocks, links, whole));
  }
}

TEST(PlannedCollectives, RefuseWhatTheyCannotPlan) {
  using test::refused;
  EXPECT_EQ(
      refused<UsageError>("planned", "torus:4x4", {{"ports", "1"}}),
      "planned: ports=1: a planned exchange sends through all ports; exchange, ring-product and relayed "
      "take one");
  EXPECT_EQ(refused<UsageError>("planned", "torus:4x4", {{"phases", "3"}}),
            "planned: phases=3: complete-exchange on torus:4x4 takes from 4 to 1004 phases");
  EXPECT_EQ(refused<UsageError>("planned", "torus:4x4", {{"collective", "gossip"}, {"phases", "x"}}),
            "planned: phases=x: must be auto, few, even or a number of phases");
  EXPECT_EQ(refused("planned", "torus:8x8", {{"collective", "gossip"}, {"phases", "2"}}),
            "planned on torus:8x8: no gossip found in 2 phases; more phases or another seed may do");
  EXPECT_EQ(refused<UsageError>("planned", "torus:8x8", {{"collective", "broadcast"}, {"phases", "4"}}),
            "planned: phases=4: broadcast on torus:8x8 takes 8 phases");
  EXPECT_EQ(refused<UsageError>("planned", "torus:4x4", {{"pieces", "2"}}),
            "planned: pieces=2: a complete exchange has no pieces");
  EXPECT_EQ(refused<UsageError>("planned", "torus:4x4", {{"collective", "gossip"}, {"root", "2"}}),
            "planned: root=2: collective=gossip has no root");
  EXPECT_EQ(
      refused("planned", "mesh:32x32"),
      "planned on mesh:32x32: complete exchanges are planned for up to 600 nodes, on intact tori for up "
      "to 4096; direct-even with --reroute spread runs on any");
  EXPECT_EQ(refused("planned", "torus:128x128"), "planned on torus:128x128: it plans for up to 4096 nodes");
  for (const char* intervals : {"0", "1,2", "1,1,4,4/64:8", "1/3", "1/3:x", "256"}) {
    EXPECT_EQ(
        refused<UsageError>("planned", "torus:4x4", {{"intervals", intervals}}),
        fmt::format("planned: intervals={}: must be 1 or a number from 1 to 255 for each of the 4 ports, and "
                    "exceptions such as /12:8,25:8 for channels",
                    intervals));
  }
  EXPECT_EQ(refused_without_root("(1,1)"), "the root (1,1) on torus:4x4 has failed");
}

}  // namespace
}  // namespace torusim
