#include "testbench/config/gone_options.h"

#include <string>

#include "testbench/config/option.h"

namespace torusim {
namespace {

struct GoneRow {
  std::string_view names;  ///< between blanks
  unsigned commands;
  const char* instead;
};

constexpr GoneRow kGone[] = {
    {" from ports steps collective routes class-from ", kConvert,
     "files of other tools are programs, which torusim run FILE -t SHAPE runs; convert writes schedules"},
};

}  // namespace

const char* gone_option(std::string_view name, unsigned commands) {
  const std::string word = " " + std::string(name) + " ";
  for (const GoneRow& row : kGone) {
    if ((row.commands & commands) != 0 && row.names.find(word) != std::string_view::npos) return row.instead;
  }
  return nullptr;
}

}  // namespace torusim
