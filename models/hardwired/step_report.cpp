#include "models/hardwired/step_report.h"

#include <algorithm>

#include "models/contract/open_spans.h"

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
  const Cycle begin = first - options_.hardware.link_delay;
  const int stride = options_.hardware.ports() + options_.hardware.alpha;
  for (Observer* observer : span_observers(options_.observers)) {
    for (const Packet& packet : packets) {
      const Worm& worm = packet.worm;
      const FlitSpan span{begin,
                          begin + worm.flits - 1,
                          &worm,
                          worm.number,
                          worm.flits,
                          0,
                          worm.source * stride + packet.port,
                          kNoChannel};
      observer->span_began(span);
      observer->span_ended(span);
    }
  }
  for (Observer* observer : options_.observers) {
    for (const Packet& packet : packets) observer->delivered(packet.worm.tail_out, packet.worm);
    observer->phase_ended(first + longest - 1, index, name);
  }
}

}  // namespace torusim::hardwired
