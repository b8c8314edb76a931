// check --deadlock: the verdict on deadlock before a run.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "testbench/cli/commands.h"
#include "testbench/config/deadlock_check.h"
#include "testbench/process/whole_file.h"
#include "testbench/report/deadlock_data.h"
#include "testbench/report/report_page.h"

namespace torusim {
namespace {

Json json_of(const DeadlockCheck& check) {
  const CircleOfWaits& circle = check.verdict.circle;
  Json json;
  json["verdict"] = to_text(check.verdict.risk);
  json["because"] = check.verdict.because;
  json["phase"] = circle.phase;
  json["prevention"] = check.prevention;
  json["cycle"] = Json::array();
  for (std::size_t i = 0; i < circle.channels.size(); ++i) {
    const HeldChannel& channel = circle.channels[i];
    json["cycle"].push_back({{"node", channel.node},
                             {"port", channel.port},
                             {"class", channel.message_class},
                             {"lane", channel.lane},
                             {"channel", check.channels[i]},
                             {"message", check.verdict.messages[i]}});
  }
  return json;
}

void print_verdict(const DeadlockCheck& check) {
  fmt::print("{}: {} ({})\n", to_text(check.verdict.risk), check.what, check.setting);
  fmt::print("{}\n", verdict_sentence(check));
  for (std::size_t i = 0; i < check.channels.size(); ++i) {
    const std::string& message = check.verdict.messages[i];
    fmt::print("    {}{}\n", check.channels[i],
               message.empty() ? "" : fmt::format(", held by {}, which waits for", message));
  }
  if (check.channels.size() > 1) fmt::print("    {}\n", check.channels.front());
  if (!check.prevention.empty()) fmt::print("{}\n", check.prevention);
}

}  // namespace

int deadlock_command(RunConfig config, Json* answer) {
  const Replaceable existing{config.force, kPageMark, "a page"};
  if (!config.output.empty()) check_replaceable(config.output, existing);
  const DeadlockCheck check = check_deadlock(config);
  if (answer != nullptr) {
    *answer = json_of(check);
  } else {
    print_verdict(check);
  }
  if (!config.output.empty()) {
    const std::string page = report_page({verdict_data(check)});
    write_whole_file(config.output, existing, [&](std::ostream& file) { file << page; });
    if (answer == nullptr) fmt::print("page       {}\n", config.output);
  }
  return check.verdict.risk == DeadlockRisk::kCanDeadlock ? kDeadlocked : kDone;
}

}  // namespace torusim
