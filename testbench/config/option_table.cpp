#include <string_view>
#include <utility>
#include <vector>

#include "testbench/config/option.h"
#include "testbench/config/option_rows.h"
#include "testbench/config/run_config.h"
#include "testbench/config/units.h"

namespace torusim {

std::string Option::standard() const { return get(RunConfig{}); }

const std::vector<Option>& option_table() {
  static const std::vector<Option> table = [] {
    std::vector<Option> options = rows::of_simulation();
    for (Option& option : rows::of_results()) options.push_back(std::move(option));
    for (Option& option : options) accept_units(option);
    return options;
  }();
  return table;
}

const Option* find_option(std::string_view name) {
  for (const Option& option : option_table()) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

}  // namespace torusim
