#include "testbench/tests/rtl/runs.h"

namespace torusim::test {

StoredSchedule schedule_for(const Corner& corner) {
  return random_exchange(Topology::parse(corner.shape), 2, corner.classes, 3);
}

RunOptions options_for(Schedule& schedule, const Corner& corner) {
  RunOptions options = options_for(schedule, Synchronisation::kNone);
  corner.set(options);
  return options;
}

StoredSchedule detours(const Topology& topology, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Phase> result;
  for (NodeId from = 0; from < topology.nodes(); ++from) {
    for (NodeId to = 0; to < topology.nodes(); ++to) {
      if (from == to) continue;
      const auto dimension = static_cast<std::int16_t>(random() % topology.dimensions());
      const auto hops = static_cast<std::int16_t>(random() % 2 == 0 ? 1 : -1);
      const NodeId by = topology.displaced(from, dimension, hops);
      Transfer message = transfer(topology, from, to);
      message.route = Route{{dimension, hops}};
      for (const Run& run : dimension_order_route(topology, by, to)) message.route.append(run);
      result.push_back({"D" + std::to_string(result.size()), {message}, {}, false});
    }
  }
  ScheduleInfo info;
  info.name = "detours";
  info.topology = topology;
  return StoredSchedule(info, std::move(result));
}

}  // namespace torusim::test
