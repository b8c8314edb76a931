// What libFuzzer found worth keeping: every reader must still refuse or take each of these files.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "testbench/fuzz/targets.h"

namespace torusim {
namespace {

namespace fs = std::filesystem;

TEST(FuzzCorpus, EveryReaderComesBack) {
  for (const auto& [name, target] : fuzz::targets()) {
    int files = 0;
    for (const auto& entry : fs::directory_iterator(fs::path(TORUSIM_FUZZ_CORPUS) / name)) {
      SCOPED_TRACE(entry.path().string());
      std::ifstream file(entry.path(), std::ios::binary);
      std::stringstream text;
      text << file.rdbuf();
      ASSERT_NO_THROW(target(text.str()));
      ++files;
    }
    EXPECT_GE(files, 10) << "the corpus of " << name;
  }
}

}  // namespace
}  // namespace torusim
