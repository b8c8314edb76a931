#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "schedules/algorithms/registry.h"
#include "schedules/core/factor_catalogue.h"
#include "testbench/cli/commands.h"
#include "testbench/cli/reference_pages.h"
#include "testbench/reproduce/papers.h"

namespace torusim {
namespace {

Json json_of_algorithms() {
  Json json = Json::array();
  for (const AlgorithmInfo& algorithm : algorithms()) {
    Json options = Json::array();
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
                    {"twisted", algorithm.twisted},
                    {"options", options}});
  }
  return json;
}

void print_text() {
  for (const AlgorithmInfo& algorithm : algorithms()) {
    fmt::print("{}\n    {}\n    collective: {}\n    runs on: {}\n    source:  {}\n", algorithm.name,
               algorithm.what, to_text(algorithm.collective), algorithm.requirements, algorithm.citation);
    for (const OptionInfo& option : algorithm.options) {
      const std::string values =
          option.values.empty() ? option.form : fmt::format("{}", fmt::join(option.values, "|"));
      fmt::print("    --set {}={}  (default {})  {}\n", option.name, values, option.standard, option.meaning);
    }
  }
  fmt::print(
      "\nFactors, for -t product:petersen,4 and the like; planned, exchange, te-a1, te-a2 and direct run on "
      "them:\n\n");
  for (const FactorInfo& factor : factor_catalogue()) fmt::print("{}\n    {}\n", factor.form, factor.what);
  fmt::print("FILE, with a dot or a slash in its name\n    an edge a line, two node numbers\n");
  fmt::print("\nPapers, for torusim reproduce PAPER or PAPER:EXHIBIT:\n\n");
  for (const Paper& paper : papers()) {
    fmt::print("{}\n    {}\n", paper.name, paper.title);
    for (const Exhibit& exhibit : paper.exhibits()) {
      fmt::print("    {:<12} {}\n", exhibit.name, exhibit.title);
    }
  }
}

}  // namespace

int list_command(RunConfig config, Json* answer) {
  if (answer != nullptr) {
    *answer = json_of_algorithms();
  } else if (config.list.options) {
    fmt::print("{}", options_page());
  } else if (config.list.man) {
    fmt::print("{}", manual_page());
  } else if (config.list.completion != Shell::kNone) {
    fmt::print("{}", completion(config.list.completion));
  } else {
    print_text();
  }
  return kDone;
}

}  // namespace torusim
