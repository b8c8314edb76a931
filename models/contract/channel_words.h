#pragma once
/// The words on the pins of a channel (docs/router.md). A flit travels forward; a credit travels backward,
/// and under circuit switching an ack. This header includes nothing of torusim, so a user-supplied router can
/// be compiled against it.

#include <array>
#include <cstdint>

namespace torusim {

/// The data bits of a flit: 128 by default, word 0 the low ones. Routes of more than four segments need wider
/// heads; the unused words of a narrow flit stay 0.
using Data = std::array<std::uint64_t, 5>;

struct Forward {
  bool valid = false;
  bool head = false;
  bool tail = false;
  std::uint8_t vc = 0;
  Data data{};
  bool operator==(const Forward&) const = default;
};

struct Backward {
  bool credit = false;
  std::uint8_t credit_vc = 0;
  bool ack = false;  ///< the head of the worm that owns `ack_vc` has reached its destination
  std::uint8_t ack_vc = 0;

  bool active() const { return credit || ack; }
  bool operator==(const Backward&) const = default;
};

inline std::uint32_t message_number(const Data& data) { return static_cast<std::uint32_t>(data[0]); }
/// The worm's length in flits (head), or the index (payload flit).
inline std::uint32_t length_or_index(const Data& data) { return static_cast<std::uint32_t>(data[0] >> 32); }
/// The output port that the first route segment of a head names.
inline int route_port(const Data& head) { return static_cast<int>(head[1] & 0x1F); }
/// The lane that the first route segment of a head names.
inline int route_lane(const Data& head) { return static_cast<int>(head[1] >> 14 & 3); }

/// The destination of a head under adaptive routing; route_port() is the local port that ejects the head
/// there.
inline std::int32_t head_destination(const Data& head) { return static_cast<std::int32_t>(head[1] >> 32); }

/// The head after one hop by route_port(). A segment without remaining hops is shifted out.
inline Data advance_route(Data head) {
  constexpr std::uint64_t kOneHop = 1 << 5, kHops = 0x1FF << 5;
  head[1] -= kOneHop;
  if ((head[1] & kHops) != 0) return head;
  for (std::size_t word = 1; word < head.size(); ++word) {
    head[word] >>= 16;
    if (word + 1 < head.size()) head[word] |= head[word + 1] << 48;
  }
  return head;
}

}  // namespace torusim
