// What is wrong with a schedule text is said with its place and what would be right.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "schedules/core/error.h"
#include "schedules/tests/refusal.h"
#include "schedules/text/tcs_reader.h"

namespace torusim {
namespace {

std::string message(const std::string& text) {
  return test::refusal([&] { read_tcs_text(text, "f.tcs"); });
}

const std::string kHeader = "tcs 1\ntopology torus 4x3\n";

struct Bad {
  std::string text;
  std::string expected;  // the message begins so
};

TEST(TcsErrors, OfTheHeader) {
  const Bad cases[] = {
      {"", "f.tcs:1:1: the file stops without 'end"},
      {"tcs", "f.tcs:1:4: expected the version of the format, found the end of the line"},
      {"tcs 2\n", "f.tcs:1:5: version 2 of the format; this program reads version 1"},
      {"tcs 1 x\n", "f.tcs:1:7: expected the end of the line, found 'x'"},
      {"topology torus 4x4\n", "f.tcs:1:1: the first statement must be 'tcs 1'"},
      {"end 0\n", "f.tcs:1:1: the first statement must be 'tcs 1'"},
      {"\x7f"
       "ELF\n",
       "f.tcs:1:1: expected 'phase"},
      {"tcs 1\nend 0\n", "f.tcs:2:1: the header has no topology"},
      {"tcs 1\ntcs 1\n", "f.tcs:2:1: 'tcs' occurs twice"},
      {"tcs 1\ntopolgy torus 4x4\n", "f.tcs:2:1: unknown statement 'topolgy'; did you mean 'topology'?"},
      {"tcs 1\ntopology torus 4xx\n", "f.tcs:2:10: topology 'torus 4xx': a side is not a number"},
      {"tcs 1\ntopology torus 4x4 5\n", "f.tcs:2:20: expected the end of the line, found '5'"},
      {"tcs 1\nports 1\n", "f.tcs:2:7: 'ports' comes after 'topology'"},
      {kHeader + "ports 5\n", "f.tcs:3:7: 5 ports; a node of torus:4x3 has 1 to 4"},
      {kHeader + "ports 0\n", "f.tcs:3:7: 0 ports; a node of torus:4x3 has 1 to 4"},
      {kHeader + "ports -1\n", "f.tcs:3:7: expected a number of ports, or all, found '-1'"},
      {kHeader + "block 99999999999\n", "f.tcs:3:7: '99999999999' is too large"},
      {kHeader + "block 100000001\n", "f.tcs:3:7: a block of 100000001 flits; at most 100000000"},
      {kHeader + "sync barier\n", "f.tcs:3:6: unknown synchronisation 'barier'; did you mean 'barrier'?"},
      {kHeader + "name\n", "f.tcs:3:5: 'name' needs a text"},
      {kHeader + "collective gosip\n", "f.tcs:3:12: unknown collective 'gosip'; did you mean 'gossip'?"},
      {kHeader + "collective gather\n", "f.tcs:3:12: unknown collective 'gather'"},
      {kHeader + "collective complete-exchange pieces=2\n", "f.tcs:3:30: a complete exchange has no root"},
      {kHeader + "collective messages pieces=2\n", "f.tcs:3:21: messages have no root, pieces or repeats"},
      {kHeader + "collective messages\nphase p\n0 > 1 b=0:1\n",
       "f.tcs:5:7: blocks of messages have no names"},
      {kHeader + "collective messages\nphase p\n0 > 1 r=dor\n",
       "f.tcs:5:12: the transfer has no number of blocks"},
      {kHeader + "collective messages\nphase p\n0 > 1 n=2 n=3\n", "f.tcs:5:11: n= occurs twice"},
      {kHeader + "collective messages\nphase p\n0 > 1 n=0-1\n", "f.tcs:5:9: -1 blocks; a message has 0 to"},
      {kHeader + "phase p\n0 > 1 n=2\n", "f.tcs:4:7: n= is for a 'collective messages'"},
      {kHeader + "collective gossip root=0\n",
       "f.tcs:3:19: a gossip has no 'root='; it has pieces=N and repeats=N"},
      {kHeader + "collective broadcast root=12\n", "f.tcs:3:27: node 12 is outside 0..11"},
      {kHeader + "collective gossip pieces=13\n", "f.tcs:3:26: 13 pieces; pieces are named as nodes are"},
      {kHeader + "without 1,1\n", "f.tcs:3:11: the node (0,1) is named twice"},
      {"tcs 1\nwithout 1\n", "f.tcs:2:9: 'without' comes after 'topology'"},
      {"tcs 1\ntopology path 4\nwithout 1\n", "f.tcs:3:9: the network is cut: no path leads from 0 to 2"},
      {kHeader + "collective gossip pieces\n", "f.tcs:3:19: expected root=NODE, pieces=N or repeats=N"},
      {"tcs 1\ncollective gossip pieces=2\n", "f.tcs:2:19: 'pieces=' comes after 'topology'"},
      {kHeader + "collective gossip pieces=2\nphase p\n0 > 1 b=0 b=0:1\n",
       "f.tcs:5:13: block (0,0):(0,1) is named twice"},
      {kHeader + "switching saf\n", "f.tcs:3:11: switching 'saf' is not supported yet by this version"},
      {kHeader + "claims fast\n", "f.tcs:3:8: unknown claim 'fast'; known: link-disjoint, shortest-paths"},
      {kHeader + "claims\n", "f.tcs:3:7: expected link-disjoint or shortest-paths"},
      {kHeader + "0 > 1 b=0:1\n", "f.tcs:3:1: expected 'phase <name>' before the first transfer"},
      {kHeader + "end 1\n", "f.tcs:3:1: 'end 1', but the file has 0 transfers"},
      {kHeader + "end\n", "f.tcs:3:4: expected the number of transfers"},
      {kHeader + "end 0\nphase\n", "f.tcs:4:1: 'phase' after 'end'"},
      {kHeader, "f.tcs:3:1: the file stops without 'end <number of transfers>': it is truncated"},
  };
  for (const Bad& bad : cases) {
    EXPECT_EQ(message(bad.text).substr(0, bad.expected.size()), bad.expected) << bad.text;
  }
}

TEST(TcsErrors, OfTransfers) {
  const Bad cases[] = {
      {"0 > 12 b=0:1", "5: node 12 is outside 0..11"},
      {"(0,0) > (0,3) b=0:1", "12: coordinate y = 3 is outside 0..2"},
      {"(0,0,0) > 1 b=0:1", "5: a node of torus:4x3 has 2 coordinates"},
      {"0 > 0 b=0:1", "1: node (0,0) sends to itself"},
      {"0 < 1 b=0:1", "3: expected '>' between the two nodes, found '<'"},
      {"0 > 1", "6: the transfer names no blocks; write b=<blocks>, or b=none"},
      {"0 > 1 b=0", "10: expected ':' between sources and destinations of the blocks, found the end"},
      {"0 > 1 b=0:1 b=0:1", "15: block (0,0):(0,1) is named twice"},
      {"0 > 1 b=(0,*):1 b=*:1", "19: block (0,0):(0,1) is named twice"},
      {"0 > 1 b=none b=0:1", "14: b=none stands alone"},
      {"0 > 1 b=0..3:1", "10: a range of node numbers is not a set of coordinates; write (a..b,c..d)"},
      {"0 > 1 b=(0..4,1):1", "13: coordinate x = 4 is outside 0..3"},
      {"0 > 1 b=(3..2,1):1", "10: range 3..2 is empty"},
      {"0 > 1 b=(0..3/4,1):1", "15: step 4 is outside 1..3"},
      {"0 > 1 b=0:1 r=+x1", "15: the route ends at (1,0), not at (0,1)"},
      {"0 > 1 b=0:1 r=x1", "15: expected a route like +x4-y1, or dor, found 'x1'"},
      {"0 > 1 b=0:1 r=+z1", "16: unknown dimension in a route; torus:4x3 has x, y"},
      {"0 > 1 b=0:1 r=+y", "17: expected a number of hops, found the end of the line"},
      {"0 > 1 b=0:1 r=+y1 r=+y1", "19: r= occurs twice"},
      {"0 > 1 b=0:1 c=64", "15: class 64 is outside 0..63"},
      {"0 > 1 b=0:1 after=3",
       "13: after= (order between single transfers) is not supported yet by this version"},
      {"0 > 1 b=0:1 id=3", "13: id= (order between single transfers) is not supported yet by this version"},
      {"0 > 1 b=0:1 q=3", "13: unknown key 'q'; a transfer has b=<blocks>, r=<route> or c=<class>"},
      {"0 > 1 b=0:1 what", "13: expected b=<blocks>, r=<route> or c=<class>, found 'what'"},
      {"0 > 1 b=0:1,2", "12: expected a blank, found ',2'"},
      {"n > 1 b=0:1", "1: unknown statement 'n'"},
      {"0 > n b=0:1", "5: unknown variable 'n'; only a forall has variables"},
      {"transfer 0 > 1", "1: unknown statement 'transfer'"},
      {"ports 1", "1: 'ports' belongs before the first phase"},
      {"signal 0 > 1 after=1 sent", "1: the header has no 'signals'"},
      {"barrier now", "9: expected the end of the line, found 'now'"},
      {"forall : 0 > 1 b=0:1", "8: expected a variable like x=0..7"},
      {"forall x=0..3 (x,0) > (x,1) b=0:1", "15: expected ':' before the statement of the forall"},
      {"forall x=0..3 x=0..3 : 0 > 1 b=0:1", "15: variable 'x' occurs twice"},
      {"forall x=0 : 0 > 1 b=0:1", "11: expected '..' in the range of 'x', found a blank"},
      {"forall x=3..0 : 0 > 1 b=0:1", "8: range 3..0 is empty"},
      {"forall x=0..3/0 : 0 > 1 b=0:1", "15: step 0: at least 1"},
      {"forall x=0..3 if x : 0 > 1 b=0:1", "20: expected a comparison (== != < <= > >=), found ':'"},
      {"forall x=0..3 if y==1 : 0 > 1 b=0:1", "18: unknown variable 'y'; there is x"},
      {"forall x=0..3 if x%0==1 : 0 > 1 b=0:1", "20: cannot divide by 0"},
      {"forall x=0..3 : (x,0) > (x,1) b=(x..x+4,0):*", "34: range 0..4 goes round the ring of 4 and meets"},
      {"forall x=0..99999 y=0..9999 if x>y and y>x : 0 > 1 b=0:1",
       "19: the forall has more than 16777216 combinations"},
      {"forall x=0..2000000000 y=x..x : 0 > 1 b=0:1", "8: the forall has more than 16777216 combinations"},
      {"forall x=1..9 : 0 > x*2147483647*2147483647 b=0:1", "33: the result is too large"},
  };
  for (const Bad& bad : cases) {
    const std::string expected = "f.tcs:4:" + bad.expected;
    EXPECT_EQ(message(kHeader + "phase 1\n" + bad.text + "\nend 1\n").substr(0, expected.size()), expected)
        << bad.text;
  }
}

TEST(TcsErrors, OfSignalsAndMeshes) {
  const std::string header = "tcs 1\ntopology mesh 4x3\nsignals\nphase 1\n0 > 1 b=0:1\nphase 2\n";
  const Bad cases[] = {
      {"signal 0 > 1", "13: the signal names no trigger"},
      {"signal 0 > 1 after=2 sent",
       "20: after=2: phases count from 1, and a signal into phase 2 comes after one"},
      {"signal 0 > 1 after=0 sent", "20: after=0: phases count from 1"},
      {"signal 0 > 1 after=1", "21: unknown trigger ''; there is sent, received, finished"},
      {"signal 0 > 1 after=1 soon", "22: unknown trigger 'soon'"},
      {"signal 0 > 1 after=1 sent after=1 sent", "27: unknown or repeated key 'after'"},
      {"signal 0 > 1 c=1", "14: unknown or repeated key 'c'"},
      {"0 > (3,0) b=0:1 r=-x1", "19: the route leaves the mesh: dimension x does not wrap"},
      {"forall x=0..3 : (x,0) > (x+1,0) b=0:1", "26: coordinate x = 4 is outside 0..3"},
  };
  for (const Bad& bad : cases) {
    const std::string expected = "f.tcs:7:" + bad.expected;
    EXPECT_EQ(message(header + bad.text + "\nend 2\n").substr(0, expected.size()), expected) << bad.text;
  }
}

TEST(TcsErrors, OfFiles) {
  EXPECT_THROW(read_tcs("/nonexistent.tcs"), InputError);
  EXPECT_THROW(read_tcs("/"), InputError);
  EXPECT_THROW(read_tcs("/dev/null"), InputError);
}

TEST(TcsReader, NoticesAFileThatChanges) {
  const std::string path = testing::TempDir() + "changing.tcs";
  std::ofstream(path) << kHeader << "phase 1\n0 > 1 b=0:1\nend 1\n";
  const auto schedule = read_tcs(path);
  schedule->rewind();
  std::ofstream(path, std::ios::app) << "# more\n";
  EXPECT_THROW(schedule->rewind(), InputError);
  std::filesystem::remove(path);
}

std::size_t longest_number(const std::string& text) {
  std::size_t longest = 0, run = 0;
  for (const char c : text) {
    run = c >= '0' && c <= '9' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

/// Damaged text is refused or read, and never anything else.
RC_GTEST_PROP(TcsReader, SurvivesDamage, ()) {
  constexpr char kNoise[] = " \n0()*:=.,-+%/<>#x\xff";  // and the 0 at its end
  static const std::string whole = [] {
    std::ifstream file(TORUSIM_EXAMPLES "/ring4-local.tcs");
    return std::string(std::istreambuf_iterator<char>(file), {});
  }();
  std::string text = whole;
  for (int n = *rc::gen::inRange(1, 6); n > 0; --n) {
    const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
    switch (*rc::gen::inRange(0, 3)) {
      case 0:
        text.erase(at, *rc::gen::inRange(1, 10));
        break;
      case 1:
        text[at] = *rc::gen::elementOf(std::string(kNoise, sizeof kNoise));
        break;
      default:
        text.insert(at,
                    text.substr(*rc::gen::inRange<std::size_t>(0, text.size()), *rc::gen::inRange(1, 30)));
    }
    if (text.empty()) return;
  }
  if (longest_number(text) > 5) return;  // valid, but long
  try {
    const auto schedule = read_tcs_text(text, "f.tcs");
    for (Phase phase; schedule->next(phase);) {
      for (const Transfer& transfer : phase.transfers) {
        RC_ASSERT(transfer.route.end_node(schedule->info().topology, transfer.source) ==
                  transfer.destination);
      }
    }
  } catch (const InputError& error) {
    RC_ASSERT(std::string(error.what()).starts_with("f.tcs:"));
  }
}

TEST(TcsReader, AcceptsCommentsBlanksAndForeignLineEnds) {
  EXPECT_EQ(message("# a file\r\ntcs 1 # magic\r\n\r\n\ttopology torus 4x3\r\nphase a#b\r\n"
                    "  0 > (0,1)  b=0:1\tr=+y1 # c=9\r\nend 1"),
            "accepted");
}

TEST(TcsReader, ArithmeticIsModuloTheSide) {
  const auto schedule = read_tcs_text(
      "tcs 1\ntopology torus 4x3\nphase 1\n"
      "forall x=3..3 y=0..2/2 if not (x==y) and (y==0 or y%2==0) : "
      "(x+2,y-1) > (x+(2*3)/2,y) b=(x..x+1,*):(*,y-1..y) r=+x1+y(1)\nend 2\n",
      "f.tcs");
  Phase phase;
  ASSERT_TRUE(schedule->next(phase));
  ASSERT_EQ(phase.transfers.size(), 2u);
  const Topology& t = schedule->info().topology;
  EXPECT_EQ(t.node_name(phase.transfers[0].source), "(1,2)");
  EXPECT_EQ(t.node_name(phase.transfers[0].destination), "(2,0)");
  EXPECT_EQ(phase.transfers[0].blocks.blocks(), 2 * 3 * 4 * 2);
  EXPECT_EQ(phase.transfers[0].route.text(), "+x1+y1");
}

}  // namespace
}  // namespace torusim
