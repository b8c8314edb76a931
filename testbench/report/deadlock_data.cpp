#include "testbench/report/deadlock_data.h"

#include <fmt/format.h>

#include <unordered_map>

#include "testbench/report/page_summary.h"

namespace torusim {

nlohmann::ordered_json deadlock_data(const Explanation& run) {
  auto json = page_table({"node", "port", "name", "vc", "holder", "waiting"});
  const std::vector<ChannelWait>& cycle = run.result.deadlock_cycle;
  if (cycle.empty()) return json;
  const FlitHistory& history = run.history;
  std::unordered_map<std::uint32_t, std::string> names;  // by number; of the worms of the cycle
  for (const ChannelWait& wait : cycle) names[wait.waiting];
  WormIndex index = 0;
  for (const WormRecord& worm : history.worms()) {
    if (const auto found = names.find(worm.number); found != names.end())
      found->second = worm_name(run, index);
    ++index;
  }
  const Hardware& hardware = history.hardware();
  for (const ChannelWait& wait : cycle) {
    const ChannelRef& at = wait.channel;
    json["rows"].push_back(
        {at.node, at.port, channel_words(history, history.table().id(at.node, at.port)),
         fmt::format("class {} lane {}", hardware.vc_class(at.vc), hardware.vc_lane(at.vc)),
         names[wait.holder], names[wait.waiting]});
  }
  return json;
}

}  // namespace torusim
