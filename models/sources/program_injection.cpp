// How the messages and signals of a program enter the network.
#include <bit>

#include "models/contract/observer.h"
#include "models/sources/program_driver.h"

namespace torusim {

/// The messages at the front of the row get the free channels.
void ProgramDriver::inject(Cycle now, std::size_t port) {
  const int alpha = options_.hardware.alpha;
  const bool any = program_.nics == 1;
  const auto node = any ? port : port / static_cast<std::size_t>(alpha);
  while (queues_.port_waits(port)) {
    std::uint32_t& busy = nodes_[node].busy_channels;
    const int channel =
        any ? std::countr_one(busy) : static_cast<int>(port % static_cast<std::size_t>(alpha));
    if (channel >= alpha || (busy >> channel & 1) != 0) return;
    busy |= 1u << channel;
    const OperationId id = queues_.pop_port(port);
    const Operation& send = operation(id);
    Worm worm;
    worm.number = send.message;
    worm.blocks = schedule_.flits(send);
    worm.flits = static_cast<std::uint32_t>(1 + worm.blocks);
    worm.source = static_cast<NodeId>(node);
    worm.destination = schedule_.node_of(send.peer);
    worm.transfer = static_cast<int>(id);
    const Way& way = program_.ways[send.way];
    worm.message_class = static_cast<std::int16_t>(way.message_class);
    worm.injection_channel = static_cast<std::int16_t>(channel);
    const auto to = static_cast<std::size_t>(worm.destination);
    worm.ejection_channel =
        static_cast<std::int16_t>(send.way != 0 && way.ejection_channel >= 0
                                      ? way.ejection_channel
                                      : static_cast<int>(begun_to_[to]++ % static_cast<unsigned>(alpha)));
    worm.route = schedule_.route(send);
    worm.started = now;
    const WormSlot slot = worms_.add(worm);
    for (Observer* observer : options_.observers) observer->started(now, worms_[slot]);
    startups_.add(now + options_.startup_of(worm.source), {worm.source, channel, slot});
  }
}

/// Ready signals enter on the first channel, beside messages and without startup time.
void ProgramDriver::signal(Cycle now, std::vector<Injection>& injections) {
  for (const OperationId id : signals_) {
    const Operation& signal = operation(id);
    Worm worm;
    worm.number = Worm::kFirstSignal + signal.message;
    worm.source = schedule_.node_of(signal.rank);
    worm.destination = schedule_.node_of(signal.peer);
    worm.transfer = static_cast<int>(id);
    worm.message_class = static_cast<std::int16_t>(program_.ways[signal.way].message_class);
    worm.route = schedule_.route(signal);
    worm.started = now;
    const WormSlot slot = worms_.add(worm);
    for (Observer* observer : options_.observers) observer->started(now, worms_[slot]);
    injections.push_back({worm.source, 0, slot});
  }
  signals_.clear();
}

}  // namespace torusim
