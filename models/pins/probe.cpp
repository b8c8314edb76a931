#include "models/pins/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "models/contract/observer.h"

namespace torusim::pins {

Probe::Probe(const sc_core::sc_module_name& name, RunContext& run, CycleJudge& judge,
             const std::vector<Observer*>& observers)
    : sc_module(name), run_(run), judge_(judge) {
  for (Observer* const observer : observers) {
    if (observer->wants_moves()) observers_.push_back(observer);
  }
  SC_HAS_PROCESS(Probe);
  SC_METHOD(look);
  sensitive << clock.neg();
  dont_initialize();
}

void Probe::watch(const sc_core::sc_signal<Forward>& signal, NodeId node, int port) {
  taps_.push_back({&signal, node, static_cast<std::uint8_t>(port),
                   std::vector<std::int64_t>(run_.hardware.vcs(), Tap::kNobody)});
}

std::vector<ForeignState> Probe::foreign_states() const {
  std::vector<ForeignState> result;
  for (const ForeignAccount& account : accounts_) result.push_back(account.state());
  return result;
}

void Probe::look() {
  moves_.clear();
  for (Tap& tap : taps_) {
    const Forward& flit = tap.signal->read();
    if (flit.valid) see(run_.now, tap, flit);
  }
  for (ForeignAccount& account : accounts_) account.balance(run_);
  if (!run_.scoreboard.failure().empty()) {
    judge_.found_fault(run_.now);
    return;
  }
  const bool acks =
      std::any_of(ack_taps_.begin(), ack_taps_.end(), [](auto* tap) { return tap->read().ack; });
  quiet_cycles_ = moves_.empty() && !acks ? quiet_cycles_ + 1 : 0;
  if (moves_.empty()) return;
  judge_.progressed(run_.now - 1);  // the cycle in which the flits were granted
  for (Observer* observer : observers_) observer->moved(run_.now, moves_);
}

std::string Probe::illegal(const Tap& tap, const Forward& flit) const {
  const Hardware& hardware = run_.hardware;
  if (flit.vc >= hardware.vcs()) {
    return fmt::format("on virtual channel {} of {}, which does not exist", flit.vc, hardware.vcs());
  }
  const bool read_by_router = tap.port < hardware.network_ports();
  if (flit.head && read_by_router && route_port(flit.data) >= hardware.ports()) {
    return fmt::format("whose head goes on by port {} of {}", route_port(flit.data), hardware.ports());
  }
  const std::int64_t holder = tap.holder[flit.vc];
  if (holder == (flit.head ? Tap::kNobody : message_number(flit.data))) return {};
  if (holder == Tap::kNobody) return fmt::format("on virtual channel {}, without its head", flit.vc);
  return fmt::format("on virtual channel {}, in the middle of message {}", flit.vc, holder);
}

/// The worm of the flit; null, with a failure, if there is none. The head of a worm from an open node
/// announces the worm.
Worm* Probe::worm_of(Cycle cycle, const Tap& tap, const Forward& flit) {
  const std::uint32_t number = message_number(flit.data);
  const int injection_channel = tap.port - run_.hardware.ports();
  if (flit.head && injection_channel >= 0 && run_.is_open(tap.node)) {
    WormSlot slot = 0;
    const std::string why = run_.find(number) != nullptr
                                ? "whose number a message under way has"
                                : run_.open->admit(cycle, tap.node, injection_channel, flit, slot);
    if (why.empty()) {
      run_.slot_of[number] = slot;
    } else {
      run_.scoreboard.fail(cycle, tap.node,
                           fmt::format("the open node injects a head of message {} {}", number, why));
      return nullptr;
    }
  }
  Worm* const worm = run_.find(number);
  if (worm == nullptr) {
    run_.scoreboard.fail(
        cycle, tap.node,
        fmt::format("a flit of message {} left port {} that no node sent", number, tap.port));
  }
  return worm;
}

void Probe::see(Cycle cycle, Tap& tap, const Forward& flit) {
  Worm* const worm = worm_of(cycle, tap, flit);
  if (worm == nullptr) return;
  if (const std::string wrong = illegal(tap, flit); !wrong.empty()) {
    run_.scoreboard.fail(cycle, tap.node,
                         fmt::format("port {} sends a flit of message {} {}", tap.port, worm->number, wrong));
    return;
  }
  tap.holder[flit.vc] = flit.tail ? Tap::kNobody : std::int64_t{worm->number};
  if (flit.head) {
    ++worm->head_channels;
    if (tap.port >= run_.hardware.ports()) worm->injected = cycle;
  }
  if (flit.tail) ++worm->tail_channels;
  moves_.push_back({worm, flit.head ? 0 : length_or_index(flit.data), tap.node, tap.port, flit.vc});
}

}  // namespace torusim::pins
