#include "testbench/cli/reference_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "testbench/cli/command_table.h"
#include "testbench/config/not_modelled.h"

namespace torusim {
namespace {

/// The text with the escapes of roff.
std::string roff(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\' || c == '-') result += '\\';
    if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n')) result += "\\&";
    result += c;
  }
  return result;
}

/// The options of which curve takes several values.
std::string lists_text() {
  std::string text;
  for (const Option& option : option_table()) {
    if (option.joined_by == 0) continue;
    text += fmt::format("{}`{}`{}", text.empty() ? "" : ", ", option.name,
                        option.joined_by == ';' ? " (with semicolons between)" : "");
  }
  return "Lists are for [curves](traffic.md#several-settings): " + text + ".\n";
}

}  // namespace

std::string commands_of(const Option& option, const char* between) {
  std::string commands;
  for (const CommandRow& command : command_table()) {
    if (option.of(command.bit)) commands += (commands.empty() ? "" : between) + std::string(command.name);
  }
  return commands;
}

std::string options_page() {
  std::string page =
      "# Options\n\n`torusim list --options` writes this page. Every option is a flag, `--name value`; "
      "`algorithm`, "
      "`sweep`, `exhibits`, `into`\nand `pattern` are arguments without a flag. Options of run, traffic and "
      "curve are "
      "also keys of configuration files, `name = value`\nin TOML, except --json, --config and "
      "--print-config. A flag "
      "overrides the file, and the file overrides the default.\n" +
      lists_text();
  std::string group;
  for (const Option& option : option_table()) {
    if (option.group != group) {
      group = option.group;
      page += fmt::format(
          "\n## {}\n\n| option | default | values | commands | meaning |\n"
          "|---|---|---|---|---|\n",
          group);
    }
    std::string values;
    for (const char c : option.values) values += c == '|' ? std::string("\\|") : std::string(1, c);
    if (!option.unit.empty()) values += ", in " + option.unit;
    page += fmt::format("| `{}{}` | {} | {} | {} | {} |\n", option.name,
                        option.letter == 0 ? "" : fmt::format("`, `-{}", option.letter), option.standard(),
                        values, commands_of(option, " "), option.meaning);
  }
  return page;
}

std::string manual_page() {
  std::string page =
      ".TH TORUSIM 1 \"\" \"torusim " TORUSIM_VERSION
      "\"\n.SH NAME\n"
      "torusim \\- collective communication on torus router networks, flit by flit\n"
      ".SH SYNOPSIS\n.B torusim\n.I COMMAND\n[ARGUMENTS] [\\-\\-OPTION VALUE ...]\n.SH COMMANDS\n";
  for (const CommandRow& command : command_table()) {
    page += fmt::format(".TP\n.B {}\n{}\n", roff(command.name), roff(command.what));
  }
  page +=
      ".SH OPTIONS\nEvery option is a flag. Options of run, traffic and curve are also keys of configuration "
      "files "
      "(\\-\\-config).\n";
  std::string group;
  for (const Option& option : option_table()) {
    if (option.group != group) {
      group = option.group;
      page += fmt::format(".SS {}\n", roff(group));
    }
    const std::string name = option.positional() ? option.name : "--" + option.name;
    const std::string letter = option.letter == 0 ? "" : fmt::format(", -{}", option.letter);
    page += fmt::format(".TP\n.BR {} \" {}\"\n{} ({}; {}{}).\n", roff(name + letter), roff(option.argument),
                        roff(option.meaning), roff(option.values), roff(commands_of(option, ", ")),
                        option.standard().empty() ? "" : "; default " + roff(option.standard()));
  }
  return page +
         fmt::format(".SH EXAMPLES\n.nf\n{}\n.fi\n.SH EXIT STATUS\n{}\n", roff(kExamples), roff(kExitCodes));
}

std::string limits_section() {
  std::string section =
      "## Limits\n\n"
      "These are the names of options that torusim does not have, and its own words for those that it has. "
      "The program refuses an\nunknown option with the sentence beside its name.\n\n"
      "| names | torusim |\n|---|---|\n";
  for (const ForeignNames& row : foreign_names()) {
    std::istringstream words{std::string(row.names)};
    std::string names;
    for (std::string word; words >> word;) names += (names.empty() ? "`" : ", `") + word + "`";
    section += fmt::format("| {} | {} |\n", names, row.what);
  }
  return section;
}

}  // namespace torusim
