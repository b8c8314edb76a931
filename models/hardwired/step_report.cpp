#include "models/hardwired/step_report.h"

#include <algorithm>

namespace torusim::hardwired {

void StepReport::step(int index, const std::string& name, Cycle start, Cycle first,
                      const std::vector<Load>& loads) {
  if (options_.observers.empty()) return;
  struct Packet {
    Worm worm;
    int port = 0;
  };
  std::vector<Packet> packets;
  std::uint32_t longest = 0;
  for (std::size_t channel = 0; channel < loads.size(); ++channel) {
    const Load& load = loads[channel];
    if (load.blocks == nullptr || load.words == 0) continue;
    Packet& packet = packets.emplace_back();
    packet.port = static_cast<int>(channel % topology_.network_ports());
    Worm& worm = packet.worm;
    worm.number = next_number_++;
    worm.flits = load.words;
    worm.source = static_cast<NodeId>(channel / topology_.network_ports());
    worm.destination = topology_.neighbor(worm.source, packet.port);
    worm.route = dimension_order_route(topology_, worm.source, worm.destination);
    worm.phase = index;
    worm.blocks = load.blocks->blocks();
    worm.started = start;
    worm.head_out = first;
    worm.tail_out = first + load.words - 1;
    longest = std::max(longest, load.words);
  }
  for (Observer* observer : options_.observers) {
    observer->phase_began(start, index, name);
    for (const Packet& packet : packets) observer->started(start, packet.worm);
  }
  std::vector<FlitMove> moves;
  for (std::uint32_t word = 0; word < longest; ++word) {
    moves.clear();
    for (const Packet& packet : packets) {
      if (word >= packet.worm.flits) continue;
      moves.push_back({&packet.worm, word, packet.worm.source, static_cast<std::uint8_t>(packet.port), 0});
    }
    for (Observer* observer : options_.observers) {
      if (observer->wants_moves()) observer->moved(first - options_.hardware.link_delay + word, moves);
    }
  }
  for (Observer* observer : options_.observers) {
    for (const Packet& packet : packets) observer->delivered(packet.worm.tail_out, packet.worm);
    observer->phase_ended(first + longest - 1, index, name);
  }
}

}  // namespace torusim::hardwired
