#include "models/sources/open_loop.h"

#include <algorithm>

namespace torusim {
namespace {

/// Limit of the places for worms that the source provides before the parts work independently, for the
/// packets that might begin: 3 MB.
constexpr std::int64_t kMostProvided = 8192;

std::vector<Arrivals> arrivals_of(const Pattern& pattern, const OpenLoopOptions& options, NodeId nodes) {
  const double mean = options.packet.mean_flits();
  if (pattern.table() == nullptr || pattern.is_trace() || options.closed.on())
    return {Arrivals(options.injection, options.load, mean)};
  std::vector<Arrivals> arrivals;
  for (NodeId node = 0; node < nodes; ++node) {
    const bool sends = pattern.sends(node);
    arrivals.emplace_back(options.injection, options.load * (sends ? pattern.rate(node) : 1),
                          sends ? pattern.mean_flits(node, mean) : mean);
  }
  return arrivals;
}

}  // namespace

OpenLoopTraffic::OpenLoopTraffic(const Hardware& hardware, const Pattern& pattern,
                                 const OpenLoopOptions& options, WormTable& worms,
                                 const std::vector<Observer*>& observers, const PairRoutes* pairs)
    : plan_{hardware,
            pattern,
            PacketRoutes(hardware.topology, pairs),
            options,
            std::nullopt,
            arrivals_of(pattern, options, hardware.topology.nodes()),
            options.warm_up + options.window,
            observers},
      worms_(worms),
      measured_end_(plan_.window_end) {
  const int layers = pairs != nullptr ? pairs->classes() : 1;
  if (hardware.classes > layers) plan_.reply_class = layers;
  if (!options.routing.plain()) plan_.routing.emplace(hardware, plan_.routes, options.routing);
  divide(std::vector<NodeId>{0});
}

void OpenLoopTraffic::divide(std::span<const NodeId> firsts) {
  const NodeId nodes = plan_.hardware.topology.nodes();
  parts_.clear();
  part_of_.clear();
  numbered_.assign(firsts.size(), {});
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    const NodeId end = i + 1 < firsts.size() ? firsts[i + 1] : nodes;
    parts_.push_back(std::make_unique<TrafficPart>(plan_, worms_, firsts[i], end));
    part_of_.resize(static_cast<std::size_t>(end), static_cast<std::uint16_t>(i));
  }
}

void OpenLoopTraffic::advance(Cycle now, std::vector<Injection>& injections) {
  if (numbers_in_parts_) number_last(now - 1);
  stop_when_enough(now);
  look_ahead(now);
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    provide(p, 1);
    parts_[p]->begin(now, injections);
    parts_[p]->number(now, next_number_);
    next_number_ += parts_[p]->beginning(now);
  }
}

/// Calls look_ahead() of the parts that have not determined the packets of the cycle.
void OpenLoopTraffic::look_ahead(Cycle now) {
  for (const auto& part : parts_) {
    if (part->looked_at() < now) part->look_ahead(now);
  }
}

Cycle OpenLoopTraffic::in_parts_until(Cycle now, Cycle end) {
  if (!by_part(now)) return now;
  numbers_in_parts_ = true;
  look_ahead(now);
  next_number_ = numbered_[0].packets;
  for (const auto& part : parts_) next_number_ += part->not_numbered() + part->beginning(now);
  Cycle cycles = std::min(end, plan_.window_end) - now;
  while (cycles > 1 && most_beginning(cycles) > kMostProvided) cycles /= 2;
  // The run must end in the cycle in which the numbers run out.
  if (next_number_ + most_beginning(cycles) >= Worm::kFirstSignal) cycles = 1;
  for (std::size_t p = 0; p < parts_.size(); ++p) provide(p, cycles);
  return now + cycles;
}

std::int64_t OpenLoopTraffic::most_beginning(Cycle cycles) const {
  std::int64_t most = 0;
  for (const auto& part : parts_) most += part->most_beginning(cycles);
  return most;
}

void OpenLoopTraffic::advance_part(Cycle now, std::size_t part, std::vector<Injection>& injections) {
  number_in_part(now - 1, part);
  parts_[part]->begin(now, injections);
}

/// After a cycle every part knows how many packets of each part began in it.
void OpenLoopTraffic::number_in_part(Cycle cycle, std::size_t part) {
  std::uint32_t& numbered = numbered_[part].packets;
  std::uint32_t all = 0;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    if (p == part) parts_[p]->number(cycle, numbered + all);
    all += parts_[p]->beginning(cycle);
  }
  numbered += all;
}

/// Numbers the packets of `cycle`, the last that the parts simulated independently.
void OpenLoopTraffic::number_last(Cycle cycle) {
  for (std::size_t p = 0; p < parts_.size(); ++p) number_in_part(cycle, p);
  next_number_ = numbered_[0].packets;
  numbers_in_parts_ = false;
}

/// Gives the part places for the worms that begin: spare places of another part, or new places.
void OpenLoopTraffic::provide(std::size_t part, Cycle cycles) {
  constexpr std::int64_t kMany = 256;
  const auto spare = [cycles](const auto& p) {
    const std::int64_t needed = cycles == 1 ? p->beginning(p->looked_at()) : p->most_beginning(cycles);
    return std::ssize(p->places()) - needed;
  };
  std::vector<WormSlot>& places = parts_[part]->places();
  for (std::int64_t missing; (missing = -spare(parts_[part])) > 0;) {
    const auto& most = *std::ranges::max_element(parts_, {}, spare);
    if (spare(most) < kMany) {
      // New places are used last, so that unneeded places are not touched.
      places.insert(places.begin(), static_cast<std::size_t>(missing), 0);
      std::generate_n(places.begin(), missing, [&] { return worms_.reserve(); });
    } else {
      std::vector<WormSlot>& from = most->places();
      places.insert(places.end(), from.end() - kMany / 2, from.end());
      from.resize(from.size() - kMany / 2);
    }
  }
}

std::size_t OpenLoopTraffic::leftovers(std::size_t part) const {
  return parts_[part]->beginning(parts_[part]->looked_at());
}

void OpenLoopTraffic::do_leftovers(std::size_t part) {
  const Cycle next = parts_[part]->looked_at() + 1;
  if (parts_.size() > 1 && by_part(next)) parts_[part]->look_ahead(next);
}

void OpenLoopTraffic::stop_when_enough(Cycle now) {
  if (stopped_ || now < plan_.window_end) return;
  if (!window_over_) {
    window_over_ = true;
    const bool loaded = !plan_.pattern.is_trace() && !plan_.options.closed.on();
    stopped_ = loaded && accepted() < kAcceptedShare * offered();
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
  if (plan_.pattern.is_trace()) return std::ssize(plan_.pattern.table()->trace);
  if (plan_.options.closed.on()) {
    const Cycle now = std::max<Cycle>(parts_.front()->looked_at(), 1);
    return static_cast<std::int64_t>(static_cast<double>(delivered()) *
                                     static_cast<double>(plan_.window_end) / static_cast<double>(now));
  }
  return static_cast<std::int64_t>(plan_.options.load / plan_.options.packet.mean_flits() *
                                   static_cast<double>(plan_.window_end) * plan_.pattern.rate());
}

double OpenLoopTraffic::per_node_and_cycle(std::int64_t flits) const {
  const Cycle cycles = measured_cycles();
  return cycles == 0
             ? 0
             : static_cast<double>(flits) / static_cast<double>(cycles) / plan_.hardware.topology.nodes();
}

double OpenLoopTraffic::offered() const {
  std::int64_t flits = 0;
  for (const auto& part : parts_) flits += part->offered_flits(measured_end_);
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
