#include "testbench/config/recorded_options.h"

#include "testbench/process/parse_json.h"

namespace torusim {

nlohmann::ordered_json recorded_options(const RunConfig& config, Command command) {
  nlohmann::ordered_json json;
  for (const Option& option : option_table()) {
    if (!option.recorded() || !option.of(command)) continue;
    const std::string value = option.get(config);
    // Options that few runs have are recorded only if they are given.
    const bool rare = option.name == "clock" || option.name == "link" || option.name == "size" ||
                      option.name == "flit-bytes" || option.name == "map" || option.name == "host" ||
                      option.name == "collectives" || option.name == "groups" || option.name == "ctrl-deps" ||
                      option.name == "routing" || option.name == "fail" || option.name == "reroute" ||
                      option.name == "link-rate" || option.name == "slow-node" || option.name == "reply" ||
                      option.name == "outstanding" || option.name == "service" || option.name == "start-skew";
    if (rare && value == option.standard()) continue;
    json[option.name] = value;
    if (option.kind != Option::Kind::kNumber) continue;
    const auto number = parse_json(value, false);
    if (!number.is_discarded()) json[option.name] = number;
  }
  return json;
}

}  // namespace torusim
