// The credit rule where the virtual channels of a buffer share slots: the part of Routers that keeps account
// of the pools.
#include "models/fast/routers.h"

namespace torusim::fast {

/// Flits are sent by outputs of a word, or others are credited.
void Routers::count_pooled(const RouterView& router, int word, std::uint64_t credited, std::uint64_t sent) {
  // The first slot of a pool that is free again opens it.
  for (const int i : bits(credited & ~own_slots(router, word))) {
    const int port = router.port_at({word, i});
    if (router.port(port).shared_used-- == credit_.shared) switch_pool(router, port);
  }
  count(router.digits(word), router.digit_count(), credited, sent);
  take_from_pools(router, word, sent);
}

/// Flits have been sent by outputs of a word, and counted.
void Routers::take_from_pools(const RouterView& router, int word, std::uint64_t sent) {
  for (const int i : bits(sent & ~own_slots(router, word))) {
    const int port = router.port_at({word, i});
    if (++router.port(port).shared_used == credit_.shared) switch_pool(router, port);
  }
  allow_by_pool(router, word);
}

/// The outputs of a word whose flits in flight need no slot of the pool.
std::uint64_t Routers::own_slots(const RouterView& router, int word) const {
  std::uint64_t result = 0;
  for (int d = state_.layout().pool_digit; d < router.digit_count(); ++d) result |= router.digits(word)[d];
  return result;
}

/// The pool at the far end of a port opens or closes.
void Routers::switch_pool(const RouterView& router, int port) {
  const int last = router.output(port, hardware_.vcs() - 1).word;
  for (int w = router.output(port, 0).word; w <= last; ++w) {
    router.streams(w).pool_open ^= router.outputs(port, w);
    allow_by_pool(router, w);
  }
}

/// The credit rule: outputs may send while they have slots of their own, or the pool has.
void Routers::allow_by_pool(const RouterView& router, int word) {
  std::uint64_t more_than_used_up = 0;
  for (int d = 0; d < router.digit_count(); ++d) {
    if (d != state_.layout().pool_digit) more_than_used_up |= router.digits(word)[d];
  }
  const std::uint64_t below_reserve = own_slots(router, word) & more_than_used_up;
  std::uint64_t& stocked = router.sets(word).stocked;
  stocked =
      (stocked & Layout::kInputs) | ((below_reserve | router.streams(word).pool_open) & ~Layout::kInputs);
}

}  // namespace torusim::fast
