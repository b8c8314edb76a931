#include "models/contract/channel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

#include "schedules/core/error.h"

namespace torusim {
namespace {

constexpr int kMaxHops = (1 << 9) - 1;
constexpr int kMaxSegments = 4 * (std::tuple_size_v<Data> - 1);

}  // namespace

Data head_data(const Hardware& hardware, const Worm& worm) {
  if (hardware.adaptive) {
    const auto ejection = static_cast<std::uint64_t>(hardware.network_ports() + worm.ejection_channel);
    return {(std::uint64_t(worm.flits) << 32) | worm.number,
            (std::uint64_t(worm.destination) << 32) | ejection};
  }
  return head_data(hardware, worm, 0, run_channels(hardware, worm, 0));
}

Data head_data(const Hardware& hardware, const Worm& worm, int run, int hops_left) {
  Data data{};
  data[0] = (std::uint64_t(worm.flits) << 32) | worm.number;
  int segments = 0;
  const auto append = [&](int port, int hops, int lane) {
    assert(port >= 0 && port < hardware.ports() && hops >= 1 && hops <= kMaxHops);
    if (segments == kMaxSegments) {
      throw InputError(fmt::format("the route {} of message {} needs more than {} segments in the head flit",
                                   worm.route.text(), worm.number, kMaxSegments));
    }
    data[1 + segments / 4] |= std::uint64_t(port | hops << 5 | lane << 14) << (16 * (segments % 4));
    ++segments;
  };
  for (; run < worm.route.size(); ++run) {
    const Run& straight = worm.route[run];
    const int port = hardware.topology.port(straight.dimension, straight.hops);
    for (int left = hops_left; left > 0; left -= kMaxHops) {
      append(port, std::min(left, kMaxHops), worm.route.lane(run));
    }
    hops_left = run_channels(hardware, worm, run + 1);
  }
  append(hardware.network_ports() + worm.ejection_channel, 1, worm.route.local_lane());
  return data;
}

namespace {

/// The path that the segments of a head describe.
class HeadRoute {
 public:
  HeadRoute(const Hardware& hardware, NodeId source) : hardware_(hardware), at_(source) {}

  /// Takes a segment; returns true at the last one, which names the local port.
  bool take(int port, int hops, int lane) {
    if (hops == 0) throw InputError("without a segment that names a local port");
    if (port >= hardware_.ports()) {
      throw InputError(fmt::format("that goes by port {} of {}", port, hardware_.ports()));
    }
    if (port >= hardware_.network_ports()) {
      if (hops != 1)
        throw InputError(fmt::format("that is ejected by port {} with {} hops, not 1", port, hops));
      ejection_channel_ = port - hardware_.network_ports();
      local_lane_ = lane;
      return true;
    }
    const Topology& topology = hardware_.topology;
    const int dimension = topology.port_dimension(port), step = topology.port_step(port);
    for (int left = hops; left > 0; --left) {
      if (!topology.has_channel(at_, port)) {
        throw InputError(
            fmt::format("that leaves the network at node {} by port {}", topology.node_name(at_), port));
      }
      at_ = topology.neighbor(at_, port);
      go(dimension, step, lane);
    }
    return false;
  }
  NodeId at() const { return at_; }
  int ejection_channel() const { return ejection_channel_; }
  Route route() const {
    Route route;
    for (const auto& [run, lane] : runs_) {
      route.append(run);
      route.set_lane(route.size() - 1, lane);
    }
    route.set_local_lane(local_lane_);
    return route;
  }

 private:
  void go(int dimension, int step, int lane) {
    const bool straight = !runs_.empty() && !hardware_.topology.jumps(dimension) &&
                          runs_.back().first.dimension == dimension &&
                          (runs_.back().first.hops > 0) == (step > 0) && runs_.back().second == lane;
    if (straight) {
      runs_.back().first = Run::of(dimension, runs_.back().first.hops + step);
    } else {
      runs_.emplace_back(Run::of(dimension, step), lane);
    }
  }

  const Hardware& hardware_;
  NodeId at_;
  int ejection_channel_ = 0, local_lane_ = 0;
  std::vector<std::pair<Run, int>> runs_;  // each run with the lane of its segments
};

}  // namespace

Worm worm_of_head(const Hardware& hardware, NodeId source, const Data& head) {
  Worm worm;
  worm.number = message_number(head);
  worm.flits = length_or_index(head);
  worm.source = source;
  if (worm.flits < 1 || worm.flits > Worm::kMostFlits) {
    throw InputError(fmt::format("of {} flits; a message has 1 to {}", worm.flits, Worm::kMostFlits));
  }
  HeadRoute route(hardware, source);
  for (int segment = 0;; ++segment) {
    if (segment == kMaxSegments) throw InputError("without a segment that names a local port");
    const auto bits = static_cast<int>(head[1 + segment / 4] >> (16 * (segment % 4)) & 0xFFFF);
    if (route.take(bits & 0x1F, bits >> 5 & 0x1FF, bits >> 14)) break;
  }
  worm.destination = route.at();
  if (worm.destination == source) throw InputError("whose route ends at its source");
  worm.ejection_channel = static_cast<std::int16_t>(route.ejection_channel());
  worm.route = route.route();
  if (const std::string reason = hardware.unsupported_reason(worm.flits); !reason.empty()) {
    throw InputError("that cannot go: " + reason);
  }
  return worm;
}

Data payload_data(const Worm& worm, std::uint32_t index) {
  assert(index >= 1);
  Data data{};
  data[0] = (std::uint64_t(index) << 32) | worm.number;
  data[1] = payload_word(worm, index);
  return data;
}

void check_width(const Data& data, std::size_t words) {
  for (std::size_t w = words; w < data.size(); ++w) {
    if (data[w] == 0) continue;
    throw InputError(fmt::format(
        "the route of message {} needs a head of more than the {} bits of the RTL router; build one "
        "that is wider (-DTORUSIM_RTL_MODELS=..data=320, or torusim_add_router's DATA)",
        message_number(data), 64 * words));
  }
}

}  // namespace torusim
