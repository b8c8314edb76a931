#include "schedules/link_load.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace torusim {

LinkLoads::LinkLoads(const Topology& topology)
    : topology_(topology), loads_(static_cast<std::size_t>(topology.nodes()) * topology.network_ports()) {}

void LinkLoads::count(const Phase& phase) {
  std::fill(loads_.begin(), loads_.end(), 0);
  max_ = 0;
  for (const Transfer& transfer : phase.transfers) {
    NodeId at = transfer.source;
    for (const Run& run : transfer.route) {
      const int port = Topology::port(run.dimension, run.hops);
      for (int hop = std::abs(run.hops); hop > 0; --hop, at = topology_.neighbor(at, port)) {
        max_ = std::max(max_, ++loads_[index(at, port)]);
      }
    }
  }
}

std::vector<int> max_link_loads(Schedule& schedule) {
  LinkLoads loads(schedule.info().topology);
  std::vector<int> result;
  schedule.rewind();
  for (Phase phase; schedule.next(phase);) {
    loads.count(phase);
    result.push_back(loads.max());
  }
  schedule.rewind();
  return result;
}

double SharedLinkModel::shares(std::span<const int> loads) const {
  double result = 0;
  for (const int load : loads) result += std::max(1.0, std::ldexp(load, -gamma));
  return result;
}

double SharedLinkModel::time(std::span<const int> loads, double bytes) const {
  return static_cast<double>(loads.size()) * alpha + bytes * beta * shares(loads);
}

}  // namespace torusim
