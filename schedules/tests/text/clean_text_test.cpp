// Whatever bytes a message quotes, a terminal shows them and nothing else.
#include "schedules/core/clean_text.h"

#include <gtest/gtest.h>

#include "schedules/core/error.h"

namespace torusim {
namespace {

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
