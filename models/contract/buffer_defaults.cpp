#include "models/contract/buffer_defaults.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/core/error.h"

namespace torusim {

int default_reserve(const Hardware& hardware, const std::function<std::int64_t()>& longest_worm) {
  const int round_trip = Hardware::credit_round_trip(hardware.link_delay, hardware.router_delay);
  if (!hardware.buffers_whole_worms()) return round_trip;
  const std::int64_t longest = longest_worm();
  if (longest == 0) {
    throw UsageError(fmt::format(
        "--switching {} needs --reserve FLITS, or --packet FLITS with the length of the longest message",
        to_text(hardware.switching)));
  }
  if (hardware.bubbles()) {
    const std::int64_t slots = 1 + (round_trip + longest - 1) / longest;
    if (slots * longest <= Hardware::kMaxSlots) return static_cast<int>(slots * longest);
    return Hardware::kMaxSlots;
  }
  if (longest > Hardware::kMaxSlots) {
    throw UsageError(
        fmt::format("--switching {} keeps whole worms in a buffer: the longest has {} flits, a buffer "
                    "at most {}",
                    to_text(hardware.switching), longest, int{Hardware::kMaxSlots}));
  }
  return std::max(round_trip, static_cast<int>(longest));
}

int packet_slots_for(const Hardware& hardware, std::int64_t longest) {
  if (2 * longest > Hardware::kMaxSlots) {
    throw UsageError(
        fmt::format("--switching bubble keeps two of the longest worms in a buffer: they have {} flits each, "
                    "a buffer at most {}",
                    longest, int{Hardware::kMaxSlots}));
  }
  if (2 * longest > hardware.reserve) {
    throw UsageError(fmt::format(
        "--reserve {}: --switching bubble needs two of the longest worms in a buffer, so {} or more",
        hardware.reserve, 2 * longest));
  }
  return static_cast<int>(hardware.reserve / longest);
}

void fill_buffers(Hardware& hardware, std::int64_t longest) {
  if (hardware.reserve == 0) hardware.reserve = default_reserve(hardware, [&] { return longest; });
  if (hardware.bubbles() && longest > 0) hardware.packet_slots = packet_slots_for(hardware, longest);
}

}  // namespace torusim
