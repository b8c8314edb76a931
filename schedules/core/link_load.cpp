#include "schedules/core/link_load.h"

#include <algorithm>
#include <cmath>

namespace torusim {

LinkLoads::LinkLoads(const Topology& topology)
    : topology_(topology), loads_(static_cast<std::size_t>(topology.nodes()) * topology.network_ports()) {}

void LinkLoads::count(const Phase& phase) {
  std::fill(loads_.begin(), loads_.end(), 0);
  max_ = 0;
  for (const Transfer& transfer : phase.transfers) {
    transfer.route.for_each_channel(topology_, transfer.source, [&](NodeId node, int port) {
      max_ = std::max(max_, ++loads_[index(node, port)]);
    });
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
