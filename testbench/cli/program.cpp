#include "testbench/cli/program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "schedules/core/error.h"
#include "schedules/core/suggestion.h"
#include "testbench/cli/commands.h"
#include "testbench/cli/reference_pages.h"
#include "testbench/config/command_table.h"
#include "testbench/config/config_file.h"

namespace torusim {
namespace {

/// One command's flags as CLI11 sees them, and what the user gave.
struct CommandLine {
  CLI::App* app = nullptr;
  Command bit{};
  std::map<const Option*, CLI::Option*> given;
  bool json = false;
  bool options = false;
  bool man = false;
  bool completion = false;
  bool print_config = false;
  std::string config;
  std::vector<std::string> directories;  // of results
};

std::string examples() { return fmt::format("\n{}\n\n{}", kExamples, kExitCodes); }

void add_options(CommandLine& command) {
  for (const Option& option : option_table()) {
    if ((option.commands & command.bit) == 0) continue;
    std::string name = option.positional() ? option.name : "--" + option.name;
    if (option.letter != 0) name = fmt::format("-{},{}", option.letter, name);
    const bool plain = option.kind == Option::Kind::kFlag;
    const std::string standard = option.standard().empty() ? "" : "; default " + option.standard();
    // Must be const: CLI11 takes a string that is not as the variable to write to.
    const std::string meaning =
        plain ? option.meaning : fmt::format("{} [{}{}]", option.meaning, option.values, standard);
    CLI::Option* flag = plain ? command.app->add_flag(name, meaning)
                              : command.app->add_option(name, meaning)->type_name(option.argument);
    if (option.name == "set") flag->take_all();
    flag->group(option.group);
    command.given[&option] = flag;
  }
}

void add_command(CLI::App& program, CommandLine& command, const CommandText& text) {
  command.app = program.add_subcommand(text.name, text.what);
  command.bit = text.bit;
  command.app->footer(examples());
  add_options(command);
  const std::string name = text.name;
  if (name == "list") {
    command.app->add_flag("--options", command.options, "the options of all commands as a page of Markdown");
    command.app->add_flag("--man", command.man, "the manual page, for man");
    command.app->add_flag("--completion", command.completion, "completion for bash: source it");
  }
  if (name == "list" || name == "info" || name == "check" || name == "traffic") {
    command.app->add_flag("--json", command.json, "for programs");
  }
  if (name == "explain" || name == "report" || name == "waves") {
    command.app->add_option("directory", command.directories, "results that torusim run -o has written")
        ->required()
        ->expected(1, name == "report" ? 100 : 1)
        ->type_name("DIR");
  }
  if (name == "run" || name == "traffic" || name == "curve") {
    command.app->add_option("--config", command.config, "read options from a file; flags win over it")
        ->type_name("FILE")
        ->group("Configuration files");
    command.app
        ->add_flag("--print-config", command.print_config, "print all options as such a file, and stop")
        ->group("Configuration files");
  }
}

RunConfig collect(const CommandLine& command) {
  RunConfig config;
  if (!command.config.empty()) read_config(command.config, config, command.bit);
  for (const Option& option : option_table()) {
    const auto flag = command.given.find(&option);
    if (flag == command.given.end() || flag->second->count() == 0) continue;
    std::string value;
    if (option.kind == Option::Kind::kFlag) {
      value = flag->second->as<bool>() ? "true" : "false";
    } else {
      value = fmt::format("{}", fmt::join(flag->second->results(), " "));  // only --set may have several
    }
    try {
      option.set(config, value);
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("--{} {}: {}", option.name, value, error.what()));
    }
  }
  return config;
}

int dispatch(const CommandLine& command) {
  const std::string name = command.app->get_name();
  if (name == "list") {
    if (command.json || !(command.options || command.man || command.completion)) {
      return list_command(command.json);
    }
    fmt::print("{}", command.options ? options_page() : command.man ? manual_page() : bash_completion());
    return kDone;
  }
  const RunConfig config = collect(command);
  if (name == "info") return info_command(config, command.json);
  if (name == "check") return check_command(config, command.json);
  if (name == "explain") return explain_command(command.directories.front());
  if (name == "report") return report_command(command.directories, config);
  if (name == "waves") return waves_command(command.directories.front(), config);
  if (name == "schedule") return schedule_command(config);
  if (name == "convert") return convert_command(config);
  if (name == "sweep") return sweep_command(config);
  if (name == "reproduce") return reproduce_command(config);
  if (command.print_config) {
    fmt::print("{}", config_text(config, command.bit));
    return kDone;
  }
  if (name == "traffic") return traffic_command(config, command.json);
  if (name == "curve") return curve_command(config);
  return run_command(config);
}

/// What CLI11 does not say well: commands and flags that do not exist.
void check_words(int argc, const char* const* argv, const std::vector<CommandLine>& commands) {
  std::vector<std::string> names;
  for (const CommandText& text : command_table()) names.emplace_back(text.name);
  if (argc < 2)
    throw UsageError(fmt::format("no command{}; torusim --help says more", suggestion("", names)));
  const std::string word = argv[1];
  if (word.starts_with("-")) return;
  const auto found = std::find(names.begin(), names.end(), word);
  if (found == names.end()) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    throw UsageError(fmt::format("unknown command '{}'; this version has {}", word, list));
  }
  std::vector<std::string> flags;
  for (const CLI::Option* option : commands[found - names.begin()].app->get_options()) {
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  }
  for (int i = 2; i < argc; ++i) {
    const std::string flag = std::string(argv[i]).substr(0, std::string(argv[i]).find('='));
    if (!flag.starts_with("--") || flag.size() == 2) continue;
    if (std::find(flags.begin(), flags.end(), flag) == flags.end()) {
      throw UsageError(fmt::format("{} has no {}{}", word, flag, suggestion(flag, flags)));
    }
  }
}

int parse_and_run(int argc, const char* const* argv) {
  CLI::App program("Collective communication on torus router networks, simulated flit by flit.", "torusim");
  program.footer("\ntorusim COMMAND --help lists the options of a command.\n" + examples());
  program.set_version_flag("--version", "torusim " TORUSIM_VERSION);
  program.require_subcommand(1);
  std::vector<CommandLine> commands(command_table().size());
  for (std::size_t i = 0; i < commands.size(); ++i) add_command(program, commands[i], command_table()[i]);
  check_words(argc, argv, commands);
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return program.exit(help);
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  for (const CommandLine& command : commands) {
    if (command.app->parsed()) return dispatch(command);
  }
  throw UsageError("no command");
}

int complain(const char* message, int code) {
  fmt::print(stderr, "torusim: {}\n", message);
  return code;
}

}  // namespace

int run_program(int argc, const char* const* argv) {
  int code = kDone;
  try {
    code = parse_and_run(argc, argv);
    std::cout.flush();
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || !std::cout) {
      return complain("cannot write to standard output", kBadInput);
    }
  } catch (const UsageError& error) {
    return complain(error.what(), kUsage);
  } catch (const InputError& error) {
    return complain(error.what(), kBadInput);
  } catch (const std::bad_alloc&) {
    return complain("out of memory", kBadInput);
  } catch (const std::exception& error) {
    return complain(error.what(), kBadInput);
  }
  return code;
}

}  // namespace torusim
