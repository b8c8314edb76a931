#pragma once
/// The number of flits that every output VC can send, if the VCs of the far buffer share slots.
///
/// Without shared slots the count of an output VC is the number of flits that it can send: it begins at
/// `reserve`, a flit takes one, a credit adds one, and the VC is available while the count is not zero. With
/// shared slots a VC still has one count, of its own slots and the whole pool, but other VCs may use up the
/// pool. So each port also counts the used slots of the pool. A few operations must find the VCs with flits
/// in the pool from the counts. For that every count is larger by a `bias`: when the VC's own slots are just
/// used up, the count is a power of two, the digit `pool_digit`.
///
/// Worked example, reserve = 2 and shared = 3. A VC with no flit in flight has 5 slots. The power of two
/// above 3 is 4, so bias = 4 - 3 = 1, pool_digit = 2, and used_up = 3 + 1 = 4:
///
///     in flight          0    1    2    3    4    5
///     slots + bias       6    5    4    3    2    1
///     digits 2 1 0      110  101  100  011  010  001
///                       own slots |    slots of the pool
///
/// - Digit pool_digit, or a digit above it, is set: no flit of the VC is in the pool. A flit after which they
///   are clear has taken a slot of the pool, a credit that finds them clear gives one back.
/// - One of them is set and another digit is, too: the VC has slots of its own left, and may send whatever
///   other VCs do.
/// - Else the next flit needs a slot of the pool: the VC may send while its port's pool is open
///   (StreamSets::pool_open).

#include "models/fast/counters.h"
#include "models/fast/views.h"

namespace torusim::fast {

class Pools {
 public:
  Pools(const NetworkState& state, const Hardware& hardware)
      : state_(state), vcs_(hardware.vcs()), shared_(hardware.shared) {}

  /// Whether buffers share slots. If not, a VC may send while its count is not zero.
  bool any() const { return shared_ != 0; }

  /// Counts the flits sent by output VCs of a word, and the credits for them, and updates the set of VCs that
  /// may send.
  template <typename View>
  [[gnu::always_inline]] void count_outputs(const View& router, int word, std::uint64_t credited,
                                            std::uint64_t sent) const {
    if (View::kLean || shared_ == 0) {
      router.sets(word).available = count(router.digits(word), router.digit_count(), credited, sent);
    } else {
      count_pooled(RouterView(state_, router.node()), word, credited, sent);
    }
  }
  /// Counts the credits among the arrivals of a word, and removes them from `came`. A credit may open other
  /// outputs of its port, in other words too.
  template <typename View>
  void take_credits(const View& router, int word, std::uint64_t& came) const {
    const std::uint64_t credited = came & ~Layout::kInputs;
    if (credited != 0) count_outputs(router, word, credited, 0);
    came &= Layout::kInputs;
  }
  /// Whether credits that come in every cycle open the pool at the far end of a port, before a flit takes the
  /// slot.
  bool opens_in_every_cycle(const RouterView& router, int port) const;
  /// Updates the pools for flits that output VCs of a word have sent; the counts include them.
  void take(const RouterView& router, int word, std::uint64_t sent) const;

 private:
  void count_pooled(const RouterView& router, int word, std::uint64_t credited, std::uint64_t sent) const;
  std::uint64_t own_slots(const RouterView& router, int word) const;
  void switch_pool(const RouterView& router, int port) const;
  void allow(const RouterView& router, int word) const;

  const NetworkState& state_;
  const int vcs_, shared_;
};

}  // namespace torusim::fast
