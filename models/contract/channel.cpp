#include "models/contract/channel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "schedules/core/error.h"

namespace torusim {
namespace {

constexpr int kMaxHops = (1 << 11) - 1;
constexpr int kMaxSegments = 4 * (std::tuple_size_v<Data> - 1);

}  // namespace

Data head_data(const Hardware& hardware, const Worm& worm) {
  return head_data(hardware, worm, 0, run_channels(hardware, worm, 0));
}

Data head_data(const Hardware& hardware, const Worm& worm, int run, int hops_left) {
  Data data{};
  data[0] = (std::uint64_t(worm.flits) << 32) | worm.number;
  int segments = 0;
  const auto append = [&](int port, int hops) {
    assert(port >= 0 && port < hardware.ports() && hops >= 1 && hops <= kMaxHops);
    if (segments == kMaxSegments) {
      throw InputError(fmt::format("the route {} of message {} needs more than {} segments in the head flit",
                                   worm.route.text(), worm.number, kMaxSegments));
    }
    data[1 + segments / 4] |= std::uint64_t(port | (hops << 5)) << (16 * (segments % 4));
    ++segments;
  };
  for (; run < worm.route.size(); ++run) {
    const Run& straight = worm.route[run];
    const int port = hardware.topology.port(straight.dimension, straight.hops);
    for (int left = hops_left; left > 0; left -= kMaxHops) {
      append(port, std::min(left, kMaxHops));
    }
    hops_left = run_channels(hardware, worm, run + 1);
  }
  append(hardware.network_ports() + worm.ejection_channel, 1);
  return data;
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
