/* The C interface of a user-supplied router in a shared library: `torusim run .. --rtl 'all=./libmine.so'`.
 *
 * The library exports one function, torusim_router(), which returns a description of the router and its
 * functions. torusim makes one router for each node that --rtl names, and clocks all routers by one clock.
 * docs/router.md defines the behaviour of a router; docs/your-own-router.md lists the checks.
 *
 * The interface is plain C. Calls come from one thread, unless the library is thread-safe
 * (TORUSIM_ROUTER_THREAD_SAFE). Strings end with 0 and live as long as the library. A function that can fail
 * returns 0 for success; after any other value torusim prints the text of error() and ends the run. A C++
 * library may throw a std::exception instead: torusim prints its what(). */
#ifndef TORUSIM_ROUTER_H
#define TORUSIM_ROUTER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Version of this interface; it changes whenever existing libraries would no longer work. torusim refuses a
 * library of another version, and names both versions. */
#define TORUSIM_ROUTER_ABI 3u

#define TORUSIM_ROUTER_DATA_WORDS 5
#define TORUSIM_ROUTER_DIMENSIONS 8

/* The wires of a channel in one cycle. If valid is 0, the other fields have no meaning. */
typedef struct torusim_flit {
  uint8_t valid, head, tail; /* 0 or 1 */
  uint8_t vc;
  uint64_t data[TORUSIM_ROUTER_DATA_WORDS]; /* word 0 is lowest; words past the site's data_bits are 0 */
} torusim_flit;

/* credit: a slot of a buffer is free again. ack: under circuit switching, the head of the worm on ack_vc has
 * arrived. If credit (ack) is 0, credit_vc (ack_vc) has no meaning. */
typedef struct torusim_credit {
  uint8_t credit, credit_vc;
  uint8_t ack, ack_vc;
} torusim_credit;

/* The gate of an output (--sync switch): a head may be granted the output only if its message number, data[0]
 * modulo 2^32, is below `limit`. `limit` is the value after the tails on the output wires in this cycle,
 * `next` the value after one more tail. A router with output registers between its arbitration and these
 * wires uses both: `next` counts in the cycle in which a tail is on the wires. */
typedef struct torusim_gate {
  uint32_t limit, next;
} torusim_gate;

/* All wires on one side of a router, [ports] each. Input side: forward[p] enters by port p, backward[p] is a
 * credit for output p. Output side: forward[p] leaves by port p, backward[p] is a credit for input p. */
typedef struct torusim_router_wires {
  torusim_flit* forward;
  torusim_credit* backward;
  const torusim_gate* gates; /* input side of a run with gates: [ports], by output; else NULL */
} torusim_router_wires;

/* The node of a router, and the hardware of the run. Units: flits, cycles, counts. */
typedef struct torusim_router_site {
  int32_t node, nodes;
  int32_t dimensions;                            /* k */
  int32_t side[TORUSIM_ROUTER_DIMENSIONS];       /* nodes along each dimension */
  int32_t wraps[TORUSIM_ROUTER_DIMENSIONS];      /* 1: a ring, 0: a line */
  int32_t coordinate[TORUSIM_ROUTER_DIMENSIONS]; /* coordinates of the node */
  int32_t ports;                                 /* network ports, then the local ones */
  int32_t local_ports;                           /* alpha */
  int32_t classes, lanes, vcs;                   /* vcs = classes * lanes; vc = class * lanes + lane */
  int32_t reserve, shared;                       /* slots of every buffer in the network */
  int32_t link_delay;
  int32_t data_bits; /* 64 + 16 s, for heads of the s route segments of dimension-order routes */
  uint32_t dateline; /* bit p: output p is the dateline of a ring */
  uint32_t modes;    /* flags of the run, from TORUSIM_ROUTER_TRANSIT_FIRST on */
  /* With TORUSIM_ROUTER_BUBBLE: worms that a buffer of a ring holds; bit p: output p is part of a ring. */
  int32_t packet_slots;
  uint32_t rings;
} torusim_router_site;

/* The limits of the router; 0 means any value, except for lanes, where it means 2. torusim refuses a run
 * beyond the limits before it begins. create() reports other reasons. */
typedef struct torusim_router_limits {
  int32_t ports, local_ports, dimensions;
  int32_t classes, lanes, vcs;
  int32_t slots;                    /* maximum of reserve + shared */
  int32_t reserve_min, reserve_max; /* equal: this value only */
  int32_t shared_max;               /* -1: none, only shared = 0 */
  int32_t data_bits;
} torusim_router_limits;

/* The router follows docs/router.md in every cycle, so --lockstep and the monitor check every cycle. Without
 * this flag the router delivers every flit with its own timing. */
#define TORUSIM_ROUTER_CYCLE_EXACT 1u
/* The router forwards an ack to the input of its worm, as circuit switching needs.
 */
#define TORUSIM_ROUTER_RELAYS_ACKS 2u
/* The router prefers transit traffic to injected traffic of the same class for a link (--arbitration
 * transit-first) if `modes` of its site has this bit. */
#define TORUSIM_ROUTER_TRANSIT_FIRST 4u
/* The router uses --switching saf if `modes` has this bit: a head waits for its whole worm in the buffer. */
#define TORUSIM_ROUTER_STORE_AND_FORWARD 8u
/* The router uses --switching vct if `modes` has this bit: a head waits for room for its whole worm. */
#define TORUSIM_ROUTER_CUT_THROUGH 16u
/* With --threads, threads may call clock(), idle() and error() of different routers at once: routers share no
 * written data. Calls for one router never overlap. */
#define TORUSIM_ROUTER_THREAD_SAFE 32u
/* The router has gates at its outputs, and heads obey the gates if `modes` of its site has this bit. Without
 * this flag the router serves every --sync except switch. */
#define TORUSIM_ROUTER_PHASE_GATES 64u

/* The router uses bubble flow control (--switching bubble) if `modes` of its site has this bit. */
#define TORUSIM_ROUTER_BUBBLE 128u

typedef struct torusim_router_api {
  uint32_t abi; /* TORUSIM_ROUTER_ABI */
  uint32_t flags;
  const char* name;
  torusim_router_limits limits;
  /* Number of cycles without a flit or credit on any pin after which a router that holds flits is blocked.
   * The number must exceed the pipeline length. 0 means 64. */
  int32_t settle_cycles;

  /* Returns a router in reset state; or NULL, and the reason in `error` (at most `size` bytes with the 0).
   */
  void* (*create)(const torusim_router_site* site, char* error, size_t size);
  void (*destroy)(void* router);
  /* Drops all flits and credits. Called once, before the first clock(). */
  int (*reset)(void* router);
  /* The rising edge at which `cycle` begins: `in` has the input wires of the previous cycle. The function
   * writes all of `out`, the output wires of `cycle`. */
  int (*clock)(void* router, int64_t cycle, const torusim_router_wires* in, torusim_router_wires* out);
  /* Returns 1 if an edge changes nothing and all outputs stay quiet while the inputs are quiet, so that
   * clock() may be omitted. May be NULL: torusim then clocks the router until settle_cycles have passed. */
  int (*idle)(void* router);
  /* Returns the reason why the last call failed. May be NULL. */
  const char* (*error)(void* router);
  /* Starts a VCD file of the router's internal signals: the values after a clock() are at time `cycle`.
   * Called at most once, after reset(). May be NULL: the router has no waves. */
  int (*trace)(void* router, const char* path);
} torusim_router_api;

/* The library's one symbol. */
const torusim_router_api* torusim_router(void);

#ifdef __cplusplus
}
#endif
#endif
