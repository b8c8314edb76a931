#include "models/watch/network_monitor.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "schedules/core/failures.h"

namespace torusim {

NetworkMonitor::NetworkMonitor(const Hardware& hardware, const std::vector<NodeId>& own_timing,
                               StallListener* listener)
    : hardware_(hardware),
      own_timing_(hardware.topology.nodes(), false),
      listener_(listener),
      network_(hardware),
      links_(network_.table().size()),
      nodes_(hardware.topology.nodes()),
      owned_since_(links_.size(), 0),
      on_channel_(links_.size()),
      from_input_(links_.size()) {
  for (const NodeId node : own_timing) own_timing_[node] = true;
  if (hardware_.phase_gates) gates_.emplace(hardware_);
  if (hardware_.bubbles()) rings_.emplace(hardware_, table());
}

void NetworkMonitor::phase_loaded(const Phase& phase, std::uint32_t first_number) {
  if (gates_) gates_->load(phase, first_number);
}

void NetworkMonitor::moved(Cycle cycle, std::span<const FlitMove> moves) {
  // Cycles without a flit are judged when the next flit comes: see LinkStatistics.
  if (violation_ || moves.empty()) return;
  if (cycle <= last_) {
    violation_ = fmt::format("cycle {} is reported after cycle {}", cycle, last_);
    return;
  }
  for (Cycle quiet = last_ + 1; quiet < cycle && !network_.quiet() && !violation_; ++quiet) step(quiet, {});
  if (!violation_) step(cycle, moves);
}

// Flits on the wire in `cycle` were chosen in the arbitration of the cycle before.
void NetworkMonitor::step(Cycle cycle, std::span<const FlitMove> moves) {
  last_ = cycle;
  network_.advance(cycle - 1);
  if (hardware_.adaptive) network_.choose_ways();
  if (!find_departures(cycle, moves) || !judge_inputs(cycle)) return;
  count_injection_stalls(cycle);
  apply(cycle);
}

bool NetworkMonitor::has_failed(const FlitMove& move) const {
  const Failures* const failures = hardware_.topology.failures();
  return failures != nullptr && move.node >= 0 && move.node < hardware_.topology.nodes() &&
         move.port < hardware_.network_ports() && failures->channel(move.node, move.port);
}

bool NetworkMonitor::find_departures(Cycle cycle, std::span<const FlitMove> moves) {
  departures_.clear();
  for (const FlitMove& move : moves) {
    if (has_failed(move)) {
      violation_ =
          fmt::format("cycle {}: worm {} is on {}{}, a channel that has failed", cycle, move.worm->number,
                      hardware_.topology.node_name(move.node), hardware_.topology.port_name(move.port));
      return false;
    }
    if (!table().exists(move.node, move.port) || move.vc >= hardware_.vcs()) {
      violation_ = fmt::format("cycle {}: worm {} is on port {} VC {} of node {}, which does not exist",
                               cycle, move.worm->number, move.port, move.vc, move.node);
      return false;
    }
    Departure departure{&move, table().id(move.node, move.port), Passage::kNone};
    const ChannelId channel = departure.channel;
    const auto bad = [&](const std::string& what) {
      return violate(cycle, channel, move.vc, move.worm->number, what);
    };
    if (on_channel_[channel].cycle == cycle) return bad("a second flit on the channel in one cycle");
    on_channel_[channel] = {cycle, move.vc, move.worm->number};
    if (move.index >= move.worm->flits) {
      return bad(fmt::format("flit {} of a worm of {} flits", move.index, move.worm->flits));
    }
    if (!(move.head() ? check_head(cycle, departure) : find_source(cycle, departure))) return false;
    if (credits_known(channel) && !network_.credit(channel, move.vc)) {
      return bad(
          fmt::format("flit {} without credit: {} flits of this VC are in flight, {} slots are its own, "
                      "and {} of {} shared ones are taken",
                      move.index, network_.in_flight(channel, move.vc), hardware_.reserve,
                      network_.channel(channel).shared_used, hardware_.shared));
    }
    if (departure.upstream != Passage::kNone) {
      const Passage& upstream = network_.passage(departure.upstream);
      if (from_input_[upstream.channel].cycle == cycle && !own_timing_[move.node]) {
        return bad("a second flit out of one input port in one cycle");
      }
      from_input_[upstream.channel] = {cycle, upstream.vc, upstream.worm};
    }
    departures_.push_back(departure);
  }
  return true;
}

// A flit behind its head follows the worm that owns the VC.
bool NetworkMonitor::find_source(Cycle cycle, Departure& departure) {
  const FlitMove& move = *departure.move;
  const auto bad = [&](const std::string& what) {
    return violate(cycle, departure.channel, move.vc, move.worm->number, what);
  };
  if (!network_.owned(departure.channel, move.vc)) {
    return bad(fmt::format("flit {} on a VC that no worm owns", move.index));
  }
  const Passage& passage = network_.passage(network_.owner(departure.channel, move.vc));
  if (passage.worm != move.worm->number) {
    return bad(fmt::format("flit {} on a VC that worm {} owns", move.index, passage.worm));
  }
  if (passage.sent != move.index) {
    return bad(fmt::format("flit {} where flit {} comes next", move.index, passage.sent));
  }
  departure.upstream = passage.upstream;
  if (passage.upstream == Passage::kNone) {
    if (hardware_.switching != Switching::kCircuit || move.worm->head_out >= 0) return true;
    return bad("payload leaves its node before the head has arrived");
  }
  const Passage& upstream = network_.passage(passage.upstream);
  if (upstream.arrived > upstream.left) return true;
  return bad(fmt::format("flit {} before it can be in the router's buffer", move.index));
}

bool NetworkMonitor::check_head(Cycle cycle, Departure& departure) {
  const FlitMove& move = *departure.move;
  const auto bad = [&](const std::string& what) {
    return violate(cycle, departure.channel, move.vc, move.worm->number, what);
  };
  if (network_.owned(departure.channel, move.vc)) {
    return bad(fmt::format("head on a VC that worm {} owns",
                           network_.passage(network_.owner(departure.channel, move.vc)).worm));
  }
  ChannelRef expected = injected_by(hardware_, *move.worm);
  if (!table().injection(departure.channel)) {
    for (int in = 0; in < hardware_.ports() && departure.upstream == Passage::kNone; ++in) {
      const ChannelId feeder = table().feeder(move.node, in);
      if (feeder == ChannelTable::kNone) continue;
      for (std::uint64_t rest = network_.channel(feeder).occupied; rest != 0; rest &= rest - 1) {
        const std::int32_t head =
            network_.next_head(feeder, std::countr_zero(rest), move.worm->number, own_timing_[move.node]);
        if (head != Passage::kNone) departure.upstream = head;
      }
    }
    if (departure.upstream == Passage::kNone) {
      return bad(own_timing_[move.node]
                     ? "head that is in no input buffer of the router, or behind another for its output VC"
                     : "head that is not at the front of any input buffer of the router");
    }
    const Passage& upstream = network_.passage(departure.upstream);
    expected = {table().node(upstream.next_channel), table().port(upstream.next_channel), upstream.next_vc};
    if (!gate_admits(upstream)) {
      return bad("head in front of a gate that is closed for its phase");
    }
    if (!head_may_go(upstream)) {
      return bad(fmt::format("head that may not go yet under {} switching", to_text(hardware_.switching)));
    }
    if (rings_ && !rings_->head_goes({upstream.channel, upstream.vc}, {departure.channel, move.vc})) {
      return bad("head that fills the last packet slot of its ring");
    }
  }
  if (expected.node == move.node && expected.port == move.port && expected.vc == move.vc) return true;
  return bad(fmt::format("head off its path, which leads to {} {}",
                         table().name(table().id(expected.node, expected.port)), vc_words(expected.vc)));
}

bool NetworkMonitor::judge_inputs(Cycle cycle) {
  for (const ChannelId input : network_.occupied()) {
    if (!judge_input(cycle, input)) return false;
  }
  return true;
}

// Checks that an input port, named by the channel that feeds it, selected the right flit, and finds why other
// flits wait. If no flit left, the selected one of several equals is unknown; one of them must have lost its
// output to a flit that is no less urgent.
bool NetworkMonitor::judge_input(Cycle cycle, ChannelId input) {
  const bool gave = from_input_[input].cycle == cycle;
  std::uint64_t ready = 0, perhaps_ready = 0;
  for (std::uint64_t rest = network_.channel(input).occupied; rest != 0; rest &= rest - 1) {
    const int vc = std::countr_zero(rest);
    const Passage& front = network_.passage(network_.front(input, vc));
    if (gave && vc == from_input_[input].vc) {
      ready |= std::uint64_t{1} << vc;
    } else if (front.left == 0 && network_.owned(front.next_channel, front.next_vc)) {
      const std::int32_t owner = network_.owner(front.next_channel, front.next_vc);
      count(cycle, front, StallCause::kAllocation, network_.passage(owner).worm);
    } else if (front.left == 0 && !gate_admits(front)) {
      count(cycle, front, StallCause::kAllocation, Stall::kNobody);
    } else if (!credits_known(front.next_channel)) {
      const bool credit = network_.credit(front.next_channel, front.next_vc);
      count(cycle, front, credit ? StallCause::kArbitration : StallCause::kCredit, Stall::kNobody);
      perhaps_ready |= std::uint64_t{1} << vc;
    } else if (!network_.credit(front.next_channel, front.next_vc)) {
      count(cycle, front, StallCause::kCredit, front_worm(front.next_channel, front.next_vc));
    } else if (front.left == 0 && !head_may_go(front)) {
      // Under store and forward the head waits for its own flits, not for another worm.
      if (hardware_.cuts_through()) {
        count(cycle, front, StallCause::kCredit, front_worm(front.next_channel, front.next_vc));
      }
    } else {
      ready |= std::uint64_t{1} << vc;
    }
  }
  if (ready == 0) return true;
  const bool held = !own_timing_[table().reader(input)];

  // VCs are numbered class by class: the first ready one has the most urgent class.
  const int most_urgent_vc = std::countr_zero(ready);
  const int most_urgent = hardware_.vc_class(most_urgent_vc);
  const Passage& first = network_.passage(network_.front(input, most_urgent_vc));
  if (held && gave && hardware_.vc_class(from_input_[input].vc) != most_urgent) {
    return violate(cycle, first.next_channel, first.next_vc, first.worm,
                   fmt::format("ready, but its input port forwards a less urgent flit, of VC {}",
                               from_input_[input].vc));
  }
  bool explained = gave;
  for (std::uint64_t rest = ready; rest != 0; rest &= rest - 1) {
    const int vc = std::countr_zero(rest);
    if (gave && vc == from_input_[input].vc) continue;
    const Passage& front = network_.passage(network_.front(input, vc));
    const int its_class = hardware_.vc_class(vc);
    const int taken_by = class_on(cycle, front.next_channel);
    explained |= its_class == most_urgent && taken_by <= its_class;
    const StallCause cause =
        its_class > most_urgent || taken_by < its_class ? StallCause::kPreemption : StallCause::kArbitration;
    const int at_most = cause == StallCause::kPreemption ? its_class - 1 : its_class;  // of the winner
    std::uint32_t blocker = Stall::kNobody;
    if (taken_by <= at_most) {
      blocker = on_channel_[front.next_channel].worm;
    } else if (gave && hardware_.vc_class(from_input_[input].vc) <= at_most) {
      blocker = from_input_[input].worm;
    } else if (const std::uint64_t others = ready & ~(std::uint64_t{1} << vc); others != 0) {
      blocker = network_.passage(network_.front(input, std::countr_zero(others))).worm;
    }
    count(cycle, front, cause, blocker);
  }
  for (std::uint64_t rest = perhaps_ready; rest != 0; rest &= rest - 1) {
    const int its_class = hardware_.vc_class(std::countr_zero(rest));
    const Passage& front = network_.passage(network_.front(input, std::countr_zero(rest)));
    explained |= its_class <= most_urgent && class_on(cycle, front.next_channel) <= its_class;
  }
  if (explained || !held) return true;
  return violate(cycle, first.next_channel, first.next_vc, first.worm,
                 class_on(cycle, first.next_channel) == kNothing
                     ? "ready, but the output stays idle"
                     : "ready, but the output sends a less urgent flit");
}

bool NetworkMonitor::gate_admits(const Passage& front) const {
  return !gates_ ||
         gates_->admits(table().node(front.next_channel), table().port(front.next_channel), front.worm);
}

bool NetworkMonitor::head_may_go(const Passage& front) const {
  switch (hardware_.switching) {
    case Switching::kBubble:
      if (const int asked = table().packet_slots_asked(front.channel, front.next_channel); asked > 0)
        return network_.worms(front.next_channel, front.next_vc) + asked <= hardware_.packet_slots;
      [[fallthrough]];
    case Switching::kCutThrough:
      return network_.room(front.next_channel, front.next_vc) >= static_cast<int>(front.flits);
    case Switching::kStoreAndForward:
      return front.arrived == front.flits;
    default:
      return true;
  }
}

bool NetworkMonitor::credits_known(ChannelId channel) const {
  return table().ejection(channel) || !own_timing_[table().reader(channel)];
}

void NetworkMonitor::count_injection_stalls(Cycle cycle) {
  std::erase_if(injecting_, [this](ChannelId channel) { return network_.channel(channel).owned == 0; });
  for (const ChannelId channel : injecting_) {
    for (std::uint64_t rest = network_.channel(channel).owned; rest != 0; rest &= rest - 1) {
      const int vc = std::countr_zero(rest);
      const bool carries = on_channel_[channel].cycle == cycle;
      if (carries && on_channel_[channel].vc == vc) continue;
      const Passage& owner = network_.passage(network_.owner(channel, vc));
      // After the head of a circuit the interface waits for the ack, not for another worm.
      if (hardware_.switching == Switching::kCircuit && owner.sent == 1) continue;
      Stall stall{cycle, 1, owner.worm, -1, channel};
      if (network_.credit(channel, vc)) {
        if (!carries) continue;
        const bool urgent = class_on(cycle, channel) < hardware_.vc_class(vc);
        stall.cause = urgent ? StallCause::kPreemption : StallCause::kArbitration;
      }
      count(stall);
    }
  }
}

void NetworkMonitor::count(Cycle cycle, const Passage& front, StallCause cause, std::uint32_t blocker) {
  count({cycle, 1, front.worm, front.hop, front.next_channel, cause, blocker});
}

void NetworkMonitor::count(const Stall& stall) {
  LinkStatistics& wanted = links_[stall.wanted];
  switch (stall.cause) {
    case StallCause::kAllocation:
      ++wanted.stalled_allocation;
      break;
    case StallCause::kCredit:
      ++wanted.stalled_credit;
      break;
    case StallCause::kPreemption:
      ++wanted.stalled_preemption;
      break;
    case StallCause::kArbitration:
      ++wanted.stalled_arbitration;
      break;
  }
  if (listener_ != nullptr) listener_->stalled(stall);
}

/// The first worm on the virtual channel or in the buffer behind it.
std::uint32_t NetworkMonitor::front_worm(ChannelId channel, int vc) const {
  const std::int32_t front = network_.front(channel, vc);
  return front == Passage::kNone ? Stall::kNobody : network_.passage(front).worm;
}

void NetworkMonitor::apply(Cycle cycle) {
  for (const Departure& departure : departures_) {
    const FlitMove& move = *departure.move;
    const ChannelId channel = departure.channel;
    const bool was_owned = network_.channel(channel).owned != 0;
    network_.send(cycle, move, departure.upstream);
    const bool is_owned = network_.channel(channel).owned != 0;
    if (!was_owned) owned_since_[channel] = cycle;
    if (!is_owned) links_[channel].busy += cycle - owned_since_[channel] + 1;
    ++links_[channel].flits;

    if (gates_ && move.tail() && !table().injection(channel)) gates_->pass(move.node, move.port);
    if (table().injection(channel)) {
      ++nodes_[move.node].flits_injected;
      if (move.head() && !move.worm->is_signal()) ++nodes_[move.node].messages_sent;
      if (!was_owned && is_owned) injecting_.push_back(channel);
    } else if (table().ejection(channel)) {
      ++nodes_[move.node].flits_ejected;
      if (move.tail()) awaiting_delivery_.push_back(move.worm->number);
    }
  }
}

void NetworkMonitor::delivered(Cycle cycle, const Worm& worm) {
  if (violation_) return;
  if (std::erase(awaiting_delivery_, worm.number) == 0) {
    violation_ = fmt::format("cycle {}: worm {} is delivered at node {} before its tail was ejected there",
                             cycle, worm.number, worm.destination);
    return;
  }
  if (!worm.is_signal()) ++nodes_[worm.destination].messages_received;
}

LinkStatistics NetworkMonitor::link(ChannelId channel, Cycle last_cycle) const {
  LinkStatistics result = links_[channel];
  if (!table().exists(table().node(channel), table().port(channel))) return result;
  if (network_.channel(channel).owned != 0) result.busy += last_cycle - owned_since_[channel] + 1;
  result.idle = last_cycle + 1 - result.busy;
  result.peak_occupancy = network_.channel(channel).peak;
  return result;
}

int NetworkMonitor::class_on(Cycle cycle, ChannelId channel) const {
  return on_channel_[channel].cycle == cycle ? hardware_.vc_class(on_channel_[channel].vc) : kNothing;
}

std::string NetworkMonitor::vc_words(int vc) const {
  if (!hardware_.adaptive) return fmt::format("VC {}", vc);
  const int lane = hardware_.vc_lane(vc);
  return fmt::format("VC {}, {} lane {}", vc, lane < hardware_.escape_lanes() ? "escape" : "adaptive", lane);
}

bool NetworkMonitor::violate(Cycle cycle, ChannelId channel, int vc, std::uint32_t worm,
                             const std::string& what) {
  violation_ =
      fmt::format("cycle {}: {} {}, worm {}: {}", cycle, table().name(channel), vc_words(vc), worm, what);
  return false;
}

void judge(const NetworkMonitor& monitor, RunResult& result) {
  if (!monitor.violation()) return;
  result.findings.push_back(*monitor.violation());
  if (result.verdict == Verdict::kVerified) result.verdict = Verdict::kFailed;
}

}  // namespace torusim
