#include "testbench/cli/reference_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "schedules/algorithms/registry.h"
#include "schedules/core/factor_catalogue.h"
#include "testbench/cli/command_table.h"
#include "testbench/config/not_modelled.h"
#include "testbench/reproduce/papers.h"

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

void append(std::string& list, const std::string& words) {
  list += (list.empty() || words.empty() ? "" : " ") + words;
}

/// What the argument of a command may be, beside a file unless nothing else is allowed.
std::string names_for(const Option& option) {
  std::string names = words_of(option);
  if (option.name == "algorithm") {
    for (const AlgorithmInfo& algorithm : algorithms()) append(names, algorithm.name);
  } else if (option.name == "exhibits") {
    for (const Paper& paper : papers()) append(names, std::string(paper.name));
  }
  return names;
}

bool never_file(const Option& option) { return option.name == "pattern" || option.name == "exhibits"; }

/// A shape of each kind.
std::string shapes() {
  std::string examples = find_option("topology")->values;
  for (std::size_t at = 0; (at = examples.find(", ", at)) != std::string::npos;) examples.erase(at, 1);
  return examples;
}

/// Names of the factors of products; a name with numbers ends before its first number.
std::string graphs() {
  std::string names;
  for (const FactorInfo& factor : factor_catalogue()) {
    append(names, factor.form.substr(0, factor.form.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ")));
  }
  return names;
}

/// The commands that take an option.
std::string commands_of(const Option& option, const char* between) {
  std::string commands;
  for (const CommandRow& command : command_table()) {
    if (option.of(command.bit)) commands += (commands.empty() ? "" : between) + std::string(command.name);
  }
  return commands;
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

std::string options_page() {
  std::string page =
      "# Options\n\nThis page lists every option of every command. `torusim list --options` writes it.\n\n"
      "Every option is a flag, `--name value`. `algorithm`, `sweep`, `exhibits`, `into` and `pattern` are "
      "arguments without a flag.\nOptions of run, traffic and curve are also keys of configuration files, "
      "`name = value` in TOML, except --json, --config and\n--print-config. A flag overrides the file, and "
      "the file "
      "overrides the default. [concepts](concepts.md) defines the terms (lane,\nclass, reserve).\n" +
      lists_text();
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

std::string limits_page() {
  std::string page =
      "# Limits\n\nThis page lists the features that torusim does not model, and its own words for those "
      "that "
      "it has, by the names of other\nsimulators. An unknown option with one of these names is refused with "
      "the "
      "sentence beside it; a test holds the page equal to\nthat table.\n\n| names | torusim |\n|---|---|\n";
  for (const ForeignNames& row : foreign_names()) {
    std::istringstream words{std::string(row.names)};
    std::string names;
    for (std::string word; words >> word;) names += (names.empty() ? "`" : ", `") + word + "`";
    page += fmt::format("| {} | {} |\n", names, row.what);
  }
  return page;
}

std::string bash_completion() {
  std::string commands, cases, values;
  for (const CommandRow& command : command_table()) {
    append(commands, command.name);
    std::string flags, names, only;
    for (const std::string& flag : flags_of(command)) append(flags, flag);
    for (const Option& option : option_table()) {
      if (!option.of(command.bit) || !option.positional()) continue;
      append(names, names_for(option));
      if (never_file(option)) only = " only=yes";
    }
    cases += fmt::format("    {}) flags='{}' names='{}'{} ;;\n", command.name, flags, names, only);
  }
  for (const Option& option : option_table()) {
    const std::string words = words_of(option);
    if (option.positional() || words.empty() || option.kind == Option::Kind::kFlag) continue;
    values += fmt::format("    --{}) names='{}' found=yes ;;\n", option.name, words);
  }
  // Bash splits words at colons and equals signs. The script splits the line itself, and a completion begins
  // behind them.
  return R"(# Completion of torusim for bash, written by: torusim list --completion
_torusim() {
  local line=${COMP_LINE:0:COMP_POINT} word before head='' flags='' names='' only='' found='' words
  read -ra words <<<"$line"
  [[ $line != *[[:space:]] ]] || words+=('')
  local at=$((${#words[@]} - 1))
  word=${words[at]} before=${words[at - 1]}
  if [ "$at" -eq 1 ]; then
    COMPREPLY=($(compgen -W ')" +
         commands + R"(' -- "$word"))
    return
  fi
  case ${words[1]} in
)" + cases +
         R"(  esac
  if [[ $word == --*=* ]]; then
    before=${word%%=*} word=${word#*=}
  fi
  case $before:$word in
    -t:product:* | --topology:product:*)
      head=${word%"${word##*[:,]}"} names=')" +
         graphs() + R"(' found=yes
      compopt -o nospace 2>/dev/null ;;
    -t:* | --topology:*) names=')" +
         shapes() + R"(' found=yes ;;
  esac
  case $before in
)" + values +
         R"(  esac
  if [ -z "$found" ] && [[ $word == -* ]]; then
    names=$flags found=yes
  elif [ -z "$found" ] && [[ $before == -* ]]; then
    names=''
  elif [ -n "$only" ]; then
    found=yes
  fi
  COMPREPLY=($(compgen -P "$head" -W "$names" -- "${word#"$head"}"))
  [ -n "$found" ] || COMPREPLY+=($(compgen -f -- "$word"))
  [[ $COMP_WORDBREAKS != *:* ]] || COMPREPLY=("${COMPREPLY[@]#"${word%"${word##*:}"}"}")
}
complete -o filenames -F _torusim torusim
)";
}

}  // namespace torusim
