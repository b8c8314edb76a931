#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "schedules/algorithms/registry.h"
#include "testbench/cli/commands.h"
#include "testbench/reproduce/papers.h"

namespace torusim {
namespace {

void print_json() {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const AlgorithmInfo& algorithm : algorithms()) {
    nlohmann::ordered_json options = nlohmann::ordered_json::array();
    for (const OptionInfo& option : algorithm.options) {
      options.push_back({{"name", option.name},
                         {"values", option.values},
                         {"form", option.form},
                         {"default", option.standard},
                         {"meaning", option.meaning}});
    }
    json.push_back({{"name", algorithm.name},
                    {"collective", to_text(algorithm.collective)},
                    {"what", algorithm.what},
                    {"citation", algorithm.citation},
                    {"requirements", algorithm.requirements},
                    {"options", options}});
  }
  fmt::print("{}\n", json.dump(2));
}

}  // namespace

int list_command(bool json) {
  if (json) {
    print_json();
    return kDone;
  }
  for (const AlgorithmInfo& algorithm : algorithms()) {
    fmt::print("{}\n    {}\n    collective: {}\n    runs on: {}\n    source:  {}\n", algorithm.name,
               algorithm.what, to_text(algorithm.collective), algorithm.requirements, algorithm.citation);
    for (const OptionInfo& option : algorithm.options) {
      const std::string values =
          option.values.empty() ? option.form : fmt::format("{}", fmt::join(option.values, "|"));
      fmt::print("    --set {}={}  (default {})  {}\n", option.name, values, option.standard, option.meaning);
    }
  }
  fmt::print("\nPapers, for torusim reproduce PAPER or PAPER:EXHIBIT:\n\n");
  for (const Paper& paper : papers()) {
    fmt::print("{}\n    {}\n", paper.name, paper.title);
    for (const Exhibit& exhibit : paper.exhibits()) {
      fmt::print("    {:<12} {}\n", exhibit.name, exhibit.title);
    }
  }
  return kDone;
}

}  // namespace torusim
