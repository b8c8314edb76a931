#include "models/fast/pools.h"

namespace torusim::fast {

void Pools::count_pooled(const RouterView& router, int word, std::uint64_t credited,
                         std::uint64_t sent) const {
  // The first slot of a pool that is free again opens it.
  for (const int i : bits(credited & ~own_slots(router, word))) {
    const int port = router.port_at({word, i});
    if (router.cold_port(port).shared_used-- == shared_) switch_pool(router, port);
  }
  count(router.digits(word), router.digit_count(), credited, sent);
  take(router, word, sent);
}

void Pools::take(const RouterView& router, int word, std::uint64_t sent) const {
  for (const int i : bits(sent & ~own_slots(router, word))) {
    const int port = router.port_at({word, i});
    if (++router.cold_port(port).shared_used == shared_) switch_pool(router, port);
  }
  allow(router, word);
}

bool Pools::opens_in_every_cycle(const RouterView& router, int port) const {
  if (!any()) return false;
  const int last = router.output(port, vcs_ - 1).word;
  for (int w = router.output(port, 0).word; w <= last; ++w) {
    if ((router.streams(w).in & router.outputs(port, w) & ~own_slots(router, w)) != 0) return true;
  }
  return false;
}

/// The output VCs of a word that have no flit in the pool.
std::uint64_t Pools::own_slots(const RouterView& router, int word) const {
  std::uint64_t result = 0;
  for (int d = state_.layout().pool_digit; d < router.digit_count(); ++d) result |= router.digits(word)[d];
  return result;
}

/// Opens or closes the pool at the far end of a port.
void Pools::switch_pool(const RouterView& router, int port) const {
  const int last = router.output(port, vcs_ - 1).word;
  for (int w = router.output(port, 0).word; w <= last; ++w) {
    router.streams(w).pool_open ^= router.outputs(port, w);
    allow(router, w);
  }
}

/// The credit rule: output VCs may send while they have slots of their own, or the pool has.
void Pools::allow(const RouterView& router, int word) const {
  std::uint64_t more_than_used_up = 0;
  for (int d = 0; d < router.digit_count(); ++d) {
    if (d != state_.layout().pool_digit) more_than_used_up |= router.digits(word)[d];
  }
  const std::uint64_t below_reserve = own_slots(router, word) & more_than_used_up;
  std::uint64_t& available = router.sets(word).available;
  available =
      (available & Layout::kInputs) | ((below_reserve | router.streams(word).pool_open) & ~Layout::kInputs);
}

}  // namespace torusim::fast
