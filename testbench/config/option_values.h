#pragma once
/// Readers and writers of option values that are more than one number, word or name.

#include <optional>
#include <string>

#include "testbench/config/option_builders.h"
#include "testbench/config/run_config.h"

namespace torusim {

/// `NAME=VALUE NAME=VALUE`, each NAME once.
std::map<std::string, std::string> parse_settings(const std::string& text);
std::string settings_text(const std::map<std::string, std::string>& settings);

/// `FIRST:LAST:STEP` or `auto`.
std::optional<LoadRange> parse_loads(const std::string& text);
std::string loads_text(const std::optional<LoadRange>& range);

/// `FIRST:LAST` or `all`.
std::optional<std::pair<Cycle, Cycle>> parse_window(const std::string& text);
std::string window_text(const std::optional<std::pair<Cycle, Cycle>>& window);

/// Checks the text with parse_host() of load_program.h, and returns it unchanged.
std::string parse_host_text(const std::string& text);
/// Checks the text with CollectiveChoice, and returns it unchanged.
std::string parse_collective_text(const std::string& text);
std::string host_text(const std::string& text);

/// `I/N`.
Shard parse_shard(const std::string& text);
std::string shard_text(const Shard& shard);

/// Names of the formats of schedules; `auto` is the empty value.
Names<std::optional<Format>> format_names();

}  // namespace torusim
