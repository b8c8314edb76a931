/* torusim.h: torus router networks, simulated flit by flit, in your own program.
 *
 * The library has networks that take messages at any time (torusim_network), and runs of a collective
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
 * Options are one text, spelled as on the command line (docs/options.md). Units: cycles and flits; a message
 * counts its head flit. Nodes are numbers, row-major, the last coordinate fastest.
 *
 * Errors: a function that fails returns NULL, a negative code or an unsigned 0, and torusim_error() has the
 * text. No function prints or ends the process. Networks are independent of each other; one thread at a time
 * may use each. */
#ifndef TORUSIM_H
#define TORUSIM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TORUSIM_VERSION_MAJOR 0
#define TORUSIM_VERSION_MINOR 1
#define TORUSIM_FOREVER INT64_MAX

/* Results of torusim_advance() that are not errors. */
enum torusim_advanced {
  TORUSIM_REACHED = 0,    /* the cycle `until` is reached */
  TORUSIM_DELIVERED = 1,  /* a cycle with a delivery has ended (with `stop_at_delivery`) */
  TORUSIM_IDLE = 2,       /* no message is under way */
  TORUSIM_DEADLOCK = 3,   /* the messages under way can never move again */
  TORUSIM_INTERRUPTED = 4 /* torusim_stop(), or the listener of torusim_on_pause(), has ended the call */
};

/* Codes of errors. */
enum torusim_status {
  TORUSIM_OK = 0,
  TORUSIM_USAGE = -2,       /* options that contradict each other or do not exist */
  TORUSIM_INPUT = -3,       /* an argument, shape or schedule that is not acceptable */
  TORUSIM_NO_MEMORY = -4,   /* out of memory */
  TORUSIM_WOULD_BLOCK = -5, /* the node has as many waiting messages as torusim_set_max_waiting() allows */
  TORUSIM_INTERNAL = -6,    /* an error of torusim itself, or a C++ exception of a listener */
  TORUSIM_STOPPED = -7      /* the caller's `pause` or `progress` has ended the call */
};

/* The version of the library, such as "0.1.0". */
const char* torusim_version(void);
/* The text of the latest error in this thread; valid until the next one. Never NULL. */
const char* torusim_error(void);
/* The code of that error, a torusim_status; TORUSIM_OK before the first error. */
int torusim_error_code(void);

/* --- A network
 * --------------------------------------------------------------------------------------------------- */

typedef struct torusim_network torusim_network;

/* A message. Initialise it with TORUSIM_MESSAGE: `size` tells the library which fields the caller knows. */
typedef struct torusim_message {
  size_t size;
  int32_t source;
  int32_t destination;
  int64_t flits;             /* flits with the head: 1 to 2^30 */
  int64_t earliest;          /* the head enters in this cycle (at most 10^18) or later; past: now */
  int32_t message_class;     /* 0 is the most urgent; a route round failures adds its own class */
  int32_t tag;               /* number for the caller, from 0 */
  int32_t injection_channel; /* -1: the first free channel */
  int32_t ejection_channel;  /* -1: round-robin over the destination's channels */
  const char* route;         /* such as "+x2-y1"; NULL: by --routing and --lane-choice, or round failures */
  uint64_t user;             /* value for the caller, such as a pointer; events return it */
} torusim_message;
#define TORUSIM_MESSAGE \
  { sizeof(torusim_message), 0, 0, 1, 0, 0, 0, -1, -1, NULL, 0 }

/* An event. Its fields are fixed for a TORUSIM_VERSION_MAJOR.TORUSIM_VERSION_MINOR, which is in the name of
 * the library: another field comes with another name. */
typedef struct torusim_event {
  int64_t id;       /* number of the message, as returned by torusim_send() */
  int64_t cycle;    /* cycle in which the destination took the tail, or the tail left the source */
  int64_t injected; /* cycle in which the head was on the injection channel */
  int64_t flits;
  int32_t source;
  int32_t destination;
  int32_t message_class;
  int32_t tag;
  uint64_t user;
} torusim_event;

/* A listener is called inside torusim_advance(). It may send, stop and set listeners, but not advance, finish
 * or destroy. */
typedef void (*torusim_listener)(void* user, const torusim_event* event);

/* Creates a network; NULL on error. Options: -t SHAPE (required), and those of `torusim traffic` about
 * hardware, units, failures and routing (docs/options.md): --lanes, --fail, --link-rate, --clock .. The level
 * is fast or dense. --packet is the longest message, for which --switching vct, saf and bubble divide the
 * buffers, and level dense is made. */
torusim_network* torusim_create(const char* options);
/* Destroys the network and its messages. NULL is allowed. A later use of the handle is TORUSIM_INPUT. Inside
 * a listener, or while another thread uses it, the network lives on and torusim_error_code() is
 * TORUSIM_INPUT. */
void torusim_destroy(torusim_network* network);
int32_t torusim_nodes(const torusim_network* network);
int32_t torusim_classes(const torusim_network* network);
int32_t torusim_alpha(const torusim_network* network);      /* local channels of a node */
int32_t torusim_lanes(const torusim_network* network);      /* virtual channels of a class */
int32_t torusim_link_delay(const torusim_network* network); /* cycles of the longest link */

/* Sends a message. Returns its number, from 0, or a negative code. */
int64_t torusim_send(torusim_network* network, const torusim_message* message);
/* Limits the messages that may wait at a node for their cycle or a free injection channel; 0: any number. */
int torusim_set_max_waiting(torusim_network* network, int64_t messages);
/* Messages that wait at the node; negative on error. */
int64_t torusim_waiting(const torusim_network* network, int32_t node);

/* Sets the listener of deliveries: called in the cycle in which a destination takes the tail, in the order of
 * nodes and numbers. NULL: none. */
int torusim_on_delivered(torusim_network* network, torusim_listener listener, void* user);
/* Sets the listener of departures: called in the cycle after the tail has left its source. NULL: none. */
int torusim_on_left(torusim_network* network, torusim_listener listener, void* user);

/* Called several times a second while torusim_advance() works; a result other than 0 ends it with
 * TORUSIM_INTERRUPTED, after whole cycles. NULL: none. */
typedef int (*torusim_pause)(void* user);
int torusim_on_pause(torusim_network* network, torusim_pause listener, void* user);

/* Simulates all cycles before `until`, which is then torusim_now(). With `stop_at_delivery`, ends after a
 * cycle with a delivery. Idle cycles cost nothing. Returns a torusim_advanced or a negative code. A later
 * message enters in torusim_now() at the earliest; only a listener can send in the cycle of a delivery. */
int torusim_advance(torusim_network* network, int64_t until, int stop_at_delivery);
/* Called by a listener: torusim_advance() ends after this cycle, with TORUSIM_INTERRUPTED. */
int torusim_stop(torusim_network* network);
/* Copies at most `capacity` deliveries of the latest torusim_advance(); returns the number of all of them.
 * The network keeps 56 bytes for each until the next torusim_advance(). */
size_t torusim_deliveries(const torusim_network* network, torusim_event* events, size_t capacity);
/* torusim_send() for callers without structures, such as SystemVerilog: shortest route, any channels. */
int64_t torusim_send_simple(torusim_network* network, int32_t source, int32_t destination, int64_t flits,
                            int64_t earliest, int32_t message_class, int32_t tag);
/* The next delivery of the latest torusim_advance(): returns 1, 0 after the last one, or a negative code. */
int torusim_poll(torusim_network* network, int64_t* id, int64_t* cycle, int32_t* source, int32_t* destination,
                 int64_t* flits, int32_t* tag);
/* The first cycle that is not simulated yet; inside a listener the cycle that is being simulated. */
int64_t torusim_now(const torusim_network* network);
/* The next cycle in which an event can happen if no message is sent; TORUSIM_FOREVER: none. */
int64_t torusim_next_event(const torusim_network* network);
int64_t torusim_in_flight(const torusim_network* network);
int64_t torusim_flit_hops(const torusim_network* network);
/* After TORUSIM_DEADLOCK: which message waits for which, one sentence a line. The text is valid until the
 * next call with this network. */
const char* torusim_explain_deadlock(torusim_network* network);
/* Ends the simulation: the network then answers queries, but cannot send or advance. */
int torusim_finish(torusim_network* network);
/* After torusim_finish(): the hash over (flit, node, cycle) of every ejection, as `torusim run` prints it. */
uint64_t torusim_hash(const torusim_network* network);

/* --- Answers of commands
 * ------------------------------------------------------------------------------------- */

/* The answer of a command of the program with --json, which is list, info, check, compare, traffic, curve or
 * explain: "curve uniform -t torus:8x8 --loads 0.1:0.4:0.1". `explain` takes a result directory, or the
 * algorithm and options of a run in its place. The text is JSON (docs/columns.md); NULL on error. It lives
 * until the next call in the same thread. `pause` may be NULL; it is called repeatedly, and a result other
 * than 0 ends the command, with the verdict "interrupted" or the error TORUSIM_STOPPED. */
const char* torusim_command(const char* command, torusim_pause pause, void* user);

/* --- A run
 * ------------------------------------------------------------------------------------------------------- */

typedef struct torusim_result torusim_result;

/* Called repeatedly with the delivered and all blocks; a result other than 0 interrupts the run. Before the
 * run, while its schedule is made, `total` is 0, and such a result is the error TORUSIM_STOPPED. */
typedef int (*torusim_progress)(void* user, int64_t delivered, int64_t total, int64_t cycle);

/* Runs `torusim run OPTIONS` at the level fast (default) or dense, and keeps the result in memory:
 * "t4 -t torus:16x16 --block 64". Output options are refused. `schedule`: text in the format .tcs, in which
 * case the options name no algorithm; NULL: the options name it. `progress` may be NULL. Returns NULL on
 * error; a run that is not verified has a result. */
torusim_result* torusim_run(const char* options, const char* schedule, torusim_progress progress, void* user);
/* torusim_run() with the table links, in up to twice the time. */
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
/* A number by name: cycles, messages, signals, flit_hops, delivered_blocks, total_blocks, repeated_blocks,
 * phases, predicted (cycles by the closed form, -1: none), nodes. TORUSIM_INPUT for other names. */
int64_t torusim_result_number(const torusim_result* result, const char* name);
/* A value by name: time_ns; and of a collective size_bytes, the vector of a rank, algbw_gbs, busbw_gbs
 * (docs/run.md). NaN without --clock or --flit-bytes, or --link, for bandwidths of a run that is not
 * verified, and with an error for other names. */
double torusim_result_value(const torusim_result* result, const char* name);
/* A column of a table, as long as *rows; NULL on error. It lives as long as the result.
 * phases: start, end, messages, blocks, max_blocks, flit_hops.
 * transfers: phase, source, destination, class, blocks, flits, hops, started, injected, head_out, tail_out,
 * injection_channel, ejection_channel.
 * links: node, port (torusim_result_port_name), to, flits, busy, idle, stalled_credit, stalled_allocation,
 * stalled_preemption, stalled_arbitration, peak_occupancy. */
const int64_t* torusim_result_column(const torusim_result* result, const char* table, const char* column,
                                     size_t* rows);
const char* torusim_result_phase_name(const torusim_result* result, size_t phase);
/* The topology, such as "torus:4x4". */
const char* torusim_result_topology(const torusim_result* result);
/* The name of a channel of a node by port: network channels "+x", .., then "ejection 0", "injection 0", .. */
const char* torusim_result_port_name(const torusim_result* result, size_t port);

#ifdef __cplusplus
}
#endif

#endif
