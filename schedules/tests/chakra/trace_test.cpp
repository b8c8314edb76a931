// Chakra traces as bytes: fields and types, files of ranks, process groups, and what is refused.

#include "schedules/chakra/trace.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fstream>

#include "schedules/chakra/collective_plan.h"
#include "schedules/chakra/group_table.h"
#include "schedules/core/error.h"
#include "schedules/tests/chakra/trace_writer.h"
#include "schedules/tests/own_directory.h"
#include "schedules/tests/refusal.h"

namespace torusim {
namespace {

using test::Message;
using test::NodeMessage;

ChakraTrace read(const std::vector<NodeMessage>& nodes) {
  return read_chakra_text(test::trace_of(nodes), "t.0.et");
}

std::string error_of(const std::string& bytes) {
  return test::refusal([&] { read_chakra_text(bytes, "t.0.et"); });
}

void write(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

TEST(ChakraTrace, TakesIntegersOfAnyType) {
  const std::pair<const char*, Message> types[] = {
      {"int32", Message().varint(7, 300)},      {"int64", Message().varint(9, 300)},
      {"uint32", Message().varint(11, 300)},    {"uint64", Message().varint(13, 300)},
      {"sint32", Message().varint(15, 600)},    {"sint64", Message().varint(17, 600)},
      {"fixed32", Message().fixed32(19, 300)},  {"fixed64", Message().fixed64(21, 300)},
      {"sfixed32", Message().fixed32(23, 300)}, {"sfixed64", Message().fixed64(25, 300)}};
  for (const auto& [name, value] : types) {
    const ChakraTrace trace = read({NodeMessage(4, 5).attribute("comm_size", value).integer("comm_dst", 1)});
    EXPECT_EQ(trace.nodes.at(0).bytes, 300) << name;
    EXPECT_EQ(trace.nodes.at(0).destination, 1) << name;
  }
  for (const int field : {7, 27}) {
    EXPECT_TRUE(read({NodeMessage(1, 4).attribute("is_cpu_op", Message().varint(field, 1))}).nodes[0].on_cpu);
  }
}

TEST(ChakraTrace, RefusesIntegersOutOfRangeByName) {
  const auto of = [](const Message& value) {
    return error_of(test::trace_of({NodeMessage(4, 5).attribute("comm_size", value)}));
  };
  EXPECT_EQ(of(Message().varint(9, ~std::uint64_t{0})),
            "t.0.et, message 1: node 4: attribute comm_size is -1, outside 0..9223372036854775807");
  EXPECT_EQ(of(Message().varint(13, ~std::uint64_t{0})),
            "t.0.et, message 1: node 4: attribute comm_size is 18446744073709551615, outside "
            "0..9223372036854775807");
  EXPECT_EQ(of(Message().fixed64(3, 0)), "t.0.et, message 1: node 4: attribute comm_size is no integer");
  EXPECT_EQ(error_of(test::trace_of({NodeMessage(4, 9)})),
            "t.0.et, message 1: node 4: type 9 is none of 0 to 7");
}

TEST(ChakraTrace, TakesDependencesPackedAndSingleAndSortsNodes) {
  NodeMessage last = NodeMessage::compute(9, 1).after({7, 3});
  last.message().varint(5, 8);
  const ChakraTrace trace =
      read({last.after_control(1).after_control(2), NodeMessage::compute(3, 5), NodeMessage::compute(1, 0)});
  ASSERT_EQ(trace.nodes.size(), 3u);
  EXPECT_EQ(trace.nodes[0].id, 1u);
  EXPECT_EQ(trace.nodes[2].id, 9u);
  const ChakraNode& node = trace.nodes[2];
  const auto list = [&](std::uint32_t begin, std::uint32_t end) {
    return std::vector(trace.dependences.begin() + begin, trace.dependences.begin() + end);
  };
  EXPECT_EQ(list(node.first_data, node.first_control), (std::vector<std::uint64_t>{7, 3, 8}));
  EXPECT_EQ(list(node.first_control, node.end), (std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(trace.find(3), 1u);
  EXPECT_FALSE(trace.find(4));
  EXPECT_EQ(error_of(test::trace_of({NodeMessage::compute(3, 1), NodeMessage::compute(3, 2)})),
            "t.0.et: two nodes have the id 3");
}

TEST(ChakraTrace, NamesTheVersionThatItRefuses) {
  EXPECT_EQ(
      error_of(test::trace_metadata("0.0.1")),
      "t.0.et, message 0: version 0.0.1 of Chakra; this program knows the schema of 0.0.4 or 1.0.0 only");
  EXPECT_TRUE(read_chakra_text(test::trace_metadata("1.0.0"), "t").version_named);
  const auto schema = [](const std::string& name) {
    const Message attribute = Message().bytes(1, "schema").bytes(29, name);
    return Message().bytes(2, attribute.text()).framed();
  };
  EXPECT_TRUE(read_chakra_text(schema("1.0.2-chakra.0.0.4"), "t").version_named);
  EXPECT_FALSE(read_chakra_text(schema("1.0.1"), "t").version_named);  // PyTorch's
  EXPECT_NE(error_of(schema("1.0.2-chakra.0.0.2")).find("version 0.0.2 of Chakra"), std::string::npos);
  EXPECT_EQ(error_of(""), "t.0.et: it is empty; a trace begins with its metadata");
  EXPECT_NE(error_of("num_ranks 2\nrank 0 {\n}\n").find("t.0.et, message 0:"), std::string::npos);
}

/// A trace with something of everything.
std::string rich_trace() {
  return test::trace_of({NodeMessage::metadata(0).values("['[{\"pg_name\": \"1\", \"ranks\": [0, 2]}]']"),
                         NodeMessage::compute(1, 20).cpu().after({0, 77}),
                         NodeMessage::send(2, 3, 1 << 20, 5).after({1}).integer("comm_priority", 1),
                         NodeMessage::collective(4, 0, 4096).group("1").after_control(2),
                         NodeMessage::collective(5, 2, 4096).involved({1, 0, 1})});
}

TEST(ChakraTrace, KnowsGroupsDimensionsAndUnusedAttributes) {
  const ChakraTrace trace = read_chakra_text(rich_trace(), "t.0.et");
  EXPECT_EQ(trace.groups, (ChakraGroups{{"1", {0, 2}}}));
  EXPECT_EQ(trace.group_names.at(trace.nodes[3].group), "1");
  EXPECT_EQ(trace.involved.at(trace.nodes[4].dims), (std::vector<bool>{true, false, true}));
  EXPECT_EQ(trace.unused, std::set<std::string>{"comm_priority"});
}

RC_GTEST_PROP(ChakraTraceDamage, EndsInAnErrorOrANodeLess, ()) {
  const std::string whole = rich_trace();
  std::string text = whole.substr(0, *rc::gen::inRange<std::size_t>(0, whole.size() + 1));
  for (int left = *rc::gen::inRange(0, 3); left > 0 && !text.empty(); --left) {
    text[*rc::gen::inRange<std::size_t>(0, text.size())] = *rc::gen::arbitrary<char>();
  }
  try {
    RC_ASSERT(read_chakra_text(text, "t").nodes.size() <= text.size());
  } catch (const InputError&) {
  }
}

TEST(ChakraTrace, EveryPrefixIsRefusedUnlessItEndsWithANode) {
  const std::string whole = rich_trace();
  int accepted = 0;
  for (std::size_t length = 0; length < whole.size(); ++length) {
    accepted += error_of(whole.substr(0, length)) == "accepted" ? 1 : 0;
  }
  EXPECT_EQ(accepted, 5);  // after the metadata, and after each node but the last
}

TEST(ChakraTrace, LengthsAndNestedLengthsAreBounded) {
  const std::string metadata = test::trace_metadata();
  EXPECT_EQ(error_of(metadata + Message().number(std::uint64_t{1} << 34).text()),
            "t.0.et, message 1: its length is 17179869184, and 0 bytes are left: the file is truncated or no "
            "trace");
  const std::string node = Message().key(10, 2).number(1000).text();
  EXPECT_EQ(error_of(metadata + Message().number(node.size()).text() + node),
            "t.0.et, message 1: field 10 has 1000 bytes, and 0 are left");
  const std::string group = Message().key(3, 3).text();
  EXPECT_EQ(error_of(metadata + Message().number(group.size()).text() + group),
            "t.0.et, message 1: field 3 has the wire type 3");
}

TEST(ChakraFiles, AreFoundForEveryRank) {
  const test::OwnDirectory directory("chakra_files");
  const auto at = [&](const std::string& name) { return (directory.path() / name).string(); };
  for (const char* name : {"a.0.et", "a.1.et", "a.2.et", "a.b.0.et", "a.01.et", "b.0.et", "b.3.et"}) {
    write(at(name), test::trace_metadata());
  }
  const std::vector<std::string> three{at("a.0.et"), at("a.1.et"), at("a.2.et")};
  EXPECT_EQ(chakra_files(at("a.et")), three);
  EXPECT_EQ(chakra_files(at("a.1.et")), three);
  EXPECT_EQ(chakra_files(at("a.b.et")).size(), 1u);
  EXPECT_EQ(test::refusal([&] { chakra_files(at("b.et")); }),
            at("b.1.et") + ": it does not exist, but that of rank 3 does; a trace for every rank");
  EXPECT_THROW(chakra_files(at("c.et")), InputError);
}

TEST(ChakraGroupsFile, IsAnObjectOfLists) {
  const test::OwnDirectory directory("chakra_groups");
  const std::string file = (directory.path() / "groups.json").string();
  write(file, R"({"1": [0, 2], "tp": [1, 3], "all": []})");
  EXPECT_EQ(read_chakra_groups(file), (ChakraGroups{{"1", {0, 2}}, {"tp", {1, 3}}, {"all", {}}}));
  for (const char* bad : {"[1]", "{\"1\": 3}", "{\"1\": [-1]}", "{\"1\": [0.5]}", "{\"1\": [0", ""}) {
    write(file, bad);
    EXPECT_THROW(read_chakra_groups(file), InputError) << bad;
  }
}

// Nodes of a network that are a torus or mesh of their own.

/// Chosen coordinates are found again, and routes of the shape lead to the same nodes in the network.
RC_GTEST_PROP(SubTorusOfNodes, RoutesLeadToItsNodes, ()) {
  const Topology topology = Topology::parse(
      *rc::gen::element<std::string>("torus:4x5x3", "torus:6x4m", "ring:7", "torus:3x3x6~", "torus:4x8~x+y4",
                                     "torus:4x4x4~x+y2", "torus:2x2x2x4~x+d3:2"));
  std::vector<NodeId> nodes{0};
  for (int d = 0; d < topology.dimensions(); ++d) {
    const int count = *rc::gen::inRange(1, topology.side(d) + 1);
    const int first = *rc::gen::inRange(0, topology.side(d) - count + 1);
    std::vector<NodeId> wider;
    for (const NodeId node : nodes) {
      for (int i = first; i < first + count; ++i) {
        auto place = topology.coordinates(node);
        place[std::size_t(d)] = i;
        wider.push_back(topology.node(place));
      }
    }
    nodes = wider;
  }
  RC_PRE(nodes.size() > 1);
  for (std::size_t i = nodes.size(); i > 1; --i) {
    std::swap(nodes[i - 1], nodes[*rc::gen::inRange<std::size_t>(0, i)]);
  }
  const auto found = sub_torus(topology, nodes);
  RC_ASSERT(found.has_value());
  RC_ASSERT(found->shape.nodes() == static_cast<NodeId>(nodes.size()));
  const auto place = [&](NodeId node) { return nodes[std::size_t(found->member[std::size_t(node)])]; };
  const auto from = *rc::gen::inRange<NodeId>(0, found->shape.nodes());
  const auto to = *rc::gen::inRange<NodeId>(0, found->shape.nodes());
  const Route route = found->in_network(dimension_order_route(found->shape, from, to));
  RC_ASSERT(route.end_node(topology, place(from)) == place(to));
}

TEST(SubTorusOfNodes, IsNoneOfOtherSets) {
  const Topology torus = Topology::parse("torus:4x4");
  for (const std::vector<NodeId>& nodes :
       {std::vector<NodeId>{3}, {0, 5}, {0, 2}, {0, 1, 4}, {0, 0, 1, 1}, {0, 1, 4, 10}, {0, 3}}) {
    EXPECT_FALSE(sub_torus(torus, nodes)) << fmt::format("{}", fmt::join(nodes, ","));
  }
}

}  // namespace
}  // namespace torusim
