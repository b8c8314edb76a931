// Sets of nodes: the one grammar of --rtl, --trace-nodes, --trace-rtl and --hotspot.

#include "schedules/text/node_selection.h"

#include <gtest/gtest.h>

#include <functional>

#include "schedules/core/clean_text.h"
#include "schedules/core/error.h"
#include "schedules/tests/refusal.h"

namespace torusim {
namespace {

const Topology kTorus = Topology::parse("torus:4x6");

std::vector<NodeId> chosen(const std::string& text, const Topology& topology = kTorus) {
  return select_nodes(topology, text, 7);
}

std::string selection_error(const std::string& text) {
  return test::refusal<UsageError>([&] { select_nodes(kTorus, text, 7); });
}

std::vector<NodeId> where(const std::function<bool(int, int)>& holds) {
  std::vector<NodeId> nodes;
  for (int x = 0; x < 4; ++x) {
    for (int y = 0; y < 6; ++y) {
      if (holds(x, y)) nodes.push_back(6 * x + y);
    }
  }
  return nodes;
}

TEST(NodeSelection, Lists) {
  using Nodes = std::vector<NodeId>;
  EXPECT_EQ(chosen("3,5,(1,2)"), (Nodes{3, 5, 8}));
  EXPECT_EQ(chosen(" 8 , 3 5,(1, 2) ( 1,2 ) 3"), (Nodes{3, 5, 8}));
  EXPECT_EQ(chosen("0..2,16"), (Nodes{0, 1, 2, 16}));
  EXPECT_EQ(chosen("(0..3,*)"), where([](int, int) { return true; }));
  EXPECT_EQ(chosen("(1..3/2,4),(*,0)"), where([](int x, int y) { return (x % 2 == 1 && y == 4) || y == 0; }));
  EXPECT_EQ(chosen("*").size(), 24u);
  EXPECT_EQ(chosen(""), Nodes());
  EXPECT_EQ(chosen("5,(7),0..2", Topology::parse("ring:8")), (Nodes{0, 1, 2, 5, 7}));
}

TEST(NodeSelection, Conditions) {
  EXPECT_EQ(chosen("x%2==0"), where([](int x, int) { return x % 2 == 0; }));
  EXPECT_EQ(chosen("y<3 && x!=1"), where([](int x, int y) { return y < 3 && x != 1; }));
  EXPECT_EQ(chosen("x % 2 == 0 && y >= 2"), where([](int x, int y) { return x % 2 == 0 && y >= 2; }));
  EXPECT_EQ(chosen("(x+y)%2==0"), where([](int x, int y) { return (x + y) % 2 == 0; }));
  EXPECT_EQ(chosen("x==0 or not y<5 || x==y"),
            where([](int x, int y) { return x == 0 || y == 5 || x == y; }));
  EXPECT_EQ(chosen("d3==1", Topology::parse("torus:2x2x2x2")).size(), 8u);
}

TEST(NodeSelection, AllNoneAndShares) {
  EXPECT_EQ(chosen("all").size(), 24u);
  EXPECT_TRUE(chosen("none").empty());
  EXPECT_EQ(chosen("random:25%").size(), 6u);
  EXPECT_EQ(chosen("random:25%"), chosen(" random:25% "));
  EXPECT_NE(chosen("random:50%"), select_nodes(kTorus, "random:50%", 8));
}

TEST(NodeSelection, RefusalsSayWhereAndWhatThereIs) {
  const std::string forms = "; nodes are all, none, random:25%, x%2==0 or a list such as 3,5..7,(0..3,*)";
  const std::pair<const char*, const char*> cases[] = {
      {"al", "'al', column 1: expected a node, found 'al'"},
      {"24", "'24', column 1: node 24 is outside 0..23"},
      {"3..1", "'3..1', column 1: range 3..1 is empty"},
      {"(4,0)", "'(4,0)', column 2: coordinate x = 4 is outside 0..3"},
      {"3,", "'3,', column 3: expected a node after the comma"},
      {"3;5", "'3;5', column 2: expected a comma, found ';5'"},
      {"z==1", "'z==1', column 1: unknown variable 'z'; there is x, y"},
      {"random:200%", "'random:200%', column 8: a share is 0% to 100%"},
      {"random:20", "'random:20', column 10: expected '%' after the share, found the end of the line"},
  };
  for (const auto& [text, what] : cases) EXPECT_EQ(selection_error(text), what + forms);
  for (const char* text : {"x%2", "y<", "(1", "x=1", "all,3", "none 3", "x%0==1", "-1", "1.5"}) {
    EXPECT_NE(selection_error(text), "accepted") << text;
  }
}

// Whatever bytes a message quotes, a terminal shows them and nothing else.

using namespace std::string_view_literals;

TEST(CleanText, LeavesWhatCanBeShown) {
  EXPECT_EQ(clean_text("a.tcs:3:1: 'x' \xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"),
            "a.tcs:3:1: 'x' \xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
}

TEST(CleanText, SpellsWhatCannot) {
  EXPECT_EQ(clean_text("a\0b\x1b[2J\r\n\x7f"sv), "a\\x00b\\x1b[2J\\x0d\\x0a\\x7f");
  EXPECT_EQ(clean_text("\xc2\x9b"sv), "\\xc2\\x9b") << "a control character of eight bits";
  EXPECT_EQ(clean_text("\xe2\x80\xae"sv), "\\xe2\\x80\\xae") << "turns the direction of writing";
  for (const auto stray : {"\xff"sv, "\xc3"sv, "\xc0\xaf"sv, "\xed\xa0\x80"sv, "\xf4\x90\x80\x80"sv}) {
    EXPECT_EQ(clean_text(stray).size(), 4 * stray.size());
  }
}

TEST(CleanText, LeavesOutTheMiddle) {
  const std::string clean = clean_text("begin " + std::string(100'000, 'x') + " end");
  EXPECT_LE(clean.size(), kMostClean);
  EXPECT_TRUE(clean.starts_with("begin x"));
  EXPECT_TRUE(clean.ends_with("x end"));
  EXPECT_NE(clean.find("more bytes"), std::string::npos);
  EXPECT_EQ(clean_text(clean), clean);
  EXPECT_LE(clean_text(std::string(100'000, '\x1b')).size(), kMostClean);
}

TEST(CleanText, EveryErrorIsClean) {
  EXPECT_STREQ(InputError("file\0name"sv).what(), "file\\x00name");
  EXPECT_STREQ(UsageError("\x1b[31m"sv).what(), "\\x1b[31m");
}

}  // namespace
}  // namespace torusim
