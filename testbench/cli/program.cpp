#include "testbench/cli/program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include "schedules/core/error.h"
#include "schedules/core/suggestion.h"
#include "testbench/cli/command_table.h"
#include "testbench/config/about.h"
#include "testbench/config/config_file.h"
#include "testbench/config/not_modelled.h"
#include "testbench/config/run_setup.h"
#include "testbench/config/units.h"
#include "testbench/process/content_hash.h"
#include "testbench/process/exit_code.h"
#include "testbench/process/interrupt.h"
#include "testbench/process/memory.h"
#include "testbench/process/standard_streams.h"

namespace torusim {
namespace {

constexpr std::size_t kFlagColumns = 30;  ///< of the flags in a help text, before their meanings

/// The flags of one command in CLI11, and those that the user gave.
struct CommandLine {
  const CommandRow* row = nullptr;
  CLI::App* app = nullptr;
  std::map<const Option*, CLI::Option*> given;
  std::vector<std::string> directories;
};

/// Columns of a line of help: those of the terminal (COLUMNS), else 130.
std::size_t help_columns() {
  const char* const columns = std::getenv("COLUMNS");
  const int count = columns == nullptr ? 0 : std::atoi(columns);
  return count == 0 ? 130 : static_cast<std::size_t>(std::clamp(count, 60, 200));
}

/// Lines of at most `width` columns; a word that is longer has its own.
std::string wrapped(std::string_view text, std::size_t width) {
  std::string lines;
  std::size_t at = 0;  // columns of the last line
  for (std::istringstream words{std::string(text)}; !words.eof();) {
    std::string word;
    if (!(words >> word)) break;
    if (at > 0) lines += at + 1 + word.size() > width ? "\n" : " ";
    at = at > 0 && at + 1 + word.size() <= width ? at + 1 + word.size() : word.size();
    lines += word;
  }
  return lines;
}

/// The examples of a command, or all, and the exit codes.
std::string examples(std::string_view command = "") {
  std::string own;
  bool is_own = true;  // the heading, and a line that continues an example
  std::istringstream lines{std::string(kExamples)};
  for (std::string text; std::getline(lines, text);) {
    if (text.starts_with("  torusim ")) is_own = text.starts_with(fmt::format("  torusim {} ", command));
    if (command.empty() || is_own) own += text + '\n';
  }
  return fmt::format("\n{}\n{}", own, kExitCodes);
}

/// The help that a command line asks for; kAll: with the values and the default of each option.
enum class Help : std::uint8_t { kNone, kShort, kAll };

void add_options(CommandLine& command, Help help) {
  for (const Option& option : option_table()) {
    if (!option.of(command.row->bit)) continue;
    std::string name = option.positional() ? option.name : "--" + option.name;
    if (option.letter != 0) name = fmt::format("-{},{}", option.letter, name);
    const bool plain = option.kind == Option::Kind::kFlag;
    const std::string standard = option.standard().empty() ? "" : "; default " + option.standard();
    // Must be const: CLI11 would write the value of the flag to a non-const string.
    const std::string values =
        plain || help != Help::kAll ? "" : fmt::format(" [{}{}]", option.values, standard);
    const std::string meaning =
        help == Help::kNone ? "" : wrapped(option.meaning + values, help_columns() - kFlagColumns);
    CLI::Option* flag = plain ? command.app->add_flag(name, meaning)
                              : command.app->add_option(name, meaning)->type_name(option.argument);
    if (option.repeats) flag->take_all();
    flag->group(option.group);
    command.given[&option] = flag;
  }
}

/// `word` is the first word of the command line. Only the command that it names gets its options, because
/// creating all options takes longer than a small run.
void add_command(CLI::App& program, CommandLine& command, const CommandRow& row, std::string_view word,
                 Help help) {
  command.row = &row;
  command.app = program.add_subcommand(row.name, row.what);
  if (word != row.name && !word.starts_with("-")) return;
  command.app->footer(
      (help == Help::kAll
           ? ""
           : fmt::format("\ntorusim {} --help all: with the values of each option.\n", row.name)) +
      examples(row.name));
  add_options(command, help);
  if (row.most_directories > 0) {
    command.app->add_option("directory", command.directories, "result directory of torusim run -o")
        ->required()
        ->expected(1, row.most_directories)
        ->type_name("DIR");
  }
}

/// The configuration with all flags of the command line taken over.
RunConfig with_flags(RunConfig config, const CommandLine& command) {
  for (const Option& option : option_table()) {
    const auto flag = command.given.find(&option);
    if (flag == command.given.end() || flag->second->count() == 0) continue;
    std::string value;
    if (option.kind == Option::Kind::kFlag) {
      value = flag->second->as<bool>() ? "true" : "false";
    } else {
      value = fmt::format("{}", fmt::join(flag->second->results(), " "));
    }
    about(fmt::format("--{} {}: ", option.name, value),
          [&] { give_values(option, config, value, command.row->bit); });
  }
  config.directories = command.directories;
  return config;
}

int run_command_line(const CommandLine& command) {
  const Command bit = command.row->bit;
  RunConfig config = with_flags({}, command);
  if (const std::string file = config.config_file; !file.empty()) {
    RunConfig from_file;
    read_config(file, from_file, bit);
    config = with_flags(std::move(from_file), command);
  }
  if (config.print_config) {
    fmt::print("{}", config_text(config, bit, command.row->name));
    return kDone;
  }
  convert_units(config);
  check_rules(config, bit);
  for (const std::string& note : rounded_options(config)) print_notice(fmt::format("torusim: {}\n", note));
  return with_memory_for(fmt::format("running torusim {}", command.row->name).c_str(), [&] {
    if (!config.json) return command.row->run(std::move(config), nullptr);
    nlohmann::ordered_json answer;
    const int code = command.row->run(std::move(config), &answer);
    fmt::print("{}\n", answer.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    return code;
  });
}

/// Reports unknown commands and flags, which CLI11 does not report well.
void check_words(int argc, const char* const* argv, const std::vector<CommandLine>& commands) {
  std::vector<std::string> names;
  for (const CommandRow& row : command_table()) names.emplace_back(row.name);
  if (argc < 2) throw UsageError(fmt::format("no command{}; see torusim --help", suggestion("", names)));
  const std::string word = argv[1];
  if (word.starts_with("-")) return;
  const auto found = std::find(names.begin(), names.end(), word);
  if (found == names.end()) {
    std::string list;
    for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
    throw UsageError(fmt::format("unknown command '{}'; this version has {}", word, list));
  }
  std::vector<std::string> flags;
  std::string letters;  // of flags such as -t
  for (const CLI::Option* option : commands[found - names.begin()].app->get_options()) {
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
    for (const std::string& name : option->get_snames()) letters += name;
  }
  for (int i = 2; i < argc; ++i) {
    const std::string flag = std::string(argv[i]).substr(0, std::string(argv[i]).find('='));
    const bool by_letter = flag.size() > 1 && flag[0] == '-' && std::isalpha(flag[1]) != 0;
    if (by_letter ? letters.find(flag[1]) != std::string::npos : !flag.starts_with("--") || flag.size() == 2)
      continue;
    if (std::find(flags.begin(), flags.end(), flag) == flags.end()) {
      throw UsageError(fmt::format("{} has no {}{}", word, flag,
                                   unknown_option(flag, commands[found - names.begin()].row->bit, flags)));
    }
  }
}

/// `help`, `help COMMAND` and `COMMAND --help all` as options of CLI11.
Help as_help_options(std::vector<const char*>& words) {
  if (words.size() > 1 && std::string_view(words[1]) == "help") {
    words.erase(words.begin() + 1);
    const auto end = words.end() - (words.size() > 1 && std::string_view(words.back()) == "all");
    words.insert(end, "--help");
  }
  const bool all = words.size() > 2 && std::string_view(words.back()) == "all" &&
                   std::string_view(words[words.size() - 2]) == "--help";
  if (all) words.pop_back();
  const bool any = std::ranges::any_of(words, [](std::string_view word) {
    return word == "--help" ||
           (word.starts_with("-") && !word.starts_with("--") && word.find('h') != word.npos);
  });
  return all ? Help::kAll : any ? Help::kShort : Help::kNone;
}

int parse_and_run(int count, const char* const* given) {
  std::vector<const char*> words(given, given + count);
  const Help help = as_help_options(words);
  const int argc = static_cast<int>(words.size());
  const char* const* const argv = words.data();
  CLI::App program("Collective communication on torus router networks, simulated flit by flit.", "torusim");
  program.footer("\ntorusim help COMMAND lists the options of a command.\n" + examples());
  program.set_version_flag("--version",
                           fmt::format("torusim {} (build {})", TORUSIM_VERSION, build_identity()));
  program.require_subcommand(1);
  std::vector<CommandLine> commands(command_table().size());
  const std::string_view word = argc > 1 ? argv[1] : "";
  for (std::size_t i = 0; i < commands.size(); ++i) {
    add_command(program, commands[i], command_table()[i], word, help);
  }
  check_words(argc, argv, commands);
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& text) {
    return program.exit(text);
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  for (const CommandLine& command : commands) {
    if (command.app->parsed()) return run_command_line(command);
  }
  throw UsageError("no command");
}

/// Commands whose exit code is a verdict; a closed standard output does not change it.
bool judges(const std::string& name) {
  constexpr unsigned kJudging = kCheck | kRun | kTraffic | kCurve | kSweep | kReproduce;
  return std::ranges::any_of(
      command_table(), [&](const CommandRow& row) { return name == row.name && (row.bit & kJudging) != 0; });
}

/// Help, a configuration or JSON for programs: a truncated output is useless, whatever the verdict.
bool asks_for_text(int argc, const char* const* argv) {
  const auto asks = [](std::string_view word) {
    return word == "--help" || word == "-h" || word == "--print-config" || word == "--json";
  };
  return std::any_of(argv, argv + argc, asks);
}

int complain(const char* message, int code) {
  try {
    print_notice(fmt::format("torusim: {}\n", clean_text(message)));
  } catch (const std::bad_alloc&) {
    std::fputs("torusim: out of memory\n", stderr);
  }
  return code;
}

int run_or_complain(int argc, const char* const* argv) {
  try {
    prepare_memory();
    return parse_and_run(argc, argv);
  } catch (const InterruptedError& error) {
    return complain(error.what(), kInterrupted);
  } catch (const UsageError& error) {
    return complain(error.what(), kUsage);
  } catch (const InputError& error) {
    return complain(error.what(), kBadInput);
  } catch (const std::bad_alloc&) {
    return complain("out of memory", kBadInput);
  } catch (const std::exception& error) {
    return complain(error.what(), kBadInput);
  }
}

}  // namespace

void print_fewer_threads(const RunConfig& config, std::optional<Level> level, const Topology& topology,
                         const ForeignPlacement& foreign) {
  const std::string reason = fewer_threads_reason(config, level, topology, foreign);
  if (!reason.empty()) print_notice(fmt::format("torusim: {}\n", reason));
}

int run_program(int argc, const char* const* argv) {
  take_signals();
  prepare_streams();
  const int code = run_or_complain(argc, argv);
  const bool verdict = argc > 1 && judges(argv[1]);
  if (flush_output(verdict)) return code;
  if (code != kDone && !verdict) return code;  // the reason has been reported
  complain("cannot write to standard output", kBadInput);
  return verdict && (code != kDone || !asks_for_text(argc, argv)) ? code : int{kBadInput};
}

}  // namespace torusim
