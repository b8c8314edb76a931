// The files of papers: expressions, texts, loops, and what is refused where.
#include "testbench/reproduce/exhibit_reader.h"

#include <gtest/gtest.h>

#include "testbench/reproduce/functions.h"
#include "testbench/tests/refusal.h"

namespace torusim {
namespace {

const Functions& functions() {
  static const Functions kAll = common_functions();
  return kAll;
}

Scope scope() { return {&functions(), {{"n", 6.0}, {"sides", "4x3"}, {"none", Value()}}}; }

std::string value(const char* expression) { return text_of(evaluate(expression, scope())); }

TEST(Expressions, HaveTheUsualOrder) {
  EXPECT_EQ(value("2 + 3 * 4 - 10 / 4"), "11.5");
  EXPECT_EQ(value("10 - 4 - 3"), "3");
  EXPECT_EQ(value("-2 ^ 2 + 2 ^ 3 ^ 2"), "508");
  EXPECT_EQ(value("(n + 1) % 4"), "3");
  EXPECT_EQ(value("n == 6 && !(n < 6) || 0"), "1");
  EXPECT_EQ(value("n != 6 ? 'other' : n >= 7 ? 'more' : 'six'"), "six");
  EXPECT_EQ(value("1e6 * 5e-6"), "5");
}

TEST(Expressions, TextsAreNumbersWhereTheyCanBe) {
  EXPECT_EQ(value("'1.50' == 1.5"), "1");
  EXPECT_EQ(value("'torus:$sides' == 'torus:4x3'"), "1");
  EXPECT_EQ(value("none == ''"), "1");
  EXPECT_EQ(value("nodes('torus:$sides') + side('torus:$sides', 1)"), "15");
  EXPECT_EQ(expand("$n of ${n * 2}, 2^{n}: $sides.", scope()), "6 of 12, 2^{n}: 4x3.");
}

// A branch that is not taken calls nothing.
TEST(Expressions, BranchesAreLazy) {
  EXPECT_EQ(value("n == 6 ? 1 : nodes('torus:no')"), "1");
  EXPECT_EQ(value("n == 6 ? floor(1.5) : none + 1"), "1");
}

TEST(Expressions, AreRefused) {
  for (const char* wrong :
       {"1 +", "(1", "1 2", "'open", "n ? 1", "m", "f(1)", "floor(1, 2)", "none + 1", "floor(1"}) {
    EXPECT_THROW(value(wrong), std::invalid_argument) << wrong;
  }
  EXPECT_THROW(check_expression("n + m", scope()), std::invalid_argument);
  EXPECT_THROW(expand("${n", scope()), std::invalid_argument);
}

constexpr const char* kPaper = R"(
# A comment.
say how In one
  or two lines.
part blocks
  value blocks / unit
exhibit first
  title A title, $how
  columns n | what
  plot -1 1 0 | x | y
  for n,unit in 4,1 8,2
    row $n | blocks
      formula n * n
      ask info ring-gs -t ring:$n --set rule=S
      use blocks
  for text,kept in
    - with blanks | 1
    - left out | 0
    if kept
      for k in 1..5 by 2
        let twice = 2 * k
        row $k | $text
          printed $twice
          count twice + 1
exhibit second
)";

TEST(ExhibitReader, LoopsPartsAndRows) {
  const auto exhibits = read_exhibits("paper", kPaper, functions());
  ASSERT_EQ(exhibits.size(), 2u);
  const Exhibit& first = exhibits[0];
  EXPECT_EQ(first.title, "A title, In one or two lines.");
  EXPECT_EQ(first.plot->x_label, "x");
  ASSERT_EQ(first.points.size(), 5u);
  const Point& eight = first.points[1];
  EXPECT_EQ(eight.labels, (std::vector<std::string>{"8", "blocks"}));
  EXPECT_EQ(eight.formula, 64);
  EXPECT_EQ(command_of(*eight.experiment), "torusim info ring-gs -t ring:8 --set rule=S");
  Outcome outcome;
  outcome.blocks = 10;
  EXPECT_EQ(eight.value_of(outcome), 5);
  EXPECT_EQ(first.points[4].labels, (std::vector<std::string>{"5", "with blanks"}));
  EXPECT_EQ(first.points[4].printed, "10");
  EXPECT_EQ(first.points[4].counted(), 11);
  EXPECT_TRUE(exhibits[1].points.empty());
}

std::string refusal(const std::string& text) {
  return test::refusal<std::logic_error>([&] { read_exhibits("paper", text, functions()); });
}

TEST(ExhibitReader, NamesTheLine) {
  EXPECT_EQ(refusal("title x\n"), "paper:1: not in an exhibit: title");
  EXPECT_EQ(refusal("exhibit a\n  formula 1\n"), "paper:2: not in a row: formula");
  EXPECT_EQ(refusal("exhibit a\n  row x\n    weight 1\n"), "paper:3: unknown key weight");
  EXPECT_EQ(refusal("exhibit a\n\n  row x\n    count m\n"), "paper:4: no value 'm'");
  EXPECT_EQ(refusal("exhibit a\n  row x\n    ask walk t4\n"), "paper:3: neither run nor info: walk t4");
  EXPECT_EQ(refusal("exhibit a\n  row x\n    ask run t4 --blok 3\n"), "paper:3: no option --blok");
  EXPECT_EQ(refusal("for a,b in 1,2 3\n  say c d\n"), "paper:1: 1 values for 'a,b'");
  EXPECT_EQ(refusal("use nothing\n"), "paper:1: no part nothing");
}

}  // namespace
}  // namespace torusim
