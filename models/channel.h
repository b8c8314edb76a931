#pragma once
/// What the pins of a channel carry, as in docs/router.md: a flit forward, a credit backward.

#include <array>
#include <cstdint>
#include <string>

#include "models/worm.h"

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
  bool operator==(const Backward&) const = default;
};

/// The head flit of a worm. Word 0: message number and length in flits; then segments of 16 bits, the first
/// to follow lowest: port (5 bits) and hops (11 bits). The last segment names the local port that ejects.
/// Throws InputError when the route needs more segments than the widest head carries.
Data head_data(const Hardware& hardware, const Worm& worm);
/// The same head further on: `hops_left` hops of run `run` of the route are still to go, and all later runs.
Data head_data(const Hardware& hardware, const Worm& worm, int run, int hops_left);
/// Payload flit `index` of a worm: word 0 message number and index, word 1 a function of source, destination
/// and index, so that every word can be checked.
Data payload_data(const Worm& worm, std::uint32_t index);

inline std::uint32_t message_number(const Data& data) { return static_cast<std::uint32_t>(data[0]); }
/// Of a head: the worm's length in flits; of a payload flit: its index.
inline std::uint32_t length_or_index(const Data& data) { return static_cast<std::uint32_t>(data[0] >> 32); }
inline int route_port(const Data& head) { return static_cast<int>(head[1] & 0x1F); }
/// The head as it leaves by route_port(): one hop fewer, the segment shifted out when none is left.
Data advance_route(Data head);

}  // namespace torusim
