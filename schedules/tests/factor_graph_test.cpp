// Graphs as factors: the catalogue, files and what is wrong with them, ports that lead back.
#include "schedules/core/factor_graph.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "schedules/core/factor_catalogue.h"
#include "schedules/core/route.h"
#include "schedules/core/topology.h"
#include "schedules/tests/refusal.h"

namespace torusim {
namespace {

/// A port leads back by its far side, permutes the nodes, and every edge has one port at each end.
void expect_ports(const FactorGraph& graph) {
  std::int64_t channels = 0;
  for (int port = 0; port < graph.ports(); ++port) {
    std::set<int> reached;
    for (int v = 0; v < graph.nodes(); ++v) {
      const int w = graph.neighbor(v, port);
      reached.insert(w);
      EXPECT_EQ(graph.neighbor(w, graph.opposite(port)), v);
      EXPECT_EQ(graph.has_channel(w, graph.opposite(port)), graph.has_channel(v, port));
      if (!graph.has_channel(v, port)) continue;
      ++channels;
      EXPECT_EQ(graph.distance(v, w), 1);
    }
    EXPECT_EQ(reached.size(), static_cast<std::size_t>(graph.nodes()));
  }
  EXPECT_EQ(channels, graph.channels());
}

struct Known {
  const char* name;
  int nodes, degree, diameter, status;
};
constexpr Known kKnown[] = {{"petersen", 10, 3, 2, 15},
                            {"moebius-kantor", 16, 3, 4, 34},
                            {"dodecahedron", 20, 3, 5, 50},
                            {"desargues", 20, 3, 5, 50},
                            {"nauru", 24, 3, 4, 62},
                            {"generalised-petersen-4-1", 8, 3, 3, 12},
                            {"circulant-13-1-5", 13, 4, 2, 20},
                            {"circulant-8-1-4", 8, 3, 2, 11},
                            {"hypercube-4", 16, 4, 4, 32},
                            {"folded-hypercube-4", 16, 5, 2, 25},
                            {"star-4", 24, 3, 4, 62},
                            {"bipartite-5", 10, 5, 2, 13}};

TEST(FactorCatalogue, DegreesDiametersAndStatusAreThoseKnown) {
  for (const Known& known : kKnown) {
    SCOPED_TRACE(known.name);
    const auto graph = make_factor(known.name);
    EXPECT_EQ(graph->nodes(), known.nodes);
    EXPECT_EQ(graph->ports(), known.degree) << "no port too many";
    EXPECT_EQ(graph->least_degree(), known.degree);
    EXPECT_EQ(graph->diameter(), known.diameter);
    for (int v = 0; v < known.nodes; ++v) EXPECT_EQ(graph->status(v), known.status);
    EXPECT_EQ(graph->name(), known.name);
    expect_ports(*graph);
  }
}

TEST(FactorCatalogue, WrongNamesNameTheNearest) {
  EXPECT_EQ(test::refusal([] { make_factor("peterson"); }),
            "unknown factor 'peterson', the nearest is 'petersen'; a file has a dot or a slash in its name");
  EXPECT_EQ(test::refusal([] { make_factor("circulant"); }), "write circulant-N-A-B..");
  EXPECT_EQ(test::refusal([] { make_factor("petersen-3"); }), "write petersen");
  EXPECT_EQ(test::refusal([] { make_factor("circulant-13-7"); }),
            "circulant-13-7: N is 3 to 128, steps rise between 1 and N/2");
  EXPECT_EQ(test::refusal([] { make_factor("circulant-13-2-2"); }),
            "circulant-13-2-2: N is 3 to 128, steps rise between 1 and N/2");
  EXPECT_EQ(test::refusal([] { make_factor("circulant-8-2"); }),
            "circulant-8-2: not connected: no path from node 0 to node 1");
  EXPECT_EQ(test::refusal([] { make_factor("hypercube-8"); }), "hypercube-8: K is 2 to 7");
  for (const char* name : {"bipartite-1", "bipartite-32"})
    EXPECT_EQ(test::refusal([&] { make_factor(name); }), name + std::string(": N is 2 to 31"));
  for (const char* name : {"star-2", "star-6"})
    EXPECT_EQ(test::refusal([&] { make_factor(name); }), name + std::string(": N is 3 to 5, for N! nodes"));
  EXPECT_EQ(make_factor("bipartite-31")->nodes(), 62);
  EXPECT_EQ(make_factor("star-5")->nodes(), 120);
  EXPECT_EQ(test::refusal([] { make_factor("./none.txt"); }), "./none.txt: no such file");
  EXPECT_EQ(test::refusal([] { make_factor("/"); }), "/: not a file of text");
}

struct Wrong {
  const char* text;
  const char* message;
};
constexpr Wrong kWrong[] = {
    {"", "f: no edges; write for example 0 1"},
    {"# only a comment\n", "f: no edges; write for example 0 1"},
    {"0 1\n1 1\n", "f:2: an edge from 1 to itself; a node needs no channel to itself"},
    {"0 1\n\n1 0\n", "f:3: edge 1 0 occurs twice, first in line 1; an edge is a channel each way"},
    {"0 1\n1 3\n", "f:2: node 3 is named and node 2 is not: 3 nodes are numbered 0 .. 2"},
    {"1 2\n", "f:1: node 1 is named and node 0 is not: 2 nodes are numbered 0 .. 1"},
    {"0 1\n2 3\n", "f: not connected: no path from node 0 to node 2"},
    {"0\n", "f:1: an edge is two nodes, as in 0 1"},
    {"0 1 2\n", "f:1: '2' behind an edge; an edge is two nodes"},
    {"0 b\n", "f:1: 'b' is not a node number; nodes are 0, 1, 2, .."},
    {"0 128\n", "f:1: node 128: a factor has at most 128 nodes, 0 .. 127"},
    {"0 99999999999\n", "f:1: node 99999999999: a factor has at most 128 nodes, 0 .. 127"}};

TEST(FactorFile, MistakesAreNamedWithTheirLine) {
  for (const Wrong& wrong : kWrong) {
    EXPECT_EQ(test::refusal([&] { read_factor(wrong.text, "f"); }), wrong.message);
  }
  std::string hub;
  for (int v = 1; v <= 32; ++v) hub += "0 " + std::to_string(v) + "\n";
  EXPECT_EQ(test::refusal([&] { read_factor(hub, "f"); }),
            "f:32: edge 32 of node 0: a router has at most 31 network ports");
  EXPECT_EQ(test::refusal([] { read_factor(std::string((1 << 20) + 1, '#'), "f"); }),
            "f: more than 1048576 bytes; 128 nodes need less");
}

TEST(FactorFile, CommentsBlanksAndLineEndsMeanNothing) {
  const FactorGraph plain = read_factor("0 1\n1 2\n", "f");
  EXPECT_EQ(read_factor("# a path\r\n\t 2  1 # back\r\n\r\n1 0", "g"), plain);
  EXPECT_EQ(plain.ports(), 2);
  expect_ports(plain);
}

// Sylvester's graph of degree 3 has no perfect matching: three odd parts hang on one node.
TEST(FactorFile, PortsAreAtMostOneMoreThanTheDegree) {
  EXPECT_EQ(read_factor("0 1\n0 2\n0 3\n", "f").ports(), 3) << "the hub is matched";
  std::vector<std::pair<int, int>> edges;
  for (const int p : {1, 6, 11}) {
    edges.emplace_back(0, p);
    for (const auto& [a, b] : {std::pair{0, 1}, {0, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}) {
      edges.emplace_back(p + a, p + b);
    }
  }
  const FactorGraph sylvester("sylvester", 16, edges);
  EXPECT_EQ(sylvester.least_degree(), 3);
  EXPECT_EQ(sylvester.ports(), 4);
  expect_ports(sylvester);
}

RC_GTEST_PROP(FactorGraphProperty, PortsLeadBackAndAreFew, ()) {
  const int nodes = *rc::gen::inRange(2, 20);
  std::set<std::pair<int, int>> edges;
  for (int v = 1; v < nodes; ++v) edges.emplace(*rc::gen::inRange(0, v), v);
  for (int more = *rc::gen::inRange(0, 30); more > 0; --more) {
    const int a = *rc::gen::inRange(0, nodes), b = *rc::gen::inRange(0, nodes);
    if (a != b) edges.insert(std::minmax(a, b));
  }
  std::vector<int> degree(nodes);
  for (const auto& [a, b] : edges) ++degree[a], ++degree[b];
  const int most = *std::max_element(degree.begin(), degree.end());
  const FactorGraph graph("random", nodes, {edges.begin(), edges.end()});
  expect_ports(graph);
  RC_ASSERT(graph.ports() == most || (most % 2 == 1 && graph.ports() == most + 1));
}

TEST(FactorTopology, NamesFactorsOneByOne) {
  const Topology t = Topology::parse("product:petersen,4,3m,5k");
  EXPECT_EQ(t.name(), "product:petersen,4,3m,5k");
  EXPECT_EQ(Topology::parse("product petersen,4,3m,5k"), t);
  EXPECT_EQ(t.nodes(), 10 * 4 * 3 * 5);
  EXPECT_EQ(t.network_ports(), 3 + 2 + 2 + 4);
  EXPECT_EQ(t.port(1, +1), 0) << "rings before graphs";
  EXPECT_EQ(t.port_name(t.port(0, 3)), "+x3");
  EXPECT_EQ(t.distance(0, t.nodes() - 1), 1 + t.distance_along(0, 0, 9) + 2 + 1);
  EXPECT_EQ(Topology::parse("product:4,3m"), Topology::parse("torus:4x3m"));
  for (NodeId node = 0; node < t.nodes(); node += 7) {
    const Route route = dimension_order_route(t, 0, node);
    EXPECT_EQ(route.end_node(t, 0), node);
    EXPECT_EQ(route.hops(t), t.distance(0, node));
    EXPECT_TRUE(is_dimension_order_route(t, 0, node, route));
  }
}

TEST(FactorTopology, FilesAreKnown) {
  using Files = std::vector<std::string>;
  EXPECT_EQ(factor_files("product:./a.txt,4,petersen,b/c,./a.txt"), (Files{"./a.txt", "b/c"}));
  EXPECT_EQ(factor_files("product ./a.txt"), Files{"./a.txt"});
  for (const char* none : {"", "product", "product:", "product:4,3m", "torus:4x4"}) {
    EXPECT_EQ(factor_files(none), Files{}) << none;
  }
}

TEST(FactorTopology, WrongFactorsAreRefused) {
  const auto text = [](const char* shape) { return test::refusal([&] { Topology::parse(shape); }); };
  EXPECT_NE(text("product:4,,3").find("a factor is empty"), std::string::npos);
  EXPECT_NE(text("product:4,5q").find("a side is followed by m (path)"), std::string::npos);
  EXPECT_NE(text("product:33k").find("complete:32 is the largest complete graph"), std::string::npos);
  EXPECT_NE(text("produkt:4").find("the nearest is 'product'"), std::string::npos);
  EXPECT_NE(text("product:bipartite-20,hypercube-6,hypercube-6").find("32 network ports"), std::string::npos);
}

}  // namespace
}  // namespace torusim
