#include "testbench/cli/reference_pages.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/algorithms/registry.h"
#include "testbench/cli/command_table.h"
#include "testbench/reproduce/papers.h"

namespace torusim {
namespace {

/// Text as roff takes it.
std::string roff(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\' || c == '-') result += '\\';
    if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n')) result += "\\&";
    result += c;
  }
  return result;
}

std::vector<std::string> flags_of(const CommandRow& command) {
  std::vector<std::string> flags = {"--help"};
  for (const Option& option : option_table()) {
    if (option.of(command.bit) && !option.positional()) flags.push_back("--" + option.name);
  }
  return flags;
}

/// The values of an option that has a fixed list, `a|b|c`; otherwise empty.
std::string words_of(const Option& option) {
  std::string words = option.values;
  if (words.find('|') == std::string::npos || words.find_first_of(" ,:") != std::string::npos) return "";
  std::replace(words.begin(), words.end(), '|', ' ');
  return words;
}

/// The commands that take an option.
std::string commands_of(const Option& option, const char* between) {
  std::string commands;
  for (const CommandRow& command : command_table()) {
    if (option.of(command.bit)) commands += (commands.empty() ? "" : between) + std::string(command.name);
  }
  return commands;
}

}  // namespace

std::string options_page() {
  std::string page =
      "# Options\n\nThis page lists every option of every command. `torusim list --options` writes it.\n\n"
      "Every option is a flag, `--name value`. `algorithm`, `sweep`, `exhibits`, `into` and `pattern` are "
      "arguments without a flag.\nOptions of run, traffic and curve are also keys of configuration files, "
      "`name = value`, except --json, --config and\n--print-config. A flag overrides the file, and the file "
      "overrides the default. [glossary.md](glossary.md) defines the terms (lane,\nclass, reserve).\n";
  std::string group;
  for (const Option& option : option_table()) {
    if (option.group != group) {
      group = option.group;
      page += fmt::format(
          "\n## {}\n\n| option | default | values | unit | commands | meaning |\n"
          "|---|---|---|---|---|---|\n",
          group);
    }
    std::string values;
    for (const char c : option.values) values += c == '|' ? std::string("\\|") : std::string(1, c);
    page += fmt::format("| `{}{}` | {} | {} | {} | {} | {} |\n", option.name,
                        option.letter == 0 ? "" : fmt::format("`, `-{}", option.letter),
                        option.standard().empty() ? "(empty)" : option.standard(), values,
                        option.unit.empty() ? "-" : option.unit, commands_of(option, " "), option.meaning);
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

std::string bash_completion() {
  std::string commands, algorithms_list, papers_list, flags, values;
  for (const CommandRow& command : command_table()) {
    commands += fmt::format("{}{}", commands.empty() ? "" : " ", command.name);
    std::string words;
    for (const std::string& flag : flags_of(command)) words += (words.empty() ? "" : " ") + flag;
    flags += fmt::format("    {}) flags='{}' ;;\n", command.name, words);
  }
  for (const AlgorithmInfo& algorithm : algorithms()) {
    algorithms_list += (algorithms_list.empty() ? "" : " ") + algorithm.name;
  }
  for (const Paper& paper : papers())
    papers_list += (papers_list.empty() ? "" : " ") + std::string(paper.name);
  for (const Option& option : option_table()) {
    const std::string words = words_of(option);
    if (option.positional() || words.empty() || option.kind == Option::Kind::kFlag) continue;
    values +=
        fmt::format("    --{}) COMPREPLY=($(compgen -W '{}' -- \"$word\")); return ;;\n", option.name, words);
  }
  return fmt::format(
      "# Completion of torusim for bash, written by: torusim list --completion\n"
      "_torusim() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} flags=''\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
      "    COMPREPLY=($(compgen -W '{}' -- \"$word\"))\n"
      "    return\n"
      "  fi\n"
      "  case $before in\n{}  esac\n"
      "  case ${{COMP_WORDS[1]}} in\n{}  esac\n"
      "  if [[ $word == -* ]]; then\n"
      "    COMPREPLY=($(compgen -W \"$flags\" -- \"$word\"))\n"
      "  elif [ \"${{COMP_WORDS[1]}} $COMP_CWORD\" = 'reproduce 2' ]; then\n"
      "    COMPREPLY=($(compgen -W '{}' -- \"$word\"))\n"
      "  elif [ \"$COMP_CWORD\" -eq 2 ]; then\n"
      "    COMPREPLY=($(compgen -W '{}' -- \"$word\") $(compgen -f -- \"$word\"))\n"
      "  else\n"
      "    COMPREPLY=($(compgen -f -- \"$word\"))\n"
      "  fi\n"
      "}}\n"
      "complete -o filenames -F _torusim torusim\n",
      commands, values, flags, papers_list, algorithms_list);
}

}  // namespace torusim
