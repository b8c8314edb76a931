/* torusim.h: torus router networks, simulated flit by flit, in your own program.
 *
 * Two things: a network that takes messages at any time (torusim_network), and the run of a collective
 * algorithm or schedule (torusim_run). Both are exact to the cycle and equal to the program `torusim`.
 *
 *     torusim_network* network = torusim_create("-t torus:4x4 --link-delay 2");
 *     torusim_message message = TORUSIM_MESSAGE;
 *     message.source = 0;
 *     message.destination = 5;
 *     message.flits = 17;
 *     torusim_send(network, &message);
 *     while (torusim_advance(network, TORUSIM_FOREVER, 1) == TORUSIM_DELIVERED) ...
 *     torusim_destroy(network);
 *
 * Options are those of the command line (docs/options.md), as one text. Units: cycles and flits; a message
 * counts its head flit. Nodes are numbers, row-major, the last coordinate fastest.
 *
 * Errors: a function that fails returns NULL or a negative code, and torusim_error() has the text. Nothing
 * prints, and nothing ends the process. Networks are independent of each other; one thread at a time may use
 * each. */
#ifndef TORUSIM_H
#define TORUSIM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TORUSIM_VERSION_MAJOR 1
#define TORUSIM_FOREVER INT64_MAX

/* What torusim_advance() returns, if it is not negative. */
enum torusim_advanced {
  TORUSIM_REACHED = 0,    /* the cycle */
  TORUSIM_DELIVERED = 1,  /* a cycle with a delivery, where it should stop there */
  TORUSIM_IDLE = 2,       /* nothing is under way */
  TORUSIM_DEADLOCK = 3,   /* what is under way can never move again */
  TORUSIM_INTERRUPTED = 4 /* by the listener of pauses */
};

/* Codes of errors. */
enum torusim_status {
  TORUSIM_OK = 0,
  TORUSIM_USAGE = -2,       /* options that contradict each other or do not exist */
  TORUSIM_INPUT = -3,       /* an argument, shape or schedule that is not acceptable */
  TORUSIM_NO_MEMORY = -4,   /* out of memory */
  TORUSIM_WOULD_BLOCK = -5, /* the node has as many waiting messages as torusim_set_max_waiting() allows */
  TORUSIM_INTERNAL = -6     /* an error of torusim itself */
};

/* Of the library, such as "0.1.0". */
const char* torusim_version(void);
/* The text of the latest error in this thread; valid until the next one. Never NULL. */
const char* torusim_error(void);
/* Its code, a torusim_status; TORUSIM_OK before the first one. */
int torusim_error_code(void);

/* --- A network
 * --------------------------------------------------------------------------------------------------- */

typedef struct torusim_network torusim_network;

/* Begin with TORUSIM_MESSAGE: `size` tells the library which fields the caller knows. */
typedef struct torusim_message {
  size_t size;
  int32_t source;
  int32_t destination;
  int64_t flits;             /* head included: 1 to 2^30 */
  int64_t earliest;          /* the head enters in this cycle or later, at most 10^18; a past one: now */
  int32_t message_class;     /* 0 is the most urgent */
  int32_t tag;               /* the caller's, from 0 */
  int32_t injection_channel; /* -1: the first that is free */
  int32_t ejection_channel;  /* -1: those of the destination take turns */
  const char* route;         /* such as "+x2-y1"; NULL: the shortest, in dimension order */
  uint64_t user;             /* the caller's, such as a pointer; events hand it back */
} torusim_message;
#define TORUSIM_MESSAGE \
  { sizeof(torusim_message), 0, 0, 1, 0, 0, 0, -1, -1, NULL, 0 }

typedef struct torusim_event {
  int64_t id;       /* of the message, as torusim_send() returned it */
  int64_t cycle;    /* in which the tail was taken by the destination, or left the source */
  int64_t injected; /* in which the head was on the injection channel */
  int64_t flits;
  int32_t source;
  int32_t destination;
  int32_t message_class;
  int32_t tag;
  uint64_t user;
} torusim_event;

/* Called inside torusim_advance(); may send, but not advance. */
typedef void (*torusim_listener)(void* user, const torusim_event* event);

/* Options: -t SHAPE (required), --alpha, --lanes, --classes, --reserve, --shared, --link-delay, --link-rate,
 * --switching, --arbitration, --rtl, --rtl-models, --lockstep, --threads, --level (fast or dense). NULL on
 * error. */
torusim_network* torusim_create(const char* options);
/* What is under way is dropped. NULL is allowed. A later use of the handle is refused (TORUSIM_INPUT). */
void torusim_destroy(torusim_network* network);
int32_t torusim_nodes(const torusim_network* network);
int32_t torusim_classes(const torusim_network* network);
int32_t torusim_alpha(const torusim_network* network);      /* local channels of a node */
int32_t torusim_lanes(const torusim_network* network);      /* virtual channels of a class */
int32_t torusim_link_delay(const torusim_network* network); /* cycles of the longest link */

/* The number of the message, from 0, or a negative code. */
int64_t torusim_send(torusim_network* network, const torusim_message* message);
/* Messages that may wait at a node for their cycle or a free injection channel; 0: any number. */
int torusim_set_max_waiting(torusim_network* network, int64_t messages);
/* Messages that wait at the node; negative on error. */
int64_t torusim_waiting(const torusim_network* network, int32_t node);

/* The tail was taken: called in that cycle, in the order of nodes and numbers. NULL: none. */
int torusim_on_delivered(torusim_network* network, torusim_listener listener, void* user);
/* The tail left its source in the cycle before. */
int torusim_on_left(torusim_network* network, torusim_listener listener, void* user);

/* Called several times a second while torusim_advance() works; a result other than 0 ends that with
 * TORUSIM_INTERRUPTED, after whole cycles. NULL: none. */
typedef int (*torusim_pause)(void* user);
int torusim_on_pause(torusim_network* network, torusim_pause listener, void* user);

/* Simulates all cycles before `until`, which is then torusim_now(); with `stop_at_delivery`, ends after a
 * cycle with a delivery. Idle cycles cost nothing. A torusim_advanced, or a negative code. What is sent after
 * it enters in torusim_now() at the earliest; in the cycle of a delivery only a listener can send. */
int torusim_advance(torusim_network* network, int64_t until, int stop_at_delivery);
/* Copies the deliveries of the latest torusim_advance(), at most `capacity`; returns how many there were. */
size_t torusim_deliveries(const torusim_network* network, torusim_event* events, size_t capacity);
/* For callers without structures (SystemVerilog, scripts): torusim_send() with the shortest route and any
 * channels, .. */
int64_t torusim_send_simple(torusim_network* network, int32_t source, int32_t destination, int64_t flits,
                            int64_t earliest, int32_t message_class, int32_t tag);
/* .. and the next of torusim_deliveries(), once each: 1, or 0 if all were told; negative on error. */
int torusim_poll(torusim_network* network, int64_t* id, int64_t* cycle, int32_t* source, int32_t* destination,
                 int64_t* flits, int32_t* tag);
/* The first cycle that is not simulated yet; inside a listener the cycle that is being simulated. */
int64_t torusim_now(const torusim_network* network);
/* The next cycle in which something can happen if nothing is sent; TORUSIM_FOREVER: none. */
int64_t torusim_next_event(const torusim_network* network);
int64_t torusim_in_flight(const torusim_network* network);
int64_t torusim_flit_hops(const torusim_network* network);
/* After TORUSIM_DEADLOCK: who waits for whom, one sentence a line; valid until the next call with this
 * network. */
const char* torusim_explain_deadlock(torusim_network* network);
/* Ends the network: afterwards it can be asked, not used. */
int torusim_finish(torusim_network* network);
/* After torusim_finish(): over (flit, node, cycle) of every ejection, as `torusim run` prints it. */
uint64_t torusim_hash(const torusim_network* network);

/* --- A run
 * ------------------------------------------------------------------------------------------------------- */

typedef struct torusim_result torusim_result;

/* Called now and then with delivered and all blocks; a result other than 0 interrupts the run. */
typedef int (*torusim_progress)(void* user, int64_t delivered, int64_t total, int64_t cycle);

/* Runs what `torusim run OPTIONS` runs, at the level fast (default) or dense, and keeps the result in memory:
 * "t4 -t torus:16x16 --block 64". Output options are refused. `schedule`: text in the format .tcs, in which
 * case the options name no algorithm; NULL: the options do. `progress` may be NULL. NULL on error; a run that
 * is not verified is a result. */
torusim_result* torusim_run(const char* options, const char* schedule, torusim_progress progress, void* user);
/* The same with the table links, which takes up to twice the time. */
torusim_result* torusim_run_with_links(const char* options, const char* schedule, torusim_progress progress,
                                       void* user);
void torusim_result_destroy(torusim_result* result);

/* "verified", "failed", "deadlock", "limit" or "interrupted". */
const char* torusim_result_verdict(const torusim_result* result);
/* Findings, one sentence a line; empty if there are none. */
const char* torusim_result_findings(const torusim_result* result);
/* The summary that `torusim run` prints. */
const char* torusim_result_summary(const torusim_result* result);
uint64_t torusim_result_hash(const torusim_result* result);
/* By name: cycles, messages, signals, flit_hops, delivered_blocks, total_blocks, repeated_blocks, phases,
 * predicted (cycles by the closed form, -1: none), nodes. TORUSIM_INPUT for other names. */
int64_t torusim_result_number(const torusim_result* result, const char* name);
/* A column of a table, as long as *rows; NULL on error. It lives as long as the result.
 * phases: start, end, messages, blocks, max_blocks, flit_hops.
 * transfers: phase, source, destination, class, blocks, flits, hops, started, injected, head_out, tail_out,
 * injection_channel, ejection_channel.
 * links: node, port (torusim_result_port_name), to, flits, busy, idle, stalled_credit, stalled_allocation,
 * stalled_preemption, stalled_arbitration, peak_occupancy. */
const int64_t* torusim_result_column(const torusim_result* result, const char* table, const char* column,
                                     size_t* rows);
const char* torusim_result_phase_name(const torusim_result* result, size_t phase);
/* Such as "torus:4x4". */
const char* torusim_result_topology(const torusim_result* result);
/* Of the channel that a node drives: "+x"; behind those to other nodes "ejection 0", .., "injection 0", .. */
const char* torusim_result_port_name(const torusim_result* result, size_t port);

#ifdef __cplusplus
}
#endif

#endif
