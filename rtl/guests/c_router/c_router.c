/* A router in plain C, for --rtl: a queue for every virtual channel of an input, outputs that serve them in turn.
 * The worked example of the C interface (docs/your-own-router.md). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/foreign/plugin/torusim_router.h"

enum { kPorts = 17, kVcs = 8, kSlots = 64 };

typedef struct Queue {
  torusim_flit flits[kSlots]; /* a ring */
  int first, count;
  int out, out_vc; /* where the worm at the front goes */
  int started;     /* its head has left */
} Queue;

typedef struct Output {
  int credits[kVcs];
  int held[kVcs]; /* by a worm */
  int turn;       /* the queue to look at first */
} Output;

typedef struct Router {
  torusim_router_site site;
  Queue queues[kPorts * kVcs];
  Output outputs[kPorts];
} Router;

static int reset(void* self) {
  Router* r = self;
  memset(r->queues, 0, sizeof r->queues);
  memset(r->outputs, 0, sizeof r->outputs);
  for (int p = 0; p < kPorts; ++p)
    for (int v = 0; v < kVcs; ++v) r->outputs[p].credits[v] = r->site.reserve;
  return 0;
}

static void* create(const torusim_router_site* site, char* error, size_t size) {
  Router* r = malloc(sizeof *r);
  if (r == NULL) {
    snprintf(error, size, "no memory");
    return NULL;
  }
  r->site = *site;
  return r;
}

/* The class stays; the lane is the segment's after a turn and 1 behind the dateline, if there are two. */
static void look_up(const Router* r, Queue* queue, int in, int vc) {
  const torusim_router_site* site = &r->site;
  const int network_ports = site->ports - site->local_ports;
  const uint64_t segment = queue->flits[queue->first].data[1];
  queue->out = (int)(segment & 31);
  const int straight = in < network_ports && queue->out < network_ports && in / 2 == queue->out / 2;
  const int lane = (straight ? vc % site->lanes : 0) | (int)(segment >> 14 & 1) |
                   (int)(site->dateline >> queue->out & 1);
  queue->out_vc = vc / site->lanes * site->lanes + (site->lanes == 1 ? 0 : lane);
}

/* One hop of the first route segment is done; if it was the last, the segment is shifted out. */
static void advance(torusim_flit* head) {
  head->data[1] -= 1 << 5;
  if ((head->data[1] >> 5 & 0x1FF) != 0) return;
  for (int w = 1; w < TORUSIM_ROUTER_DATA_WORDS; ++w) {
    head->data[w] >>= 16;
    if (w + 1 < TORUSIM_ROUTER_DATA_WORDS) head->data[w] |= head->data[w + 1] << 48;
  }
}

/* The flit that leaves by an output. An input gives one in a cycle, since it can return one credit. */
static void serve(Router* r, int out, const torusim_router_wires* wires) {
  Output* output = &r->outputs[out];
  const int vcs = r->site.vcs, queues = r->site.ports * vcs;
  for (int i = 0; i < queues; ++i) {
    const int q = (output->turn + i) % queues, in = q / vcs;
    Queue* queue = &r->queues[q];
    if (queue->count == 0 || queue->out != out || wires->backward[in].credit) continue;
    if (output->credits[queue->out_vc] == 0 || (!queue->started && output->held[queue->out_vc])) continue;
    torusim_flit* flit = &wires->forward[out];
    *flit = queue->flits[queue->first];
    queue->first = (queue->first + 1) % kSlots;
    --queue->count;
    --output->credits[queue->out_vc];
    flit->vc = (uint8_t)queue->out_vc;
    if (flit->head) advance(flit);
    queue->started = output->held[queue->out_vc] = !flit->tail;
    if (flit->tail && queue->count > 0) look_up(r, queue, in, q % vcs);
    wires->backward[in].credit = 1;
    wires->backward[in].credit_vc = (uint8_t)(q % vcs);
    output->turn = (q + 1) % queues;
    return;
  }
}

static int clock_edge(void* self, int64_t cycle, const torusim_router_wires* in, torusim_router_wires* out) {
  Router* r = self;
  (void)cycle;
  for (int p = 0; p < r->site.ports; ++p) {
    out->forward[p].valid = 0;
    out->backward[p].credit = out->backward[p].ack = 0;
  }
  for (int p = 0; p < r->site.ports; ++p) serve(r, p, out);
  for (int p = 0; p < r->site.ports; ++p) {
    if (in->backward[p].credit) ++r->outputs[p].credits[in->backward[p].credit_vc];
    if (!in->forward[p].valid) continue;
    Queue* queue = &r->queues[p * r->site.vcs + in->forward[p].vc];
    queue->flits[(queue->first + queue->count++) % kSlots] = in->forward[p];
    if (queue->count == 1 && in->forward[p].head) look_up(r, queue, p, in->forward[p].vc);
  }
  return 0;
}

static const torusim_router_api kApi = {
    .abi = TORUSIM_ROUTER_ABI,
    .name = "c_router",
    .limits = {.ports = kPorts, .vcs = kVcs, .classes = 1, .slots = kSlots, .shared_max = -1},
    .create = create,
    .destroy = free,
    .reset = reset,
    .clock = clock_edge,
};

const torusim_router_api* torusim_router(void) { return &kApi; }
