#include "testbench/tests/rtl/steered_neighbours.h"

#include <algorithm>

namespace torusim::test {
namespace {

/// Odd numbers are circuits': so the far end knows that it owes an ack.
bool is_circuit(std::uint32_t message) { return message % 2 == 1; }

constexpr int kAny = -1;  // output

}  // namespace

SteeredNeighbours::SteeredNeighbours(const Hardware& hardware, std::uint32_t seed)
    : hardware_(hardware),
      longest_(hardware.bubbles()               ? hardware.packet_slot()
               : hardware.buffers_whole_worms() ? hardware.reserve
                                                : 8),
      random_(seed),
      channels_(hardware.ports() * hardware.vcs()),
      wires_(hardware.ports()),
      tables_(hardware.phase_gates ? hardware.ports() : 0) {
  if (hardware.phase_gates) messages_ = random_() >> 2;  // so that limits differ in all bits
}

const RouterWires& SteeredNeighbours::drive(const RouterWires& outputs) {
  look(outputs);
  if (steered_for_-- == 0) steer();
  wires_.clear();
  for (int port = 0; port < hardware_.ports(); ++port) {
    send(port);
    give_back(port);
  }
  if (hardware_.phase_gates) drive_gates(outputs);
  return wires_;
}

void SteeredNeighbours::look(const RouterWires& outputs) {
  for (int port = 0; port < hardware_.ports(); ++port) {
    const Forward flit = outputs.flit(port);
    if (flit.valid) {
      ++at(port, flit.vc).taken;
      if (flit.head && !flit.tail) at(port, flit.vc).ack_due = is_circuit(message_number(flit.data));
    }
    const Backward back = outputs.back(port);
    if (back.credit) --at(port, back.credit_vc).sent;
    if (back.ack) at(port, back.ack_vc).waits = false;
  }
}

void SteeredNeighbours::steer() {
  steer_ = static_cast<Steer>(any(5));
  steered_for_ = 50 + any(150);
  target_ = any(hardware_.ports() - 1);
  target_class_ = any(hardware_.classes);
}

bool SteeredNeighbours::may_send(int port, int vc) {
  int pool = hardware_.shared;
  for (int v = 0; v < hardware_.vcs(); ++v) pool -= std::max(at(port, v).sent - hardware_.reserve, 0);
  return at(port, vc).sent < hardware_.reserve || pool > 0;
}

void SteeredNeighbours::send(int port) {
  if (steer_ == Steer::kDrain || (steer_ == Steer::kMixed && chance(50))) return;
  const int vc =
      steer_ == Steer::kRivals ? hardware_.vc(target_class_, any(hardware_.lanes)) : any(hardware_.vcs());
  if (!may_send(port, vc)) return;
  Channel& channel = at(port, vc);
  if (channel.waits) return;
  const bool starts = channel.left == 0;
  int out = kAny;
  if (starts) {
    channel.left = 1 + any(steer_ == Steer::kRivals ? 2 : longest_);
    const bool circuit = channel.left > 1 && chance(steer_ == Steer::kAcks ? 80 : 10) &&
                         hardware_.switching == Switching::kCircuit;
    const Planned worm = next_worm(port, vc);
    out = worm.out;
    channel.message = (worm.number << 1) + (circuit ? 1 : 0);
    channel.waits = circuit;
    channel.index = 0;
  }
  Data data = starts ? head(port, out) : payload();
  data[0] = std::uint64_t{starts ? channel.left : channel.index} << 32 | channel.message;
  ++channel.index;
  ++channel.sent;
  --channel.left;
  wires_.put(port, Forward{true, starts, channel.left == 0, static_cast<std::uint8_t>(vc), data});
}

/// Without gates to any output.
SteeredNeighbours::Planned SteeredNeighbours::next_worm(int port, int vc) {
  if (!hardware_.phase_gates) return {kAny, ++messages_};
  std::deque<Planned>& plan = at(port, vc).plan;
  if (plan.empty()) plan_phase(port, vc);
  const Planned worm = plan.front();
  plan.pop_front();
  return worm;
}

/// The worms of the next phase: one of the channel, and more of any others. Channels send in the order of
/// phases, so the worms of the first unfinished phase can always go.
void SteeredNeighbours::plan_phase(int port, int vc) {
  const int local = hardware_.network_ports();
  std::vector<int> worms(hardware_.ports(), 0);
  const int others = any(8);
  for (int n = 0; n <= others; ++n) {
    const int in = n == 0 ? port : any(hardware_.ports());
    const int out =
        steer_ == Steer::kRivals && in < local ? target_ : any(in < local ? hardware_.ports() : local);
    at(in, n == 0 ? vc : any(hardware_.vcs())).plan.push_back({out, ++messages_});
    ++worms[out];
  }
  for (int out = 0; out < hardware_.ports(); ++out) {
    if (worms[out] > 0) tables_[out].push_back({(messages_ + 1) << 1, worms[out]});
  }
}

/// The tables have seen the tails that the router drives in this cycle.
void SteeredNeighbours::drive_gates(const RouterWires& outputs) {
  wires_.gates.resize(hardware_.ports());
  for (int out = 0; out < hardware_.ports(); ++out) {
    std::deque<Entry>& table = tables_[out];
    const Forward flit = outputs.flit(out);
    if (flit.valid && flit.tail && !table.empty() && --table.front().worms == 0) table.pop_front();
    const std::uint32_t limit = table.empty() ? 0 : table.front().limit;
    const bool last = !table.empty() && table.front().worms == 1;
    wires_.gates[out] = {limit, !last ? limit : table.size() > 1 ? table[1].limit : 0};
  }
}

/// One to four segments, hops with borrows of every length; a node does not send to itself.
Data SteeredNeighbours::head(int port, int first_out) {
  const int local = hardware_.network_ports();
  const int hops[] = {1, 1, 2, 3, 64, 256, 257, 511};
  Data data{};
  const int segments = 1 + any(4);
  for (int s = 0; s < segments; ++s) {
    int out = steer_ == Steer::kRivals && s == 0 ? target_ : any(hardware_.ports());
    if (s == 0 && port >= local && out >= local) out = any(local);
    if (s == 0 && first_out != kAny) out = first_out;
    data[1] |= static_cast<std::uint64_t>(hops[any(std::size(hops))] << 5 | out | any(4) << 14) << (16 * s);
  }
  return data;
}

/// Any words; some begin with a byte that is rare otherwise.
Data SteeredNeighbours::payload() {
  Data data{};
  data[1] = std::uint64_t{random_()} << 32 | random_();
  if (chance(10)) data[1] = 0xA5ULL << 56 | (data[1] & 0x00FF'FFFF'FFFF'FFFF);
  return data;
}

void SteeredNeighbours::give_back(int port) {
  Backward back;
  const int vc = any(hardware_.vcs());
  const bool credits = steer_ == Steer::kDrain || (steer_ != Steer::kFull && chance(70));
  for (int n = 0; credits && !back.credit && n < hardware_.vcs(); ++n) {
    const int at_vc = (vc + n) % hardware_.vcs();
    if (at(port, at_vc).taken == 0) continue;
    --at(port, at_vc).taken;
    back = {true, static_cast<std::uint8_t>(at_vc), false, 0};
  }
  if (steer_ == Steer::kAcks ? steered_for_ % 16 == 0 : steer_ != Steer::kFull && chance(30)) {
    for (int n = 0; !back.ack && n < hardware_.vcs(); ++n) {
      const int at_vc = (vc + n) % hardware_.vcs();
      if (!at(port, at_vc).ack_due) continue;
      at(port, at_vc).ack_due = false;
      back.ack = true;
      back.ack_vc = static_cast<std::uint8_t>(at_vc);
    }
  }
  wires_.put(port, back);
}

}  // namespace torusim::test
