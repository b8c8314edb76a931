// What libFuzzer found worth keeping: every reader must still refuse or take each of these inputs.
#include <gtest/gtest.h>

#include <charconv>
#include <fstream>

#include "testbench/fuzz/targets.h"

namespace torusim {
namespace {

/// The input of a line of a corpus: \n, \\ and \xNN (testbench/fuzz/corpus.py).
std::string unpacked(const std::string& line) {
  std::string input;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\\') {
      input += line[i];
      continue;
    }
    const char escape = line.at(++i);
    if (escape == 'n' || escape == '\\') {
      input += escape == 'n' ? '\n' : '\\';
      continue;
    }
    unsigned byte = 0;
    const char* const digits = line.data() + i + 1;
    const bool good = escape == 'x' && i + 2 < line.size() &&
                      std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2;
    if (!good) throw std::invalid_argument("no such escape: " + line.substr(i - 1));
    input += static_cast<char>(byte);
    i += 2;
  }
  return input;
}

TEST(FuzzCorpus, LinesStandForBytes) {
  EXPECT_EQ(unpacked("a b"), "a b");
  EXPECT_EQ(unpacked(R"(\x23\n\\x00\x00\xff)"), std::string("#\n\\x00\0\xff", 8));
  EXPECT_THROW(unpacked(R"(\t)"), std::invalid_argument);
  EXPECT_THROW(unpacked(R"(\x4)"), std::invalid_argument);
}

TEST(FuzzCorpus, EveryReaderComesBack) {
  for (const auto& [name, target] : fuzz::targets()) {
    SCOPED_TRACE(name);
    std::ifstream file(TORUSIM_FUZZ_CORPUS "/" + name + ".txt");
    int inputs = 0;
    for (std::string line; std::getline(file, line);) {
      if (line.starts_with('#')) continue;
      SCOPED_TRACE(line);
      ASSERT_NO_THROW(target(unpacked(line)));
      ++inputs;
    }
    EXPECT_GE(inputs, 40) << "the corpus of " << name;
  }
}

}  // namespace
}  // namespace torusim
