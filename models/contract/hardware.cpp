#include "models/contract/hardware.h"

#include <fmt/format.h>

#include <utility>

#include "schedules/core/error.h"

namespace torusim {
namespace {

void require(const char* name, std::int64_t value, std::int64_t low, std::int64_t high, const char* why) {
  if (value >= low && value <= high) return;
  const std::string range = low == high ? fmt::format("{}", low) : fmt::format("{} to {}", low, high);
  throw InputError(fmt::format("{} = {}: must be {} ({})", name, value, range, why));
}

/// The reason why the hardware has no adaptive routing; null: it has.
const char* adaptive_unsupported_reason(const Hardware& hardware) {
  const Topology& topology = hardware.topology;
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (topology.jumps(d)) return "for tori and meshes, not for complete and other graphs";
  }
  if (topology.twisted()) return "for plain tori and meshes, not for twisted ones";
  if (topology.failures() != nullptr) return "shortest paths must exist, and channels have failed";
  if (hardware.phase_gates) return "gates count the messages of fixed routes (synchronisation switch)";
  if (hardware.switching == Switching::kCircuit) return "no circuits; use wormhole, vct or saf";
  return nullptr;
}

}  // namespace

int Hardware::escape_lanes() const {
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (topology.wraps(d)) return 2;
  }
  return 1;
}

void Hardware::validate() const {
  require("alpha", alpha, 1, network_ports(), "one-port to all-port, as many as network ports");
  require("alpha", alpha, 1, kMaxPorts - network_ports(), "with the network ports at most 32 ports a router");
  if (adaptive) {
    if (const char* const reason = adaptive_unsupported_reason(*this)) {
      throw InputError(fmt::format("adaptive routing: {}", reason));
    }
    require("lanes", lanes, escape_lanes() + 1, kMaxLanes,
            "with adaptive routing: the escape lanes, and one more at least");
  } else {
    require("lanes", lanes, 1, 4, "one, the two of a dateline, or four: two such pairs");
    if (lanes == 3) throw InputError("lanes = 3: must be 1, 2 or 4 (lanes of datelines come in pairs)");
    if (lanes == 4 && network_ports() > kMaxPorts / 2) {
      throw InputError(fmt::format("lanes = 4: a router of {} network ports has at most 2", network_ports()));
    }
  }
  require("classes", classes, 1, kMaxVcs / lanes, "classes x lanes virtual channels are at most 64");
  require("reserve", reserve, 1, kMaxSlots,
          "flits; without a slot of its own a virtual channel could be locked out");
  require("shared", shared, 0, kMaxSlots, "flits");
  require("link-delay", link_delay, 1, 255, "cycles; 1 is the driver's own register");
  require("router-delay", router_delay, 1, kMaxRouterDelay, "cycles from a router's buffer to the channel");
  if (!bubbles()) return;
  require("lanes", lanes, 1, 1, "--switching bubble has no dateline");
  require("shared", shared, 0, 0, "flits; --switching bubble counts packet slots, which no lane shares");
  require("reserve", reserve, 2, kMaxSlots, "flits; --switching bubble keeps two worms in a buffer");
  require("packet slots", packet_slots, 2, reserve,
          "worms in a buffer; --switching bubble keeps one free in each ring");
  if (topology.failures() != nullptr) {
    throw InputError(
        "--switching bubble with --fail: messages round failed links leave and enter rings out of order");
  }
}

void Hardware::set_links(UnevenLinks links) {
  const LinkTime longest = links.longest(topology);
  link_delay = longest.delay;
  slow_links = longest.interval > 1;
  uneven = std::make_shared<const UnevenLinks>(std::move(links));
}

std::string Hardware::unsupported_reason(std::int64_t flits) const {
  if (bubbles() && flits > packet_slot()) {
    return fmt::format(
        "a worm of {} flits: --switching bubble has {} packet slots of {} flits in a buffer of {}", flits,
        packet_slots, packet_slot(), reserve);
  }
  if (!buffers_whole_worms()) return {};
  // Escape lanes must not wait for slots that adaptive lanes share with them.
  if (adaptive && flits > reserve) {
    return fmt::format(
        "a worm of {} flits: with adaptive routing {} keeps whole worms in slots of one lane, "
        "and reserve is {}",
        flits, to_text(switching), reserve);
  }
  if (flits <= slots()) return {};
  return fmt::format("a worm of {} flits: {} keeps whole worms in a buffer, and reserve + shared is {}",
                     flits, to_text(switching), slots());
}

const char* to_text(Switching switching) {
  switch (switching) {
    case Switching::kWormhole:
      return "wormhole";
    case Switching::kCutThrough:
      return "vct";
    case Switching::kStoreAndForward:
      return "saf";
    case Switching::kCircuit:
      return "circuit";
    case Switching::kBubble:
      return "bubble";
  }
  return "?";
}

const char* to_text(Arbitration arbitration) {
  return arbitration == Arbitration::kRoundRobin ? "round-robin" : "transit-first";
}

}  // namespace torusim
