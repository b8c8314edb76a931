#include "testbench/config/convert_options.h"

#include "schedules/core/suggestion.h"
#include "testbench/config/config_part.h"

namespace torusim {
namespace {

constexpr const char* kSource = "What is sent";
constexpr const char* kWhat = "Schedules from outside";
constexpr int kMostPorts = 65535;  // more than a node of any shape has
constexpr ConfigPart<ConvertConfig> kPart(&RunConfig::convert);

/// An option whose values have names.
template <typename Value>
Option named(const OptionText& text, std::vector<std::pair<std::string, Value>> values,
             Value ConvertConfig::*member) {
  std::string list;
  std::vector<std::string> names;
  for (const auto& [name, value] : values) {
    list += (list.empty() ? "" : "|") + name;
    names.push_back(name);
  }
  const auto parse = [=](const std::string& word) {
    for (const auto& [name, value] : values) {
      if (name == word) return value;
    }
    throw UsageError(fmt::format("no such value{}", suggestion(word, names)));
  };
  const auto print = [=](const Value& wanted) {
    for (const auto& [name, value] : values) {
      if (value == wanted) return name;
    }
    return std::string();
  };
  return kPart.option(text, Option::Kind::kText, list, member, parse, print);
}

Option format(const OptionText& text, std::optional<Format> ConvertConfig::*member) {
  return named<std::optional<Format>>(text,
                                      {{"auto", std::nullopt},
                                       {"tcs", Format::kTcs},
                                       {"goal", Format::kGoal},
                                       {"cm", Format::kCm},
                                       {"msccl", Format::kMsccl}},
                                      member);
}

}  // namespace

void add_convert_target(std::vector<Option>& table) {
  table.push_back(
      kPart.words({"into", "", "", kSource, "file to write: .tcs, .goal, .cm or .xml", kConvert, false},
                  "path", &ConvertConfig::into));
}

void add_convert_options(std::vector<Option>& table) {
  table.push_back(
      format({"from", "FORMAT", "", kWhat, "what is read; auto: by the end of its name", kConvert},
             &ConvertConfig::from));
  table.push_back(
      format({"to", "FORMAT", "", kWhat, "what is written; auto: by the end of its name", kConvert},
             &ConvertConfig::to));
  table.push_back(
      kPart.number<int>({"flit-bytes", "BYTES", "bytes", kWhat, "data that a flit carries", kConvert}, 1,
                        1'000'000, &ConvertConfig::flit_bytes));
  const auto parse_ports = [](const std::string& text) -> std::optional<int> {
    if (text == "all") return std::nullopt;
    int ports = 0;
    if (!read_number(text, ports) || ports < 1 || ports > kMostPorts) {
      throw UsageError(fmt::format("must be 1..{} or all", kMostPorts));
    }
    return ports;
  };
  const auto print_ports = [](const std::optional<int>& ports) {
    return ports ? fmt::format("{}", *ports) : std::string("all");
  };
  table.push_back(kPart.option(
      {"ports", "N", "", kWhat,
       "messages that a node may send, and receive, in a phase; more wait for the next", kConvert},
      Option::Kind::kText, fmt::format("1..{} or all", kMostPorts), &ConvertConfig::ports, parse_ports,
      print_ports));
  table.push_back(named<Steps>(
      {"steps", "WAY", "", kWhat,
       "phases of a GOAL file: one for each tag, or by depth of the dependencies; auto: "
       "as torusim wrote them, else depth",
       kConvert},
      {{"auto", Steps::kAuto}, {"tag", Steps::kTag}, {"depth", Steps::kDepth}}, &ConvertConfig::steps));
  table.push_back(named<Reading>(
      {"collective", "WAY", "", kWhat,
       "what a GOAL or .cm file without remarks is: a complete exchange, or messages with blocks of their "
       "own; auto: an exchange if every pair has one message, all of one size",
       kConvert},
      {{"auto", Reading::kAuto}, {"exchange", Reading::kExchange}, {"messages", Reading::kMessages}},
      &ConvertConfig::collective));
  table.push_back(named<Routes>(
      {"routes", "WAY", "", kWhat,
       "routes that a file does not give: dimension order, reversed with the last dimension first, split "
       "with half of the messages - where both ways round a ring are equally long",
       kConvert},
      {{"dor", Routes::kDor}, {"reversed", Routes::kReversed}, {"split", Routes::kSplit}},
      &ConvertConfig::routes));
  table.push_back(
      named<bool>({"class-from", "WAY", "", kWhat,
                   "message class: as in the file, or the rank of its tag (GOAL) or prio (.cm)", kConvert},
                  {{"file", false}, {"mark", true}}, &ConvertConfig::classes));
}

}  // namespace torusim
