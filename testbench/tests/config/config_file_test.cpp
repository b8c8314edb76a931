// Configuration files: what --print-config prints is what --config reads.
#include "testbench/config/config_file.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "schedules/tests/refusal.h"
#include "testbench/config/run_config.h"

namespace torusim {
namespace {

std::string refusal(const std::string& text) {
  RunConfig config;
  return test::refusal([&] { read_config_text(text, "c.toml", config); });
}

/// Texts with all that a file could mistake for something else.
std::string arbitrary_text() {
  std::string result;
  for (int n = *rc::gen::inRange(0, 8); n > 0; --n) {
    result += *rc::gen::element<std::string>("a", "/", " ", "#", " # ", "\"", "\\", "=", "\\n", "\n", "\x01",
                                             "\x7f", "\xc3\xa9");
  }
  return result;
}

RC_GTEST_PROP(ConfigFile, PrintedIsReadBack, ()) {
  RunConfig config;
  config.algorithm = arbitrary_text();
  config.topology = arbitrary_text();
  config.output = arbitrary_text();
  config.set = {{"rule", "A"}, {"completion", "fold"}};
  if (*rc::gen::arbitrary<bool>()) config.block = *rc::gen::inRange(0, 1000);
  if (*rc::gen::arbitrary<bool>()) config.sync = static_cast<Synchronisation>(*rc::gen::inRange(0, 4));
  if (*rc::gen::arbitrary<bool>()) config.lanes = *rc::gen::inRange(1, 3);
  if (*rc::gen::arbitrary<bool>()) config.trace_window = {3, *rc::gen::inRange(3, 1000)};
  config.run.startup = *rc::gen::inRange(0, 1'000'000);
  config.run.hardware.link_delay = *rc::gen::inRange(1, 256);
  if (*rc::gen::arbitrary<bool>()) config.level = *rc::gen::element(Level::kFast, Level::kPins);
  config.trace = *rc::gen::element(TraceFormat::kNone, TraceFormat::kVcd, TraceFormat::kFst);
  config.force = *rc::gen::arbitrary<bool>();
  config.seed = *rc::gen::arbitrary<std::uint64_t>();
  const std::string printed = config_text(config);
  RunConfig read;
  read_config_text(printed, "c.toml", read);
  RC_ASSERT(config_text(read) == printed);
  RC_ASSERT(read.algorithm == config.algorithm);
  RC_ASSERT(read.output == config.output);
  RC_ASSERT(read.set == config.set);
  RC_ASSERT(read.block == config.block);
  RC_ASSERT(read.trace_window == config.trace_window);
}

TEST(ConfigFile, SaysWhereAMistakeIs) {
  const std::pair<const char*, const char*> cases[] = {
      {"block = 4\nblok = 4\n", "c.toml:2: unknown key 'blok'; did you mean 'block'?"},
      {"block = 4\nblock = 4\n", "c.toml:2: not TOML: parsing key-value pair: cannot redefine existing"},
      {"\n\nblock 4\n", "c.toml:3: not TOML: parsing key-value pair: expected '=', saw '4'"},
      {"\n[run]\n", "c.toml:2: unknown key 'run'; known: "},
      {"block = 4\n[;e]\n\n", "c.toml:2: not TOML: a table's name begins with no letter, digit, "},
      {"[[\n", "c.toml:2: not TOML: a table's name begins with no letter, digit, "},
      {"[ü]\n", "c.toml:1: not TOML: "},
      {"[[\xEF\xBA\xBFjor\n", "c.toml:1: not TOML: "},
      {"block = \xEF\xBA\xBF\n", "c.toml:1: not TOML: "},
      {"[block]\n", "c.toml:1: block has values of text, numbers, true and false"},
      {"block = [1]\n", "c.toml:1: block has values of text, numbers, true and false"},
      {"block = 2026-11-27\n", "c.toml:1: block has values of text, numbers, true and false"},
      {"block = -4\n", "c.toml:1: block = -4: must be 0..100000000 or auto"},
      {"block =\n", "c.toml:1: not TOML: parsing key-value pair: expected value, saw "},
      {"output = a b\n",
       "c.toml:1: not TOML: parsing value: could not determine value type; a text needs quotes"},
      {"block = 4KiB\n",
       "c.toml:1: not TOML: parsing decimal integer: expected digit, saw 'K'; a text needs quotes"},
      {"trace = fst\n",
       "c.toml:1: not TOML: parsing boolean: expected 'false', saw 'fs'; a text needs quotes"},
      {"output = \"a\" b\n", "c.toml:1: not TOML: parsing key-value pair: expected a comment or whitespace"},
      {"output = \"a\\\n", "c.toml:1: not TOML: parsing string: "},
      {"trace = \"fsd\"\n", "c.toml:1: trace = fsd: no such value; did you mean 'fst'?"},
  };
  for (const auto& [text, expected] : cases) {
    EXPECT_EQ(refusal(text).substr(0, std::string(expected).size()), expected);
  }
}

TEST(ConfigFile, TakesCommentsQuotesAndBlanks) {
  RunConfig config;
  read_config_text("# c\n  block=4 # four\n\toutput = \"a # b\"\r\ntopology = 'ring:4'\n", "c.toml", config);
  EXPECT_EQ(config.block, 4);
  EXPECT_EQ(config.output, "a # b");
  EXPECT_EQ(config.topology, "ring:4");
}

}  // namespace
}  // namespace torusim
