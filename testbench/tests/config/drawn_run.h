#pragma once
/// Runs and measurements that are drawn as options of the command line, so that a case is a line to run
/// again.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "testbench/config/run_config.h"

namespace torusim::test {

/// The options of a run by name, in the order in which they are set.
struct DrawnRun {
  bool packets = false;
  std::vector<std::pair<std::string, std::string>> words;

  /// Whether an option is given, with this value if one is named.
  bool has(const std::string& name, const std::string& value = "") const {
    return std::ranges::any_of(words, [&](const auto& word) {
      return word.first == name && (value.empty() || word.second == value);
    });
  }
  void add(const std::string& name, const std::string& value) { words.emplace_back(name, value); }
  RunConfig config() const;
  /// A line to run again.
  std::string text() const;
};

/// Draws are as wide in the first case as in the last.
template <typename T>
T drawn(rc::Gen<T> gen) {
  return *rc::gen::resize(rc::kNominalSize, std::move(gen));
}
bool one_in(int n);
std::string any_of(std::vector<std::string> words);

/// What a schedule, or a pattern of packets, runs on: networks of every kind together. A wild draw keeps to
/// no table of what goes with what.
DrawnRun any_run(bool packets);

/// Tags a case with its kinds of network, for the frequencies that the property prints.
void tag_kinds(const DrawnRun& run);

}  // namespace torusim::test
