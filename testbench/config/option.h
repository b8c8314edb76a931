#pragma once
/// The table of options. It serves flags, configuration files, --print-config, run.json, sweeps, the help,
/// the manual page, completion and docs/options.md.

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace torusim {

struct RunConfig;

/// The commands that take an option, as bits; run --hardwired counts apart from run.
enum Command : unsigned {
  kList = 1 << 0,
  kInfo = 1 << 1,
  kCheck = 1 << 2,
  kSchedule = 1 << 3,
  kRun = 1 << 4,
  kHardwired = 1 << 5,  ///< the options of kRun that apply to hardwired routers
  kTraffic = 1 << 6,
  kCurve = 1 << 7,
  kExplain = 1 << 8,
  kReport = 1 << 9,
  kWaves = 1 << 10,
  kConvert = 1 << 11,
  kSweep = 1 << 12,
  kReproduce = 1 << 13,
  kCompare = 1 << 14
};

/// The values and commands for which a rule of an option holds.
struct RuleScope {
  std::string_view values = {};  ///< values of the option, `a|b`; empty: all but the default
  unsigned commands = ~0u;       ///< bits of Command among those of both options
};

/// A rule of a row about its option and another one.
struct OptionRule {
  /// The options exclude each other; the option needs the other one; the other one needs the option.
  enum class Kind { kExcludes, kNeeds, kNeededBy };

  Kind kind;
  std::string_view other;
  std::string_view other_values;  ///< as RuleScope::values, or the end of a name, `.toml`
  std::string_view why;           ///< end of the error's sentence; empty: no reason is given
  RuleScope scope;
};

struct Option {
  enum class Kind { kNumber, kText, kFlag };

  /// The effect of an option. Each role includes the uses of the roles below it.
  enum class Role {
    kResult,   ///< affects the results: recorded in run.json
    kSetting,  ///< affects kept results or the way of running: a sweep may set it
    kCaller,   ///< output directory and progress: a key of configuration files; a sweep sets it itself
    kCall      ///< affects one call: a flag, no key of configuration files
  };

  std::string name;      ///< "link-delay": flag --link-delay and key of configuration files
  char letter;           ///< 't' for -t; 0: none
  std::string argument;  ///< "CYCLES"; empty for a flag and for the positional argument
  std::string unit;      ///< "cycles"; empty: none
  std::string values;    ///< "1..255", "fast|pins"
  std::string group;     ///< heading in the help
  std::string meaning;   ///< one line
  Kind kind;
  unsigned commands;
  Role role;
  bool repeats;  ///< the flag may be given several times; its values are joined by blanks
  /// Sets a value. Throws UsageError `must be ..`; the caller adds the origin of the value.
  std::function<void(RunConfig&, const std::string&)> set;
  /// The value in the form that `set` reads.
  std::function<std::string(const RunConfig&)> get;
  std::vector<OptionRule> rules = {};
  char joined_by = 0;  ///< curve takes several values, with this between them; 0: one value

  /// Lets curve take several values.
  Option& listed(char separator = ',') {
    joined_by = separator;
    return *this;
  }

  bool of(Command command) const { return (commands & command) != 0; }
  bool recorded() const { return role == Role::kResult; }
  /// Whether the option is a key of the configuration files of that command.
  bool is_key(Command command) const { return of(command) && role != Role::kCall; }
  /// Whether the option is a key of sweeps of that command.
  bool is_swept(Command command) const { return of(command) && role <= Role::kSetting; }
  /// Whether the option is an argument without a flag.
  bool positional() const { return kind == Kind::kText && argument.empty(); }
  std::string standard() const;
  /// Whether the option has another value than its default; or that value, given, where it is one like any
  /// other, such as a load.
  bool is_given(const RunConfig& config) const;

  /// Other options, each a name, or a name and values: `sync switch`.
  using Others = std::initializer_list<std::string_view>;
  Option& excludes(Others others, std::string_view why, RuleScope scope = {}) {
    return with(OptionRule::Kind::kExcludes, others, why, scope);
  }
  Option& needs(Others others, std::string_view why = {}, RuleScope scope = {}) {
    return with(OptionRule::Kind::kNeeds, others, why, scope);
  }
  Option& needed_by(Others others, std::string_view why = {}, RuleScope scope = {}) {
    return with(OptionRule::Kind::kNeededBy, others, why, scope);
  }

 private:
  Option& with(OptionRule::Kind kind, Others others, std::string_view why, RuleScope scope);
};

/// All options, in the order of the help.
const std::vector<Option>& option_table();

/// The option of that name; nullptr if there is none.
const Option* find_option(std::string_view name);

/// Sets the value, or several values of an option that the command takes as a list: then the option has the
/// first, and RunConfig::lists all. Throws UsageError as Option::set, about the value at fault.
void set_values(const Option& option, RunConfig& config, const std::string& text, Command command);
/// set_values() for a value that the user gives for this call, also if it is the default.
void give_values(const Option& option, RunConfig& config, const std::string& text, Command command);

/// Throws UsageError for options of the command that exclude each other, or of which one lacks another that
/// it needs: `--a does not go with --b: why`, `--a needs --b`.
void check_rules(const RunConfig& config, Command command);

}  // namespace torusim
