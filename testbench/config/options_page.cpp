// docs/options.md, made from the table of options.
#include <fmt/format.h>

#include "testbench/config/command_table.h"

namespace torusim {

std::string options_page() {
  std::string page =
      "# Options\n\nWritten by `torusim list --options`. Every option is a flag, `--name value`, and a key "
      "of "
      "configuration files,\n`name = value`; `algorithm` and `pattern` are arguments without a flag. A flag "
      "wins over the file, the file over the\ndefault. The words (lane, class, reserve ..) are those of "
      "[glossary.md](glossary.md).\n";
  std::string group;
  for (const Option& option : option_table()) {
    if (option.group != group) {
      group = option.group;
      page += fmt::format(
          "\n## {}\n\n| option | default | values | unit | commands | meaning |\n"
          "|---|---|---|---|---|---|\n",
          group);
    }
    std::string commands;
    for (const CommandText& command : command_table()) {
      if (option.commands & command.bit)
        commands += fmt::format("{}{}", commands.empty() ? "" : " ", command.name);
    }
    std::string values;
    for (const char c : option.values) values += c == '|' ? std::string("\\|") : std::string(1, c);
    page += fmt::format("| `{}{}` | {} | {} | {} | {} | {} |\n", option.name,
                        option.letter == 0 ? "" : fmt::format("`, `-{}", option.letter),
                        option.standard().empty() ? "(empty)" : option.standard(), values,
                        option.unit.empty() ? "-" : option.unit, commands, option.meaning);
  }
  return page;
}

}  // namespace torusim
