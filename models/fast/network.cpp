#include "models/fast/network.h"

#include <algorithm>

namespace torusim::fast {

FastNetwork::FastNetwork(const Hardware& hardware, MessageSource& source, WormTable& worms,
                         Scoreboard& scoreboard, const std::vector<Observer*>& observers, bool sleep)
    : hardware_(hardware),
      source_(source),
      observers_(observers),
      wires_(hardware.link_delay),
      routers_(hardware_, worms, wires_, observers.empty() && sleep ? nullptr : &moves_),
      interfaces_(hardware_, source, worms, scoreboard, wires_,
                  observers.empty() && sleep ? nullptr : &moves_) {}

Cycle FastNetwork::step(Cycle now) {
  interfaces_.eject(now);
  injections_.clear();
  source_.advance(now, injections_);
  for (const Injection& injection : injections_) {
    routers_.begin_route(injection.worm);
    interfaces_.add(now, injection);
  }
  routers_.take_credits(now);
  routers_.take_flits(now);
  interfaces_.take_credits(now);
  interfaces_.inject(now);
  routers_.evaluate(now);
  if (!moves_.empty()) {
    for (Observer* observer : observers_) observer->moved(now + 1, moves_);
    moves_.clear();
  }

  const bool quiet = routers_.all_asleep() && interfaces_.all_asleep() && wires_.empty();
  if (!quiet) return now + 1;
  return std::max(std::min(source_.next_timer(), interfaces_.next_alarm()), now + 1);
}

}  // namespace torusim::fast
