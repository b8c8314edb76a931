/* A router of your own for torusim, as a shared library: `torusim run .. --rtl 'all=./libmine.so'`.
 *
 * The library exports one function, torusim_router(), which returns a description of the router and what can
 * be done with it. torusim makes one router for each node that it was given, and clocks them all by one
 * clock. What a router has to do is docs/router.md; what of it is checked is in docs/your-own-router.md.
 *
 * Plain C. Calls come from one thread, unless the library says that it takes more
 * (TORUSIM_ROUTER_THREAD_SAFE). Strings end with 0 and live as long as the library. A function that can fail
 * returns 0 for success; after anything else torusim asks error() why, prints that and ends the run. A C++
 * library may throw instead: std::exception's what() is printed. */
#ifndef TORUSIM_ROUTER_H
#define TORUSIM_ROUTER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes whenever a library made for what is below would no longer do. A library of another version is
 * refused, by name of both versions. */
#define TORUSIM_ROUTER_ABI 3u

#define TORUSIM_ROUTER_DATA_WORDS 5
#define TORUSIM_ROUTER_DIMENSIONS 8

/* What is on a channel in one cycle. If valid is 0 the rest means nothing. */
typedef struct torusim_flit {
  uint8_t valid, head, tail; /* 0 or 1 */
  uint8_t vc;
  uint64_t data[TORUSIM_ROUTER_DATA_WORDS]; /* word 0 the low bits; words past the site's data_bits are 0 */
} torusim_flit;

/* A slot of a buffer is free again; under circuit switching, the head of the worm on ack_vc has arrived. If
 * credit (ack) is 0 the virtual channel beside it means nothing. */
typedef struct torusim_credit {
  uint8_t credit, credit_vc;
  uint8_t ack, ack_vc;
} torusim_credit;

/* The gate of an output (--sync switch): a head may be granted the output only if its message number, data[0]
 * modulo 2^32, is below `limit`, the value after the tails on the output wires in this cycle. `next`: after
 * one more tail. A router whose output registers stand between its arbitration and these wires is in time
 * with both: `next` counts in the cycle in which a tail is on the wires. */
typedef struct torusim_gate {
  uint32_t limit, next;
} torusim_gate;

/* All wires on one side of a router, [ports] each. Input side: forward[p] comes in by port p, backward[p] is
 * a credit for output p. Output side: forward[p] leaves by port p, backward[p] is a credit for input p. */
typedef struct torusim_router_wires {
  torusim_flit* forward;
  torusim_credit* backward;
  const torusim_gate* gates; /* input side of a run with gates: [ports], by output; else NULL */
} torusim_router_wires;

/* Where a router stands, and the hardware of the run. Units: flits, cycles, counts. */
typedef struct torusim_router_site {
  int32_t node, nodes;
  int32_t dimensions;                            /* k */
  int32_t side[TORUSIM_ROUTER_DIMENSIONS];       /* nodes along each dimension */
  int32_t wraps[TORUSIM_ROUTER_DIMENSIONS];      /* 1: a ring, 0: a line */
  int32_t coordinate[TORUSIM_ROUTER_DIMENSIONS]; /* of this node */
  int32_t ports;                                 /* 2k network ports, then the local ones */
  int32_t local_ports;                           /* alpha */
  int32_t classes, lanes, vcs;                   /* vcs = classes * lanes; vc = class * lanes + lane */
  int32_t reserve, shared;                       /* the credit rule of every buffer, also of this router's */
  int32_t link_delay;
  int32_t data_bits; /* 64 + 16 s: heads of s route segments, as many as dimension-order routes need */
  uint32_t dateline; /* bit p: output p is the dateline of a ring */
  uint32_t modes;    /* beyond wormhole and turns: flags from TORUSIM_ROUTER_TRANSIT_FIRST on */
  /* With TORUSIM_ROUTER_BUBBLE only: worms that a buffer of a ring takes. Dimension d is a ring where
   * wraps[d]. */
  int32_t packet_slots;
} torusim_router_site;

/* What the router can take; 0 means any, of lanes 2. A run that needs more is refused before it begins.
 * Whatever else it cannot take, create() says. */
typedef struct torusim_router_limits {
  int32_t ports, local_ports, dimensions;
  int32_t classes, lanes, vcs;
  int32_t slots;                    /* most of reserve + shared */
  int32_t reserve_min, reserve_max; /* both the same: this one value */
  int32_t shared_max;               /* -1: none, only shared = 0 */
  int32_t data_bits;
} torusim_router_limits;

/* The router answers in every cycle as docs/router.md says, so --lockstep and the monitor may hold it to
 * that. Without: it delivers every flit, in its own time. */
#define TORUSIM_ROUTER_CYCLE_EXACT 1u
/* The router passes acks on to the input that their worm came by, so it can stand in a network of circuits.
 */
#define TORUSIM_ROUTER_RELAYS_ACKS 2u
/* The router can prefer, for a link, inputs from other routers to local ones of the same class (--arbitration
 * transit-first), and does when `modes` of its site has this bit. */
#define TORUSIM_ROUTER_TRANSIT_FIRST 4u
/* The same for --switching saf: a head goes when its whole worm is in the buffer. */
#define TORUSIM_ROUTER_STORE_AND_FORWARD 8u
/* The same for --switching vct: a head goes when the far buffer has room for its whole worm. */
#define TORUSIM_ROUTER_CUT_THROUGH 16u
/* With --threads, clock(), idle() and error() of one router may be called while another thread calls those of
 * another router: the two share nothing that they write. Calls for one router never overlap. */
#define TORUSIM_ROUTER_THREAD_SAFE 32u
/* The router has gates at its outputs, and heads obey them when `modes` of its site has this bit. Without
 * this flag it serves every --sync but switch. */
#define TORUSIM_ROUTER_PHASE_GATES 64u

/* The router has bubble flow control (--switching bubble) when `modes` of its site has this bit. */
#define TORUSIM_ROUTER_BUBBLE 128u

typedef struct torusim_router_api {
  uint32_t abi; /* TORUSIM_ROUTER_ABI */
  uint32_t flags;
  const char* name;
  torusim_router_limits limits;
  /* Cycles in which nothing moves on any pin after which the router, holding flits, will not move by itself:
   * more than its pipeline is long. 0: 64. */
  int32_t settle_cycles;

  /* A router in reset state, or NULL with the reason in `error` (at most `size` bytes, 0 included). */
  void* (*create)(const torusim_router_site* site, char* error, size_t size);
  void (*destroy)(void* router);
  /* Forget all flits and credits. Called once, before the first clock(). */
  int (*reset)(void* router);
  /* The rising edge at which `cycle` begins: `in` is what was on the input wires in the cycle before; writes
   * all of `out`, what is on the output wires in `cycle`. */
  int (*clock)(void* router, int64_t cycle, const torusim_router_wires* in, torusim_router_wires* out);
  /* 1: while its inputs rest, an edge changes nothing and all outputs stay quiet, so clock() may be left out.
   * May be NULL: then it is clocked until settle_cycles have passed. */
  int (*idle)(void* router);
  /* Why the last call failed. May be NULL. */
  const char* (*error)(void* router);
  /* Writes the signals inside the router to a VCD file, from now on: what they are after a clock() at time
   * `cycle` of it. Called at most once, after reset(). May be NULL: it shows no waves. */
  int (*trace)(void* router, const char* path);
} torusim_router_api;

/* The library's one symbol. */
const torusim_router_api* torusim_router(void);

#ifdef __cplusplus
}
#endif
#endif
