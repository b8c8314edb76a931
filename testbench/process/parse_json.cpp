#include "testbench/process/parse_json.h"

namespace torusim {

nlohmann::ordered_json parse_json(std::string_view text, bool throws) {
  return nlohmann::ordered_json::parse(text, nullptr, throws);
}

}  // namespace torusim
