#include "models/sources/open_loop.h"

#include <algorithm>

namespace torusim {
namespace {

/// A run that is too long for any route is not to come up in the middle of a measurement. Throws InputError.
void check_routes(const Topology& topology) {
  Topology::Coordinates far{};
  for (int d = 0; d < topology.dimensions(); ++d) {
    far[d] = topology.wraps(d) ? topology.side(d) / 2 : topology.side(d) - 1;
  }
  dimension_order_route(topology, 0, topology.node(far));
}

}  // namespace

OpenLoopTraffic::OpenLoopTraffic(const Hardware& hardware, const Pattern& pattern,
                                 const OpenLoopOptions& options, WormTable& worms,
                                 const std::vector<Observer*>& observers)
    : plan_{hardware,
            pattern,
            options,
            Arrivals(options.injection, options.load, options.packet.mean_flits()),
            options.warm_up + options.window,
            observers},
      worms_(worms) {
  check_routes(hardware.topology);
  divide(std::vector<NodeId>{0});
}

void OpenLoopTraffic::divide(std::span<const NodeId> firsts) {
  const NodeId nodes = plan_.hardware.topology.nodes();
  parts_.clear();
  part_of_.clear();
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    const NodeId end = i + 1 < firsts.size() ? firsts[i + 1] : nodes;
    parts_.push_back(std::make_unique<TrafficPart>(plan_, worms_, firsts[i], end));
    part_of_.resize(static_cast<std::size_t>(end), static_cast<std::uint16_t>(i));
  }
}

void OpenLoopTraffic::advance(Cycle now, std::vector<Injection>& injections) {
  stop_when_enough(now);
  look_ahead(now);
  for (const auto& part : parts_) part->begin(now, injections);
}

/// What has not been found out yet of the packets that begin in the cycle; numbers them.
void OpenLoopTraffic::look_ahead(Cycle now) {
  for (const auto& part : parts_) {
    if (part->looked_at() < now) part->look_ahead(now);
    part->number_from(next_number_);
    next_number_ += static_cast<std::uint32_t>(part->beginning());
  }
  for (const auto& part : parts_) provide(*part);
}

/// Sees that the part has places for the worms that begin: those that another has to spare, or new ones.
void OpenLoopTraffic::provide(TrafficPart& part) {
  constexpr std::int64_t kMany = 256;
  while (part.spare_places() < 0) {
    const auto less = [](const auto& a, const auto& b) { return a->spare_places() < b->spare_places(); };
    TrafficPart& most = **std::max_element(parts_.begin(), parts_.end(), less);
    if (most.spare_places() < kMany) {
      part.places().push_back(worms_.reserve());
    } else {
      std::vector<WormSlot>& from = most.places();
      part.places().insert(part.places().end(), from.end() - kMany / 2, from.end());
      from.resize(from.size() - kMany / 2);
    }
  }
}

bool OpenLoopTraffic::in_parts(Cycle now) {
  if (!by_part(now)) return false;
  look_ahead(now);
  return true;
}

void OpenLoopTraffic::advance_part(Cycle now, std::size_t part, std::vector<Injection>& injections) {
  parts_[part]->begin(now, injections);
}

std::size_t OpenLoopTraffic::leftovers(std::size_t part) const { return parts_[part]->beginning(); }

void OpenLoopTraffic::do_leftovers(std::size_t part) {
  const Cycle next = parts_[part]->looked_at() + 1;
  if (parts_.size() > 1 && by_part(next)) parts_[part]->look_ahead(next);
}

void OpenLoopTraffic::stop_when_enough(Cycle now) {
  if (stopped_ || now < plan_.window_end) return;
  if (!window_over_) {
    window_over_ = true;
    stopped_ = accepted() < kAcceptedShare * offered();
  }
  stopped_ = stopped_ || complete() || now >= plan_.window_end + plan_.options.drain;
  if (!stopped_) return;
  for (const auto& part : parts_) part->stop();
}

Cycle OpenLoopTraffic::next_timer() const {
  Cycle next = kNever;
  for (const auto& part : parts_) next = std::min(next, part->next_timer());
  const Cycle end = plan_.window_end;
  return stopped_ ? next : std::min(next, window_over_ ? end + plan_.options.drain : end);
}

std::int64_t OpenLoopTraffic::total() const {
  return static_cast<std::int64_t>(plan_.options.load / plan_.options.packet.mean_flits() *
                                   static_cast<double>(plan_.window_end) * plan_.pattern.senders());
}

double OpenLoopTraffic::per_node_and_cycle(std::int64_t flits) const {
  return static_cast<double>(flits) / static_cast<double>(plan_.options.window) /
         plan_.hardware.topology.nodes();
}

double OpenLoopTraffic::offered() const {
  std::int64_t flits = 0;
  for (const auto& part : parts_) flits += part->offered_flits();
  return per_node_and_cycle(flits);
}

bool OpenLoopTraffic::complete() const {
  const PacketSums sums = this->sums();
  return sums.behind == 0 && sums.measured_in_flight == 0;
}

PacketSums OpenLoopTraffic::sums() const {
  PacketSums all;
  for (const auto& part : parts_) all.add(part->sums());
  return all;
}

LatencyStatistics OpenLoopTraffic::latency() const {
  LatencyStatistics all;
  for (const auto& part : parts_) all.add(part->latency());
  return all;
}

LatencyStatistics OpenLoopTraffic::network_latency() const {
  LatencyStatistics all;
  for (const auto& part : parts_) all.add(part->network_latency());
  return all;
}

}  // namespace torusim
