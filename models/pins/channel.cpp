#include "models/pins/channel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "schedules/error.h"

namespace torusim::pins {
namespace {

constexpr int kMaxHops = (1 << 11) - 1;
constexpr int kMaxSegments = 4 * (std::tuple_size_v<Data> - 1);

}  // namespace

Data head_data(const Hardware& hardware, const Worm& worm) {
  Data data{};
  data[0] = (std::uint64_t(worm.flits) << 32) | worm.number;
  int segments = 0;
  const auto append = [&](int port, int hops) {
    if (segments == kMaxSegments) {
      throw InputError(fmt::format("the route {} of message {} needs more than {} segments in the head flit",
                                   worm.route.text(), worm.number, kMaxSegments));
    }
    data[1 + segments / 4] |= std::uint64_t(port | (hops << 5)) << (16 * (segments % 4));
    ++segments;
  };
  for (const Run& run : worm.route) {
    for (int left = std::abs(run.hops); left > 0; left -= kMaxHops) {
      append(Topology::port(run.dimension, run.hops), std::min(left, kMaxHops));
    }
  }
  append(hardware.network_ports() + worm.ejection_channel, 1);
  return data;
}

Data payload_data(const Worm& worm, std::uint32_t index) {
  Data data{};
  data[0] = (std::uint64_t(index) << 32) | worm.number;
  data[1] = payload_word(worm.source, worm.destination, index);
  return data;
}

Data advance_route(Data head) {
  constexpr std::uint64_t kOneHop = 1 << 5;
  head[1] -= kOneHop;
  if (((head[1] >> 5) & kMaxHops) != 0) return head;
  for (std::size_t word = 1; word < head.size(); ++word) {
    head[word] >>= 16;
    if (word + 1 < head.size()) head[word] |= head[word + 1] << 48;
  }
  return head;
}

std::ostream& operator<<(std::ostream& stream, const Forward& forward) {
  if (!forward.valid) return stream << "-";
  return stream << fmt::format("{}{} vc {} message {}", forward.head ? "head " : "",
                               forward.tail ? "tail " : "", forward.vc, message_number(forward.data));
}

std::ostream& operator<<(std::ostream& stream, const Backward& backward) {
  if (!backward.credit) return stream << "-";
  return stream << "credit vc " << int{backward.credit_vc};
}

void sc_trace(sc_core::sc_trace_file* file, const Forward& forward, const std::string& name) {
  sc_core::sc_trace(file, forward.valid, name + ".valid");
  sc_core::sc_trace(file, forward.head, name + ".head");
  sc_core::sc_trace(file, forward.tail, name + ".tail");
  sc_core::sc_trace(file, forward.vc, name + ".vc");
  sc_core::sc_trace(file, forward.data[0], name + ".data0");
  sc_core::sc_trace(file, forward.data[1], name + ".data1");
}

void sc_trace(sc_core::sc_trace_file* file, const Backward& backward, const std::string& name) {
  sc_core::sc_trace(file, backward.credit, name + ".credit");
  sc_core::sc_trace(file, backward.credit_vc, name + ".credit_vc");
}

}  // namespace torusim::pins
