#include "testbench/config/reproduce_options.h"

#include "testbench/config/config_part.h"

namespace torusim {
namespace {

constexpr ConfigPart<ReproduceConfig> kPart(&RunConfig::reproduce);

}  // namespace

void add_reproduced_exhibits(std::vector<Option>& table) {
  table.push_back(
      kPart.words({"exhibits", "", "", "What is sent",
                   "a paper, or one of its tables, figures or theorems (torusim list)", kReproduce, false},
                  "PAPER or PAPER:EXHIBIT", &ReproduceConfig::exhibits));
}

void add_reproduce_options(std::vector<Option>& table) {
  constexpr double kDay = 86'400;
  table.push_back(
      kPart.number({"budget", "SECONDS", "seconds", "Reproduction",
                    "of all measurements together; what does not fit is given as a formula. 0: formulas only",
                    kReproduce, false},
                   0.0, kDay, &ReproduceConfig::budget));
}

}  // namespace torusim
