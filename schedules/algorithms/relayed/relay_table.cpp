#include "schedules/algorithms/relayed/relay_table.h"

namespace torusim {

Topology RelayTable::torus() const {
  std::vector<Dimension> dimensions;
  for (const int side : sides) dimensions.push_back({side, Line::kRing});
  return Topology(std::move(dimensions));
}

RelayPhases RelayTable::phases() const {
  RelayPhases result(torus(), period);
  const int dimensions = static_cast<int>(sides.size());
  RelayPhases::Hops phase;
  int d = 0;
  for (const char letter : hops) {
    if (letter == ' ' || letter == '\n') continue;
    if (d == 0) phase.emplace_back();
    phase.back()[d] = letter == '.' ? 0 : letter >= 'a' ? 'a' - 1 - letter : letter - 'A' + 1;
    d = (d + 1) % dimensions;
    if (d == 0 && static_cast<int>(phase.size()) == result.classes()) {
      result.add(std::move(phase));
      phase.clear();
    }
  }
  return result;
}

}  // namespace torusim
