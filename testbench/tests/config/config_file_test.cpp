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
    result +=
        *rc::gen::element<std::string>("a", "/", " ", "#", " # ", "\"", "\\", "=", "\\n", "\n", "\xc3\xa9");
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
      {"block = 4\nblock = 4\n", "c.toml:2: key 'block' occurs twice"},
      {"\n\nblock 4\n", "c.toml:3: expected key = value, found 'block 4'"},
      {"[run]\n", "c.toml:1: expected key = value, found '[run]'"},
      {"block = -4\n", "c.toml:1: block = -4: must be 0..1000000 or auto"},
      {"block =\n", "c.toml:1: key 'block' has no value; an empty text is \"\""},
      {"output = a b\n", "c.toml:1: the text of 'output' needs double quotes"},
      {"output = \"a\" b\n", "c.toml:1: ' b' after the text of 'output'"},
      {"output = \"a\\\n", "c.toml:1: the text of 'output' has no closing quote"},
      {"trace = fsd\n", "c.toml:1: trace = fsd: no such value; did you mean 'fst'?"},
  };
  for (const auto& [text, expected] : cases) {
    EXPECT_EQ(refusal(text).substr(0, std::string(expected).size()), expected);
  }
}

TEST(ConfigFile, TakesCommentsQuotesAndBlanks) {
  RunConfig config;
  read_config_text("# c\n  block=4 # four\n\toutput = \"a b\"\r\ntopology = ring:4\n", "c.toml", config);
  EXPECT_EQ(config.block, 4);
  EXPECT_EQ(config.output, "a b");
  EXPECT_EQ(config.topology, "ring:4");
}

}  // namespace
}  // namespace torusim
