// Head and payload words, and what a router makes of them, bit by bit against docs/router.md.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "models/contract/channel.h"
#include "models/contract/pin_channel.h"
#include "models/contract/router_wires.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

Hardware on(const char* shape, int alpha = 1) {
  Hardware hardware;
  hardware.topology = Topology::parse(shape);
  hardware.alpha = alpha;
  return hardware;
}

/// Word 1 as its four segments, the first lowest: each port + 32 * hops.
constexpr std::uint64_t segments(std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0,
                                 std::uint64_t d = 0) {
  return a | b << 16 | c << 32 | d << 48;
}

TEST(Words, AHeadCarriesNumberLengthAndRoute) {
  const Hardware hardware = on("torus:8x8", 2);
  Worm worm;
  worm.number = 0x89;
  worm.flits = 7;
  worm.ejection_channel = 1;
  worm.route = Route{{0, 3}, {1, -2}};
  // +x three hops by port 0, -y two by port 3, and out by local port 4 + 1.
  const Data head = head_data(hardware, worm);
  EXPECT_EQ(head, (Data{0x0000'0007'0000'0089, segments(0 + 32 * 3, 3 + 32 * 2, 5 + 32 * 1)}));
  EXPECT_EQ(head[1], 0x0025'0043'0060u);
  EXPECT_EQ(message_number(head), 0x89u);
  EXPECT_EQ(length_or_index(head), 7u);
  EXPECT_EQ(route_port(head), 0);
  // On its way, a hop at a time, until nothing is left.
  const std::uint64_t word1[] = {segments(32 * 2, 67, 37),
                                 segments(32 * 1, 67, 37),
                                 segments(67, 37),
                                 segments(3 + 32, 37),
                                 segments(37),
                                 0};
  Data moving = head;
  for (const std::uint64_t expected : word1) {
    moving = advance_route(moving);
    EXPECT_EQ(moving, (Data{head[0], expected}));
  }
  EXPECT_EQ(head_data(hardware, worm, 0, 1), (Data{head[0], word1[1]}));
  EXPECT_EQ(head_data(hardware, worm, 1, 1), (Data{head[0], word1[3]}));
  EXPECT_EQ(head_data(hardware, worm, 2, 0), (Data{head[0], word1[4]}));
}

TEST(Words, ARunOfMoreThan511HopsTakesSeveralSegments) {
  const Hardware hardware = on("ring:9000");
  Worm worm;
  worm.route = Route{{0, 511}};
  EXPECT_EQ(head_data(hardware, worm)[1], segments(32 * 511, 2 + 32));
  worm.route = Route{{0, -1028}};
  EXPECT_EQ(head_data(hardware, worm)[1], segments(1 + 32 * 511, 1 + 32 * 511, 1 + 32 * 6, 2 + 32));
}

// Bits 15:14 of a segment.
TEST(Words, ARunNamesItsLaneInAllItsSegments) {
  const Hardware hardware = on("torus:2000x9");
  Worm worm;
  worm.flits = 1;
  worm.route = Route{{0, 600}, {1, -2}, {1, -1}};
  worm.route.set_lane(0, 3);
  worm.route.set_lane(1, 1);
  worm.route.set_lane(2, 2);
  worm.route.set_local_lane(3);
  Data head = head_data(hardware, worm);
  const auto lane = [](std::uint64_t n) { return n << 14; };
  const std::uint64_t runs[] = {32 * 511 | lane(3), 32 * 89 | lane(3), (3 + 32 * 2) | lane(1),
                                (3 + 32) | lane(2)};
  EXPECT_EQ(head[1], segments(runs[0], runs[1], runs[2], runs[3]));
  EXPECT_EQ(head[2], (4 + 32) | lane(3));
  EXPECT_EQ(worm_of_head(hardware, 0, head).route, worm.route);
  for (int hop = 0; hop < 600; ++hop, head = advance_route(head)) ASSERT_EQ(route_lane(head), 3) << hop;
  EXPECT_EQ(route_lane(head), 1);
  worm.route.set_lane(2, 1);  // of one lane they are one run
  EXPECT_EQ(worm_of_head(hardware, 0, head_data(hardware, worm)).route.size(), 2);
}

TEST(Words, WideHeadsGoOnInTheNextWord) {
  const Hardware hardware = on("torus:9x9x9");
  Worm worm;
  for (int i = 1; i <= 15; ++i) worm.route.append({static_cast<std::int16_t>(i % 3), 1});
  // Ports of +y, +z, +x, and so on; the sixteenth segment is the local port 6.
  const auto s = [](int i) -> std::uint64_t { return 2 * (i % 3) + 32; };
  Data head = head_data(hardware, worm);
  for (int w = 0; w < 3; ++w) {
    EXPECT_EQ(head[1 + w], segments(s(4 * w + 1), s(4 * w + 2), s(4 * w + 3), s(4 * w + 4)));
  }
  EXPECT_EQ(head[4], segments(s(13), s(14), s(15), 6 + 32));
  for (int i = 1; i <= 15; ++i) {
    EXPECT_EQ(route_port(head), 2 * (i % 3));
    head = advance_route(head);
  }
  EXPECT_EQ(head, (Data{head[0], 6 + 32}));
  worm.route = Route{};
  for (int i = 0; i < 15; ++i)
    worm.route.append({static_cast<std::int16_t>(i % 2), i == 0 ? std::int16_t{512} : std::int16_t{1}});
  EXPECT_THROW(head_data(on("torus:5000x9"), worm), InputError);
}

// SplitMix64 begun with source and destination; the numbers are those of its published test vector.
TEST(Words, APayloadFlitCarriesNumberIndexAndAFunctionOfWhereAndWhich) {
  const std::uint64_t published[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                     4593380528125082431u, 16408922859458223821u};
  for (std::uint32_t i = 0; i < 5; ++i) EXPECT_EQ(payload_word(0, 1234567, i), published[i]);
  Worm worm;
  worm.number = 0x8000'0001;
  worm.destination = 1234567;
  EXPECT_EQ(payload_data(worm, 3), (Data{0x0000'0003'8000'0001, published[3]}));
  EXPECT_EQ(length_or_index(payload_data(worm, 3)), 3u);
  // No two words alike, whichever of the three differs.
  std::map<std::uint64_t, int> seen;
  for (NodeId from = 0; from < 12; ++from) {
    for (NodeId to = 0; to < 12; ++to) {
      for (std::uint32_t index = 1; index < 40; ++index) ++seen[payload_word(from, to, index)];
    }
  }
  EXPECT_EQ(seen.size(), 12u * 12 * 39);
}

TEST(Words, TheChannelsOfAPath) {
  const Hardware hardware = [] {
    Hardware h = on("torus:4x4", 2);
    h.classes = 2;
    return h;
  }();
  const Topology& topology = hardware.topology;
  Worm worm;
  worm.source = topology.node({0, 3});
  worm.message_class = 1;
  worm.injection_channel = 1;
  worm.route = Route{{0, 1}, {1, 2}};
  struct Row {
    NodeId node;
    int port, vc;
  };
  const Row path[] = {{topology.node({0, 3}), 6 + 1, 2},
                      {topology.node({0, 3}), 0, 2},
                      {topology.node({1, 3}), 2, 3},  // over the dateline of y
                      {topology.node({1, 0}), 2, 3},  // and straight on
                      {topology.node({1, 1}), 4, 2}};
  for (int n = 0; n < 5; ++n) {
    const ChannelRef at = channel_on_path(hardware, worm, n);
    EXPECT_EQ(at.node, path[n].node) << n;
    EXPECT_EQ(at.port, path[n].port) << n;
    EXPECT_EQ(at.vc, path[n].vc) << n;
  }
  EXPECT_EQ(run_channels(hardware, worm, 0), 1);
  EXPECT_EQ(run_channels(hardware, worm, 1), 2);
  EXPECT_EQ(run_channels(hardware, worm, 2), 0);
}

TEST(Words, AWormKeepsItsPlaceUntilItIsRemoved) {
  WormTable table;
  Worm worm;
  std::vector<Worm*> at;
  for (std::uint32_t i = 0; i < 600; ++i) {
    worm.number = i;
    const WormSlot slot = table.add(worm);
    EXPECT_EQ(slot, i);
    at.push_back(&table[slot]);
  }
  for (std::uint32_t i = 0; i < 600; ++i) {
    EXPECT_EQ(&table[i], at[i]);
    EXPECT_EQ(at[i]->number, i);
  }
  EXPECT_EQ(table.all().size(), 600u);
  table.remove(17);
  table.remove(300);
  for (const Worm* other : table.all()) EXPECT_TRUE(other->number != 17 && other->number != 300);
  EXPECT_EQ(table.all().size(), 598u);
  worm.number = 1000;
  EXPECT_EQ(table.add(worm), 300u);
  EXPECT_EQ(table.add(worm), 17u);
  EXPECT_EQ(table.add(worm), 600u);
}

TEST(Words, WiresOfAPortAreThoseThatWerePut) {
  RouterWires wires(5);
  EXPECT_TRUE(wires.quiet());
  const Forward flit{true, true, false, 3, Data{7, 8}};
  wires.put(2, flit);
  wires.put(4, Backward{true, 5, false, 9});
  wires.put(0, Backward{false, 5, true, 9});
  EXPECT_EQ(wires.flit(2), flit);
  EXPECT_EQ(wires.flit(1), Forward{});
  EXPECT_EQ(wires.back(4), (Backward{true, 5, false, 0}));
  EXPECT_EQ(wires.back(0), (Backward{false, 0, true, 9}));
  EXPECT_FALSE(wires.quiet());
  wires.put(2, Forward{});
  wires.put(4, Backward{});
  EXPECT_EQ(wires.flit(2), Forward{});
  EXPECT_EQ(wires.back(4), Backward{});
  EXPECT_FALSE(wires.quiet());
  wires.clear();
  EXPECT_TRUE(wires.quiet());
}

TEST(Words, SystemCPrintsPins) {
  const auto text = [](const auto& pins) { return (std::ostringstream() << pins).str(); };
  EXPECT_EQ(text(Forward{}), "-");
  EXPECT_EQ(text(Forward{true, true, false, 3, Data{7, 8}}), "head vc 3 message 7");
  EXPECT_EQ(text(Forward{true, false, true, 0, Data{9, 8}}), "tail vc 0 message 9");
  EXPECT_EQ(text(Backward{}), "-");
  EXPECT_EQ(text(Backward{true, 5, false, 0}), "credit vc 5");
  EXPECT_EQ(text(Backward{false, 0, true, 2}), "ack vc 2");
  EXPECT_EQ(text(Backward{true, 5, true, 2}), "credit vc 5, ack vc 2");
}

}  // namespace
}  // namespace torusim
