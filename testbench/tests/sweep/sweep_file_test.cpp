// Files of torusim sweep: combinations in their order, and what is wrong with them.
#include "testbench/sweep/sweep_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "schedules/core/error.h"
#include "schedules/tests/refusal.h"
#include "testbench/config/run_config.h"
#include "testbench/sweep/sweep_job.h"
#include "testbench/tests/whole.h"

namespace torusim {
namespace {

std::string refusal(const std::string& text) {
  return test::refusal([&] { read_sweep_text(text, "s.toml"); });
}

std::string described(const SweepFile& file) {
  std::string text;
  for (const SweepPoint& point : file.points) {
    for (const auto& [key, value] : point.given) text += key + "=" + value + " ";
    text += "\n";
  }
  return text;
}

TEST(SweepFile, TheLastKeyChangesFastest) {
  const SweepFile file = read_sweep_text(
      "# any comment\ntopology = \"torus:8x8\"\nstartup = [0, 100]\nblock = [1, 4]\nalgorithm = \"t4\"\n",
      "s");
  EXPECT_EQ(described(file),
            "topology=torus:8x8 startup=0 block=1 algorithm=t4 \n"
            "topology=torus:8x8 startup=0 block=4 algorithm=t4 \n"
            "topology=torus:8x8 startup=100 block=1 algorithm=t4 \n"
            "topology=torus:8x8 startup=100 block=4 algorithm=t4 \n");
  EXPECT_EQ(file.swept, (std::vector<std::string>{"startup", "block"}));
  EXPECT_EQ(file.x, "startup");
  EXPECT_EQ(file.points[3].config.block, 4);
}

TEST(SweepFile, RunsOverrideWhatStandsAbove) {
  const SweepFile file = read_sweep_text(
      "topology = \"ring:8\"\nblock = [1, 2]\n[[runs]]\nalgorithm = \"ring-gs\"\nsync = [\"none\", "
      "\"barrier\"]\n"
      "[[runs]]\nalgorithm = \"direct\"\nblock = 4\n[plot]\nx = \"block\"\ny = [\"cycles\", \"flit_hops\"]\n",
      "s");
  EXPECT_EQ(file.points.size(), 5u);
  EXPECT_EQ(file.points[4].config.algorithm, "direct");
  EXPECT_EQ(file.points[4].config.block, 4);
  EXPECT_EQ(file.y.size(), 2u);
}

TEST(SweepFile, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(refusal("block = [1,\n"), "s.toml:1: not TOML: parsing array: encountered end-of-file");
  EXPECT_EQ(refusal("algorithm = \"t4\n").substr(0, 38), "s.toml:1: not TOML: parsing string: un");
  EXPECT_EQ(refusal("algorithm = \"t4\"\nblok = 1\n"), "s.toml:2: unknown key 'blok'; did you mean 'block'?");
  EXPECT_EQ(refusal("block = [1, -1]\n"), "s.toml:1: block = -1: must be 0..100000000 or auto");
  EXPECT_EQ(refusal("block = [1, 1]\n"), "s.toml:1: block = 1 occurs twice");
  EXPECT_EQ(refusal("block = []\n"), "s.toml:1: the list of block is empty");
  EXPECT_EQ(refusal("block = [[1]]\n"),
            "s.toml:1: the list of block has values of text, numbers, true and false");
  EXPECT_EQ(refusal("output = \"x\"\n").substr(0, 32), "s.toml:1: unknown key 'output'; ");
  EXPECT_EQ(refusal("command = \"curve\"\n"), "s.toml:1: command is \"run\" or \"traffic\", not 'curve'");
  EXPECT_EQ(
      refusal("block = 1\n[plot]\nx = \"blok\"\n"),
      "s.toml:3: x = blok: the file gives no such option, and no run measures it; did you mean 'block'?");
  EXPECT_EQ(refusal("x = " + std::string(1000, '[') + "\n").substr(0, 53),
            "s.toml:1: not TOML: parsing value: exceeded maximum n");
  EXPECT_EQ(refusal("x = " + std::string(100, '[') + std::string(100, ']') + "\n"),
            "s.toml:1: brackets or tables are nested too deeply");
  std::string dots = "x";
  for (int i = 0; i < 8000; ++i) dots += ".x";
  EXPECT_EQ(refusal(dots + " = 1\n"), "s.toml:1: brackets or tables are nested too deeply");
  EXPECT_EQ(refusal(dots + dots + dots + " = 1\n").substr(0, 43),
            "s.toml:1: a line of 48007 bytes; at most 16");
  EXPECT_EQ(refusal("block = 1\nset = 'rul\364=A'\n"),
            "s.toml:2: not TOML: Encountered invalid utf-8 sequence");
  EXPECT_EQ(refusal("set = \"\xc3\xa4=\xe2\x82\xac\" # \xf0\x9f\x98\x80\n"), "accepted");
  std::string large;
  for (const char* key : {"startup", "barrier", "block"}) {
    large += std::string(key) + " = [0";
    for (int i = 1; i < 100; ++i) large += ", " + std::to_string(i);
    large += "]\n";
  }
  EXPECT_EQ(refusal(large), "s.toml:3: more than 100000 combinations");
}

// What takes long to read is refused, or read in time that grows with it.
TEST(SweepFile, LongFiles) {
  const int most = test::whole() ? 100'000 : 5'000;
  std::string runs;
  for (int i = 0; i < most; ++i) runs += "[[runs]]\n";
  EXPECT_EQ(refusal(runs), "s.toml:1: more than 1000 tables of [[runs]]; write lists of values");
  std::string list = "startup = [\n0,\n";
  for (int i = 1; i < most; ++i) list += std::to_string(i) + ",\n";
  EXPECT_EQ(refusal(list + "]\n"), "accepted");
}

std::string name_of(const std::string& text) {
  const SweepFile file = read_sweep_text(text, "s");
  return SweepJob(file.points.front(), file.command).name();
}

TEST(SweepJob, NamesFollowFromTheResolvedConfiguration) {
  const std::string plain = name_of("algorithm = \"ring-gs\"\ntopology = \"ring:8\"\n");
  EXPECT_EQ(plain.size(), 16u);
  EXPECT_EQ(plain, name_of("topology = \"torus:8\"\nlanes = 2\nalgorithm = \"ring-gs\"\nsync = \"auto\"\n"));
  EXPECT_NE(plain, name_of("algorithm = \"ring-gs\"\ntopology = \"ring:8\"\nstartup = 1\n"));
  EXPECT_NE(plain, name_of("algorithm = \"ring-gs\"\ntopology = \"ring:8\"\nseed = 1\n"));
  EXPECT_NE(name_of("command = \"traffic\"\npattern = \"uniform\"\ntopology = \"ring:8\"\n"),
            name_of("command = \"traffic\"\npattern = \"tornado\"\ntopology = \"ring:8\"\n"));
  const SweepFile unknown = read_sweep_text("algorithm = \"ring\"\ntopology = \"ring:8\"\n", "s");
  EXPECT_THROW(SweepJob(unknown.points.front(), kRun), UsageError);
}

// Not where a schedule file or a router library lies counts, but what it holds.
TEST(SweepJob, NamesFollowFromTheContentsOfFiles) {
  const std::string base = testing::TempDir() + "sweep_" + std::to_string(getpid()) + "_";
  const auto put = [&](const char* name, const std::string& text) { std::ofstream(base + name) << text; };
  const std::string text = "tcs 1\ntopology ring 4\ncollective messages\nphase p\n0 > 1 n=1\nend 1\n";
  put("a.tcs", text);
  put("b.tcs", text);
  put("c.tcs", text + "# more\n");
  const auto file = [&](const char* name) { return name_of("algorithm = \"" + base + name + "\"\n"); };
  EXPECT_EQ(file("a.tcs"), file("b.tcs"));
  EXPECT_NE(file("a.tcs"), file("c.tcs"));
  put("a.so", "one");
  put("b.so", "one");
  put("c.so", "two");
  const auto routers = [&](const char* name, const char* nodes = "all") {
    return name_of("algorithm = \"t4\"\ntopology = \"torus:4x4\"\nrtl = \"5=model;" + std::string(nodes) +
                   "=" + base + name + "\"\n");
  };
  EXPECT_EQ(routers("a.so"), routers("b.so"));
  EXPECT_NE(routers("a.so"), routers("c.so"));
  EXPECT_NE(routers("a.so"), routers("a.so", "0..3"));
  const std::string before = file("a.tcs") + routers("a.so");
  put("a.tcs", text + "# changed\n");
  put("a.so", "changed");
  EXPECT_EQ(file("a.tcs").size(), 16u);
  EXPECT_NE(before.substr(0, 16), file("a.tcs"));
  EXPECT_NE(before.substr(16), routers("a.so"));
  // Files that an option of an algorithm or a run file names.
  put("m.csv", "0,16,16\n16,0,16\n16,16,0\n");
  put("jobs.toml", "[[job]]\nrun = \"" + base + "b.tcs\"\nnodes = \"(*)\"\n");
  const auto matrix = [&] {
    return name_of("algorithm = \"all-to-allv\"\ntopology = \"ring:3\"\nset = \"matrix=" + base +
                   "m.csv\"\n");
  };
  const auto jobs = [&] { return name_of("algorithm = \"" + base + "jobs.toml\"\ntopology = \"ring:4\"\n"); };
  const std::string old = matrix() + jobs();
  EXPECT_EQ(old, matrix() + jobs());
  put("m.csv", "0,16,16\n16,0,16\n16,32,0\n");
  put("b.tcs", text + "# changed\n");
  EXPECT_NE(old.substr(0, 16), matrix());
  EXPECT_NE(old.substr(16), jobs());
  for (const char* name : {"a.tcs", "b.tcs", "c.tcs", "a.so", "b.so", "c.so", "m.csv", "jobs.toml"})
    std::filesystem::remove(base + name);
}

}  // namespace
}  // namespace torusim
