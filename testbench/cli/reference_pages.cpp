#include "testbench/cli/reference_pages.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/algorithms/registry.h"
#include "testbench/config/command_table.h"
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

std::vector<std::string> flags_of(const CommandText& command) {
  std::vector<std::string> flags = {"--help"};
  for (const Option& option : option_table()) {
    if ((option.commands & command.bit) == 0 || option.positional()) continue;
    flags.push_back("--" + option.name);
  }
  const std::string name = command.name;
  if (name == "list") flags.insert(flags.end(), {"--json", "--options", "--man", "--completion"});
  if (name == "info" || name == "check" || name == "traffic") flags.emplace_back("--json");
  if (name == "run" || name == "traffic" || name == "curve") {
    flags.insert(flags.end(), {"--config", "--print-config"});
  }
  return flags;
}

/// The values of an option that has a fixed list of them, `a|b|c`; else nothing.
std::string words_of(const Option& option) {
  std::string words = option.values.substr(0, option.values.find(" or auto"));
  if (words.find('|') == std::string::npos || words.find_first_of(" ,:") != std::string::npos) return "";
  std::replace(words.begin(), words.end(), '|', ' ');
  return words.size() == option.values.size() ? words : words + " auto";
}

}  // namespace

std::string manual_page() {
  std::string page =
      ".TH TORUSIM 1 \"\" \"torusim " TORUSIM_VERSION
      "\"\n.SH NAME\n"
      "torusim \\- collective communication on torus router networks, flit by flit\n"
      ".SH SYNOPSIS\n.B torusim\n.I COMMAND\n[ARGUMENTS] [\\-\\-OPTION VALUE ...]\n.SH COMMANDS\n";
  for (const CommandText& command : command_table()) {
    page += fmt::format(".TP\n.B {}\n{}\n", roff(command.name), roff(command.what));
  }
  page += ".SH OPTIONS\nEvery option is a flag and a key of configuration files (\\-\\-config).\n";
  std::string group;
  for (const Option& option : option_table()) {
    if (option.group != group) {
      group = option.group;
      page += fmt::format(".SS {}\n", roff(group));
    }
    std::string commands;
    for (const CommandText& command : command_table()) {
      if (option.commands & command.bit)
        commands += fmt::format("{}{}", commands.empty() ? "" : ", ", command.name);
    }
    const std::string name = option.positional() ? option.name : "--" + option.name;
    const std::string letter = option.letter == 0 ? "" : fmt::format(", -{}", option.letter);
    page += fmt::format(".TP\n.BR {} \" {}\"\n{} ({}; {}{}).\n", roff(name + letter), roff(option.argument),
                        roff(option.meaning), roff(option.values), roff(commands),
                        option.standard().empty() ? "" : "; default " + roff(option.standard()));
  }
  return page +
         fmt::format(".SH EXAMPLES\n.nf\n{}\n.fi\n.SH EXIT STATUS\n{}\n", roff(kExamples), roff(kExitCodes));
}

std::string bash_completion() {
  std::string commands, algorithms_list, papers_list, flags, values;
  for (const CommandText& command : command_table()) {
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
