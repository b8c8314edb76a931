// Completion in shells, from the table of options.
#include <fmt/format.h>

#include <algorithm>

#include "schedules/algorithms/registry.h"
#include "schedules/core/factor_catalogue.h"
#include "testbench/cli/command_table.h"
#include "testbench/cli/reference_pages.h"
#include "testbench/config/collective_comparison.h"
#include "testbench/reproduce/papers.h"

namespace torusim {
namespace {

constexpr const char* kZshQuote = "'\\''";  ///< a quote in a text between quotes
constexpr const char* kFishQuote = "\\'";

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

/// What the arguments without a flag of a command may be.
struct Arguments {
  std::string names;
  bool files = false;
};

Arguments arguments_of(const CommandRow& command) {
  Arguments result{"", command.most_directories > 0};
  for (const Option& option : option_table()) {
    if (!option.of(command.bit) || !option.positional()) continue;
    append(result.names, words_of(option));
    if (option.name == "exhibits") {
      for (const Paper& paper : papers()) append(result.names, std::string(paper.name));
      continue;
    }
    result.files |= command.bit != kCompare;
    if (option.name != "algorithm") continue;
    if (command.bit != kCompare) {
      for (const AlgorithmInfo& algorithm : algorithms()) append(result.names, algorithm.name);
    }
    if ((command.bit & (kCompare | kInfo | kRun)) == 0) continue;
    for (const char* collective : kComparedCollectives) {
      const bool both =
          std::ranges::find(algorithms(), collective, &AlgorithmInfo::name) != algorithms().end();
      if (command.bit == kCompare || !both) append(result.names, collective);
    }
  }
  return result;
}

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

/// The words that the value of an option may be.
std::string choices(const Option& option) { return option.name == "topology" ? shapes() : words_of(option); }

/// The text between single quotes, with a backslash before each of `marked`.
std::string quoted(const std::string& text, const std::string& quote, const char* marked = "") {
  std::string result;
  for (const char c : text) {
    if (c == '\'') {
      result += quote;
    } else {
      if (std::string_view(marked).find(c) != std::string_view::npos) result += '\\';
      result += c;
    }
  }
  return "'" + result + "'";
}

std::string for_bash() {
  std::string commands, cases, values;
  for (const CommandRow& command : command_table()) {
    append(commands, command.name);
    std::string flags;
    for (const std::string& flag : flags_of(command)) append(flags, flag);
    const auto [names, files] = arguments_of(command);
    cases += fmt::format("    {}) flags='{}' names='{}'{} ;;\n", command.name, flags, names,
                         files ? "" : " only=yes");
  }
  for (const Option& option : option_table()) {
    const std::string words = words_of(option);
    if (option.positional() || words.empty() || option.kind == Option::Kind::kFlag) continue;
    values += fmt::format("    --{}) names='{}' found=yes ;;\n", option.name, words);
  }
  // Bash splits words at colons and equals signs. The script splits the line itself, and a completion begins
  // behind them.
  return R"(# Completion of torusim for bash, written by: torusim list --completion bash
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

/// `name:meaning`, as _describe of zsh reads it.
std::string described(const std::string& name, const std::string& meaning) {
  return quoted(name + ":" + meaning, kZshQuote);
}

/// A flag of _arguments in zsh.
std::string zsh_flag(const Option& option) {
  std::string words = choices(option);
  for (std::size_t at = 0; (at = words.find(':', at)) != std::string::npos; at += 2) words.insert(at, "\\");
  const std::string meaning = quoted(option.meaning, kZshQuote, "[]:");
  const std::string text = meaning.substr(1, meaning.size() - 2);
  const auto flag = [&](const std::string& name) {
    if (option.kind == Option::Kind::kFlag) return fmt::format("'{}[{}]'", name, text);
    const char* const joined = name.starts_with("--") ? "=" : "+";
    return fmt::format("'*{}{}[{}]:{}:{}'", name, joined, text,
                       option.argument.substr(0, option.argument.find('[')),
                       words.empty() ? "_files" : "(" + words + ")");
  };
  return flag("--" + option.name) + (option.letter == 0 ? "" : " " + flag(std::string{'-', option.letter}));
}

std::string for_zsh() {
  std::string commands, cases;
  for (const CommandRow& command : command_table()) {
    commands += " " + described(command.name, command.what);
    cases += fmt::format("    {}) _arguments '--help[list the options]'", command.name);
    for (const Option& option : option_table()) {
      if (option.of(command.bit) && !option.positional()) cases += " \\\n      " + zsh_flag(option);
    }
    // One rest for all arguments: _arguments refuses a second.
    const auto [names, files] = arguments_of(command);
    if (files || !names.empty()) cases += " \\\n      '*: : _alternative";
    if (!names.empty()) cases += " \"names:name:(" + names + ")\"";
    if (files) cases += " \"files:file:_files\"";
    cases += files || !names.empty() ? "' ;;\n" : " ;;\n";
  }
  return "#compdef torusim\n# Completion of torusim for zsh, written by: torusim list --completion "
         "zsh\n_torusim() {\n"
         "  if (( CURRENT == 2 )); then\n    local -a commands=(" +
         commands +
         " )\n    _describe command commands\n    return\n  fi\n  shift words\n  (( CURRENT-- ))\n  case "
         "$words[1] in\n" +
         cases + "  esac\n}\n_torusim \"$@\"\n";
}

std::string for_fish() {
  std::string script =
      "# Completion of torusim for fish, written by: torusim list --completion fish\ncomplete -c torusim "
      "-f\n";
  for (const CommandRow& command : command_table()) {
    script += fmt::format("complete -c torusim -n __fish_use_subcommand -a {} -d {}\n", command.name,
                          quoted(command.what, kFishQuote));
    const auto [names, files] = arguments_of(command);
    if (!files && names.empty()) continue;
    script += fmt::format("complete -c torusim -n '__fish_seen_subcommand_from {}'{}", command.name,
                          files ? " -F" : "");
    script += names.empty() ? "\n" : fmt::format(" -a {}\n", quoted(names, kFishQuote));
  }
  for (const Option& option : option_table()) {
    if (option.positional()) continue;
    const std::string words = choices(option);
    script += fmt::format("complete -c torusim -n '__fish_seen_subcommand_from {}' -l {} -d {}",
                          commands_of(option, " "), option.name, quoted(option.meaning, kFishQuote, "\\"));
    if (option.letter != 0) script += fmt::format(" -s {}", option.letter);
    const bool flag = option.kind == Option::Kind::kFlag;
    if (!flag) script += words.empty() ? " -r -F" : " -x";
    if (!flag && !words.empty()) script += fmt::format(" -a {}", quoted(words, kFishQuote));
    script += "\n";
  }
  return script + "complete -c torusim -l help -d 'list the options'\n";
}

}  // namespace

std::string completion(Shell shell) {
  switch (shell) {
    case Shell::kNone:
      return "";
    case Shell::kBash:
      return for_bash();
    case Shell::kZsh:
      return for_zsh();
    case Shell::kFish:
      return for_fish();
  }
  return "";
}

}  // namespace torusim
