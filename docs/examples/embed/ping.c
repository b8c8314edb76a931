/* Every node of a torus asks the opposite node, which answers at once: cc ping.c -ltorusim */
#include <stdio.h>
#include <torusim.h>

static long answers = 0;

/* In the cycle in which the tail is taken. */
static void delivered(void* user, const torusim_event* event) {
  torusim_network* network = user;
  torusim_message answer = TORUSIM_MESSAGE;
  if (event->tag == 1) {
    answers++;
    return;
  }
  answer.source = event->destination;
  answer.destination = event->source;
  answer.flits = 33;
  answer.message_class = 1; /* answers never wait for requests */
  answer.tag = 1;
  torusim_send(network, &answer);
}

int main(void) {
  torusim_network* network = torusim_create("-t torus:8x8 --classes 2 --link-delay 2");
  if (network == NULL) {
    fprintf(stderr, "%s\n", torusim_error());
    return 1;
  }
  torusim_on_delivered(network, delivered, network);
  for (int node = 0; node < 64; ++node) {
    torusim_message request = TORUSIM_MESSAGE;
    request.source = node;
    request.destination = (node + 36) % 64; /* four hops on in each dimension */
    if (torusim_send(network, &request) < 0) fprintf(stderr, "%s\n", torusim_error());
  }
  if (torusim_advance(network, TORUSIM_FOREVER, 0) != TORUSIM_IDLE) return 2;
  printf("%ld answers after %lld cycles\n", answers, (long long)torusim_now(network));
  torusim_destroy(network);
  return 0;
}
