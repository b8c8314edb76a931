#pragma once
/// The credit rule of docs/router.md at the sending end of a channel.

#include <cassert>
#include <cstdint>

namespace torusim::fast {

/// `in_flight` flits of a VC are sent and not credited. `below_reserve` has the VC's `bit` while `in_flight`
/// is less than the VC's own slots of the far buffer. `shared_used` counts the used slots of the channel's
/// shared pool.
struct CreditRule {
  int reserve;
  int shared;

  /// The number of flits that a VC may send before another credit comes.
  int room(int in_flight, int shared_used) const {
    return (in_flight < reserve ? reserve - in_flight : 0) + shared - shared_used;
  }

  /// Counts a flit that is sent; there must be room.
  void send(std::uint16_t& in_flight, std::uint64_t& below_reserve, std::uint64_t bit,
            std::int32_t& shared_used) const {
    assert(room(in_flight, shared_used) > 0);
    const int now = ++in_flight;
    below_reserve &= ~(now < reserve ? 0 : bit);
    shared_used += now > reserve;
  }
  /// Counts a credit; a flit must be in flight.
  void credit(std::uint16_t& in_flight, std::uint64_t& below_reserve, std::uint64_t bit,
              std::int32_t& shared_used) const {
    assert(in_flight > 0);
    const int now = --in_flight;
    below_reserve |= now < reserve ? bit : 0;
    shared_used -= now >= reserve;
  }
};

}  // namespace torusim::fast
