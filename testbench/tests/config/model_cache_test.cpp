// The cache of RTL models: whose code may run, one build for many runs, nothing left of one that fails.
#include "testbench/config/model_cache.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "schedules/core/error.h"
#include "schedules/tests/own_directory.h"
#include "testbench/config/model_build.h"

namespace torusim {
namespace {

namespace fs = std::filesystem;

class ModelCacheTest : public testing::Test {
 protected:
  ModelCacheTest() { setenv("XDG_CACHE_HOME", home_.c_str(), 1); }
  ~ModelCacheTest() override { unsetenv("XDG_CACHE_HOME"); }

  fs::path models() const { return home_ / "torusim" / "models"; }
  /// Everything in the cache but locks and checksums.
  int entries() const {
    int count = 0;
    for (const auto& entry : fs::directory_iterator(models())) {
      const fs::path end = entry.path().extension();
      count += end != ".lock" && end != ".sum";
    }
    return count;
  }
  /// As a linker does it where groups may write.
  static void put(const fs::path& directory) {
    std::ofstream(directory / "router.so") << "code";
    chmod((directory / "router.so").c_str(), 0775);
  }
  static std::string why_not() {
    try {
      const ModelCache cache;
      constexpr const char* kStates[] = {"not there", "whole", "damaged"};
      return kStates[static_cast<int>(cache.look("router.so"))];
    } catch (const InputError& error) {
      return error.what();
    }
  }

  const test::OwnDirectory own_{"model_cache"};
  const fs::path home_ = own_.path();
};

TEST_F(ModelCacheTest, MakesOnceAndFindsThen) {
  const ModelCache cache;
  EXPECT_EQ(cache.directory(), models());
  EXPECT_EQ(why_not(), "not there");
  int made = 0;
  for (int run = 0; run < 2; ++run) {
    const fs::path path = cache.find_or_make(
        "router.so", [&](const fs::path& at, bool) { put(at), ++made; }, [] { FAIL(); });
    EXPECT_EQ(path, models() / "router.so");
  }
  EXPECT_EQ(made, 1);
  EXPECT_EQ(entries(), 1);
  struct stat status {};
  ASSERT_EQ(stat(models().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
}

TEST_F(ModelCacheTest, NothingIsLeftOfOneThatFailsOrDied) {
  const ModelCache cache;
  fs::create_directories(models() / ".router.so.torusim-partial-aaaaaaaaaaaa" / "model");
  const auto fails = [](const fs::path& at, bool) {
    put(at);
    throw InputError("no licence");
  };
  EXPECT_THROW(cache.find_or_make("router.so", fails, [] {}), InputError);
  EXPECT_EQ(entries(), 0);
}

TEST_F(ModelCacheTest, OfTwoAtOnceOneMakesItAndTheOtherWaits) {
  const auto run = [&](char who) {
    const ModelCache cache;
    cache.find_or_make(
        "router.so",
        [&](const fs::path& at, bool) {
          std::ofstream(home_ / "made", std::ios::app) << who;
          usleep(300'000);
          put(at);
        },
        [] {});
  };
  const pid_t child = fork();
  if (child == 0) {
    run('c');
    _exit(0);
  }
  run('p');
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(fs::file_size(home_ / "made"), 1u);
  EXPECT_EQ(entries(), 1);
}

TEST_F(ModelCacheTest, CodeThatOthersCouldHavePutThereIsRefused) {
  EXPECT_EQ(why_not(), "not there");
  put(models());
  chmod((models() / "router.so").c_str(), 0755);
  EXPECT_EQ(why_not(), "damaged");  // no checksum
  chmod((models() / "router.so").c_str(), 0775);
  EXPECT_NE(why_not().find("router.so: RTL models run as part of torusim: must be yours"), std::string::npos);
  fs::rename(models() / "router.so", home_ / "elsewhere.so");
  fs::create_symlink(home_ / "elsewhere.so", models() / "router.so");
  EXPECT_NE(why_not().find("router.so: is a symbolic link"), std::string::npos) << why_not();
  fs::remove(models() / "router.so");
  chmod(models().c_str(), 0777);
  EXPECT_NE(why_not().find("must be yours, and not writable by others"), std::string::npos) << why_not();
  fs::rename(models(), home_ / "elsewhere");
  fs::create_directory_symlink(home_ / "elsewhere", models());
  EXPECT_NE(why_not().find("is a symbolic link"), std::string::npos) << why_not();
}

// A library that is not what was built would end the process when it is loaded, in every run.
TEST_F(ModelCacheTest, WhatIsDamagedIsMadeAgain) {
  const ModelCache cache;
  const fs::path library = models() / "router.so", checksum = models() / "router.so.sum";
  const auto make = [&](bool expected) {
    int made = 0;
    cache.find_or_make(
        "router.so",
        [&](const fs::path& at, bool damaged) {
          put(at), ++made;
          EXPECT_EQ(damaged, expected);
        },
        [] {});
    EXPECT_EQ(made, 1);
    EXPECT_EQ(why_not(), "whole");
  };
  make(false);
  const auto overwrite = [](const fs::path& path, const std::string& text) { std::ofstream(path) << text; };
  const std::function<void()> damages[] = {
      [&] { fs::resize_file(library, 3); },  [&] { fs::resize_file(library, 0); },
      [&] { overwrite(library, "c0de"); },   [&] { fs::remove(checksum); },
      [&] { fs::resize_file(checksum, 5); }, [&] { overwrite(checksum, std::string(1000, 'x')); }};
  for (const auto& damage : damages) {
    damage();
    EXPECT_EQ(why_not(), "damaged");
    make(true);
  }
  EXPECT_EQ(entries(), 1);
}

TEST(CompilerWords, AsAShellReadsThem) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(compiler_words("g++"), Words{"g++"});
  EXPECT_EQ(compiler_words(" ccache  g++ -m64\t"), (Words{"ccache", "g++", "-m64"}));
  EXPECT_EQ(compiler_words("'/opt/my tools/g++' \"-DA='b c'\""), (Words{"/opt/my tools/g++", "-DA='b c'"}));
  EXPECT_EQ(compiler_words("/opt/my\\ tools/g++ ''"), (Words{"/opt/my tools/g++", ""}));
  EXPECT_EQ(compiler_words("  "), Words{});
  const test::OwnDirectory own("my tools");
  const std::string path = (own.path() / "g++").string();
  std::ofstream(path) << "#!/bin/sh\n";
  chmod(path.c_str(), 0755);
  EXPECT_EQ(compiler_words(path), Words{path});
}

TEST_F(ModelCacheTest, ARelativePlaceIsNone) {
  setenv("XDG_CACHE_HOME", "cache", 1);
  const char* const home = std::getenv("HOME");
  const std::string kept = home != nullptr ? home : "";
  unsetenv("HOME");
  EXPECT_NE(why_not().find("neither XDG_CACHE_HOME nor HOME is an absolute path"), std::string::npos);
  setenv("HOME", home_.c_str(), 1);
  EXPECT_EQ(ModelCache().directory(), home_ / ".cache/torusim/models");
  if (home != nullptr) setenv("HOME", kept.c_str(), 1);
}

}  // namespace
}  // namespace torusim
