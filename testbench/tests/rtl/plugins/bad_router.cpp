// Libraries that a stranger could hand to --rtl, each wrong in its own way: one is built for every name of
// the list in CMakeLists.txt, which sets the macro of that name to 1. docs/your-own-router.md quotes the
// answers.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <stdexcept>

#include "models/foreign/plugin/torusim_router.h"

namespace {

#if EXITS_WHEN_LOADED
[[maybe_unused]] const int kLoaded = (std::exit(0), 0);
#endif

struct Router {
  int ports = 0;
  std::int64_t cycles = 0;
};

void* create(const torusim_router_site* site, char* error, std::size_t size) {
#if REFUSES
  std::snprintf(error, size, "links of delay %d are too short for me", site->link_delay);
  return nullptr;
#elif THROWS_IN_CREATE
  throw std::runtime_error("no licence");
#else
  (void)error, (void)size;
  return new Router{site->ports, 0};
#endif
}

void destroy(void* router) { delete static_cast<Router*>(router); }

int reset(void*) { return FAILS_IN_RESET; }

/// Takes whatever comes and keeps it.
int clock(void* self, std::int64_t cycle, const torusim_router_wires*, torusim_router_wires* out) {
  Router& router = *static_cast<Router*>(self);
  std::memset(out->forward, 0, sizeof(torusim_flit) * router.ports);
  std::memset(out->backward, 0, sizeof(torusim_credit) * router.ports);
  ++router.cycles;
#if INVENTS_A_FLIT
  if (cycle >= 20) out->forward[router.ports - 1] = {1, 1, 1, 0, {0xABCDEF | 1ull << 32, 0}};
#elif INVENTS_A_CREDIT
  if (cycle >= 20) out->backward[0] = {1, 1, 0, 0};
#elif NAMES_A_VC_THAT_IS_NOT
  if (cycle >= 20) out->forward[0] = {1, 1, 1, 200, {7 | 1ull << 32, 1 << 5}};  // message 7 is another's
#elif THROWS_IN_CLOCK
  if (cycle >= 20) throw std::runtime_error("row 7 of the table is empty");
#elif EXITS_IN_CLOCK
  if (cycle >= 20) std::exit(0);
#elif PRINTS_WITHOUT_END
  for (int line = 0; line < 100; ++line) std::printf("line %d\n", line), std::cout << "another line\n";
#elif FAILS_IN_CLOCK
  return cycle >= 20;
#endif
  (void)cycle;
  return 0;
}

const char* error(void*) { return "the configuration memory is not loaded"; }

torusim_router_api describe() {
  torusim_router_api api{};
  api.abi = TORUSIM_ROUTER_ABI + OF_ANOTHER_VERSION;
  api.name = "stranger";
#if TOO_SMALL
  api.limits = {4, 0, 0, 0, 1, 0, 2, 0, 2, -1, 64};
#endif
  api.create = create;
  api.destroy = destroy;
  api.reset = reset;
  api.clock = HAS_NO_CLOCK ? nullptr : clock;
  api.error = error;
  return api;
}

}  // namespace

#if !NOT_A_ROUTER
extern "C" const torusim_router_api* torusim_router() {
  static const torusim_router_api api = describe();
  return &api;
}
#endif
