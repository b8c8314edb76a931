#pragma once
/// The routes of messages of the C library that name none.

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "models/part/message.h"
#include "models/run/traffic_options.h"
#include "models/sources/packet_routes.h"
#include "models/sources/source_routing.h"
#include "schedules/core/error.h"
#include "schedules/core/mix_bits.h"

namespace torusim::library {

class DefaultRoutes {
 public:
  /// The hardware must outlive this object.
  DefaultRoutes(const Hardware& hardware, const TrafficOptions& options)
      : topology_(hardware.topology),
        pairs_(options.pairs),
        classes_(hardware.classes),
        seed_(options.traffic.seed),
        lanes_(topology_, hardware.lanes) {
    const RoutingOptions& routing = options.traffic.routing;
    balanced_ = routing.lanes == LaneChoice::kBalanced;
    if (routing.routing == Routing::kDimensionOrder) return;
    minimal_.emplace(topology_);
    chosen_.emplace(hardware, *minimal_, routing);
  }

  /// Sets the route of message `number`, and adds the class of a route round failed links. Leaves a message
  /// without a route if it has the network's own, or as it is if its nodes or class do not exist. Throws
  /// InputError if the route's class is none of the network's.
  void choose(Message& message, std::int64_t number) const {
    const auto there = [&](NodeId node) { return node >= 0 && node < topology_.nodes(); };
    if (!there(message.source) || !there(message.destination) || message.source == message.destination)
      return;
    if (chosen_) {
      const auto random =
          static_cast<std::uint32_t>(mix_bits(seed_ + mix_bits(static_cast<std::uint64_t>(number))));
      chosen_->append(message.source, message.destination, random, message.route.emplace());
    } else if (const PairRoutes::Way* const way =
                   pairs_ ? pairs_->find(message.source, message.destination) : nullptr) {
      message.route = way->route;
      if (message.message_class < 0 || message.message_class >= classes_) return;  // no class of the network
      if (const int asked = message.message_class += way->message_class; asked >= classes_) {
        throw InputError(fmt::format(
            "message: its route round failed links is in class {}, and the network has {}; ask for "
            "more with --classes, or give the message a route",
            asked, classes_));
      }
    } else if (balanced_) {
      message.route = dimension_order_route(topology_, message.source, message.destination);
      lanes_.balance(message.source, static_cast<std::uint64_t>(number), false, *message.route);
    }
  }

 private:
  const Topology& topology_;
  const std::shared_ptr<const PairRoutes> pairs_;
  const int classes_;
  const std::uint64_t seed_;
  const LaneChooser lanes_;
  bool balanced_ = false;
  std::optional<PacketRoutes> minimal_;
  std::optional<SourceRouting> chosen_;
};

}  // namespace torusim::library
