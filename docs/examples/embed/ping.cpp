// Every node of a torus asks the opposite node, which answers at once.
#include <cstdio>

#include "models/part/network.h"

int main() {
  torusim::RunOptions options;
  options.hardware.topology = torusim::Topology::parse("torus:8x8");
  options.hardware.classes = 2;
  options.hardware.link_delay = 2;
  options.hardware.reserve = torusim::Hardware::credit_round_trip(2);
  torusim::Network network(options);
  long answers = 0;
  network.on_delivered([&](const torusim::MessageEvent& event) {
    if (event.tag == 1) {
      ++answers;
      return;
    }
    torusim::Message answer;
    answer.source = event.destination;
    answer.destination = event.source;
    answer.flits = 33;
    answer.message_class = 1;  // answers never wait for requests
    answer.tag = 1;
    network.send(answer);
  });
  for (torusim::NodeId node = 0; node < 64; ++node) {
    torusim::Message request;
    request.source = node;
    request.destination = (node + 36) % 64;  // four hops on in each dimension
    network.send(request);
  }
  if (network.run() != torusim::Advanced::kIdle) return 2;
  std::printf("%ld answers after %lld cycles\n", answers, static_cast<long long>(network.now()));
  return 0;
}
