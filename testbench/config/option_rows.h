#pragma once
/// The rows of the option table (option.h), and their shared constants.
///
/// A new option needs a row and a member of the configuration. The member is in Hardware or RunOptions if the
/// run itself needs it: both are passed on whole. Flags, --config, --print-config, --help, man, completion,
/// run.json, sweeps, the refusal by run --hardwired and docs/options.md (torusim list --options) follow from
/// the row.

#include <vector>

#include "testbench/config/option.h"
#include "testbench/config/option_builders.h"
#include "testbench/config/run_config.h"

namespace torusim::rows {

/// Options of the simulation: schedule or open-loop traffic, messages and time, units, hardware.
std::vector<Option> of_simulation();
/// Options of the other subjects: conversion, measurement, waves, results, reference pages, files, sweeps.
std::vector<Option> of_results();

using Kind = Option::Kind;
using Role = Option::Role;

// Sets of commands, for Option::commands.
inline constexpr unsigned kOneRun = kRun | kHardwired;
inline constexpr unsigned kAll = kInfo | kCheck | kSchedule | kOneRun;
inline constexpr unsigned kOpenLoop = kTraffic | kCurve;

// Headings of the help, in the order of the help.
inline constexpr const char* kSource = "Input";
inline constexpr const char* kPackets = "Open-loop traffic";
inline constexpr const char* kMessages = "Messages and time";
inline constexpr const char* kUnits = "Units";
inline constexpr const char* kHardware = "Hardware";
inline constexpr const char* kOutside = "Conversion";
inline constexpr const char* kMeasurement = "Measurement";
inline constexpr const char* kTraces = "Waveforms";
inline constexpr const char* kResults = "Run and results";
inline constexpr const char* kPages = "Reference pages";
inline constexpr const char* kFiles = "Configuration files";
inline constexpr const char* kSweeps = "Sweeps";

// Parts of the configuration that have options as members.
inline constexpr OptionsOf config([](auto& config) -> auto& { return config; });
inline constexpr OptionsOf run([](auto& config) -> auto& { return config.run; });
inline constexpr OptionsOf hardware([](auto& config) -> auto& { return config.run.hardware; });
inline constexpr OptionsOf traffic([](auto& config) -> auto& { return config.traffic; });
inline constexpr OptionsOf packets([](auto& config) -> auto& { return config.traffic.packets; });
inline constexpr OptionsOf loop([](auto& config) -> auto& { return config.traffic.packets.closed; });
inline constexpr OptionsOf convert([](auto& config) -> auto& { return config.convert; });
inline constexpr OptionsOf sweep([](auto& config) -> auto& { return config.sweep; });
inline constexpr OptionsOf reproduce([](auto& config) -> auto& { return config.reproduce; });
inline constexpr OptionsOf list([](auto& config) -> auto& { return config.list; });

}  // namespace torusim::rows
