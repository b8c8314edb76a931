#pragma once
/// The options, in one table: it serves flags, configuration files, --print-config, run.json, sweeps, the
/// help, the manual page, completion and docs/options.md.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace torusim {

struct RunConfig;

/// Who takes an option, as bits: the commands, and run --hardwired apart from run.
enum Command : unsigned {
  kList = 1 << 0,
  kInfo = 1 << 1,
  kCheck = 1 << 2,
  kSchedule = 1 << 3,
  kRun = 1 << 4,
  kHardwired = 1 << 5,  ///< of kRun, what has a meaning where routers are only wires
  kTraffic = 1 << 6,
  kCurve = 1 << 7,
  kExplain = 1 << 8,
  kReport = 1 << 9,
  kWaves = 1 << 10,
  kConvert = 1 << 11,
  kSweep = 1 << 12,
  kReproduce = 1 << 13
};

struct Option {
  enum class Kind { kNumber, kText, kFlag };

  /// What depends on the option; each kind has all that the next one has.
  enum class Role {
    kResult,   ///< the results: it is kept in run.json
    kSetting,  ///< what is kept of one run, or how it is made: a sweep may set it
    kCaller,   ///< where results go and how loud: a key of configuration files, but a sweep sets it itself
    kCall      ///< this one call: a flag, and no key of configuration files
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
  /// Takes over a value. Throws UsageError `must be ..`, to which the caller adds where the value came from.
  std::function<void(RunConfig&, const std::string&)> set;
  /// The value in the form that `set` reads.
  std::function<std::string(const RunConfig&)> get;

  bool of(Command command) const { return (commands & command) != 0; }
  bool recorded() const { return role == Role::kResult; }
  /// A key of the configuration files of that command.
  bool is_key(Command command) const { return of(command) && role != Role::kCall; }
  /// A key of sweeps of that command.
  bool is_swept(Command command) const { return of(command) && role <= Role::kSetting; }
  /// The argument of a command that needs no flag.
  bool positional() const { return kind == Kind::kText && argument.empty(); }
  std::string standard() const;
};

/// All options, in the order of the help.
const std::vector<Option>& option_table();

/// The option of that name; nullptr if there is none.
const Option* find_option(std::string_view name);

}  // namespace torusim
