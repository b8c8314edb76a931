#include "models/sources/schedule_driver.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <functional>

#include "models/contract/observer.h"
#include "schedules/core/amount.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

std::uint64_t signal_key(NodeId node, Signal::Trigger trigger, int after) {
  return (std::uint64_t(std::uint32_t(node)) << 32) | (std::uint64_t(after) << 2) | std::uint64_t(trigger);
}

}  // namespace

ScheduleDriver::ScheduleDriver(Schedule& schedule, const RunOptions& options, WormTable& worms)
    : schedule_(schedule),
      options_(options),
      topology_(options.hardware.topology),
      worms_(worms),
      blocks_(topology_, schedule.info().collective, matrix_of(schedule)),
      nodes_(topology_.nodes()),
      nodes_unfinished_(topology_.nodes()) {
  const ScheduleInfo& info = schedule_.info();
  if (info.collective.reduces()) {
    const bool words = options_.level == Level::kPins || !options_.rtl_nodes.empty();
    reduction_.emplace(info, options_.block_flits, words);
  }
  if (options_.sync == Synchronisation::kSwitch) gates_.emplace(options_.hardware);
  schedule_.rewind();
  if (!load_next_phase()) {
    nodes_unfinished_ = 0;
    return;
  }
  if (options_.sync == Synchronisation::kLocal) {
    // The phase that awaits a signal describes it, but an earlier phase fires it, so all phases must be
    // known.
    while (load_next_phase()) {
    }
    for (LoadedPhase& loaded : window_) {
      for (Signal signal : loaded.phase().signals) {
        const LoadedPhase& cause = phase(signal.after);
        const bool nothing_to_wait_for =
            (signal.trigger == Signal::Trigger::kSent && cause.sends_left[signal.from] == 0) ||
            (signal.trigger == Signal::Trigger::kReceived && cause.receives_left[signal.from] == 0);
        if (nothing_to_wait_for) signal.trigger = Signal::Trigger::kFinished;
        signals_[signal_key(signal.from, signal.trigger, signal.after)].push_back({signal, next_signal_++});
      }
    }
  }
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    if (options_.skew_of(node) > 0) late_.emplace_back(options_.skew_of(node), node);
  }
  std::ranges::sort(late_, std::greater());
  opening_ = {0, 0};
}

LoadedPhase& ScheduleDriver::phase(int index) {
  assert(index >= first_loaded_ && index < first_loaded_ + static_cast<int>(window_.size()));
  return window_[index - first_loaded_];
}

bool ScheduleDriver::load_next_phase() {
  if (all_loaded_) return false;
  Phase next = std::move(spare_);
  if (!schedule_.next(next)) {
    all_loaded_ = true;
    return false;
  }
  const int index = first_loaded_ + static_cast<int>(window_.size());
  if (options_.sync != Synchronisation::kLocal) next.signals.clear();
  for (Transfer& transfer : next.transfers) {
    if (options_.sync == Synchronisation::kPriority) transfer.message_class = index;
    if (options_.sync == Synchronisation::kLocal) ++transfer.message_class;  // class 0 is for signals
  }
  const auto messages = next.transfers.size();
  if (next_message_ + messages >= Worm::kFirstSignal)
    throw InputError("a schedule has fewer than 2^31 messages");
  window_.emplace_back(std::move(next), index, next_message_, topology_, options_.hardware.alpha,
                       options_.hardware.classes);
  if (gates_) load_gates(window_.back().phase());
  next_message_ += static_cast<std::uint32_t>(messages);
  return true;
}

/// LoadedPhase has checked that the routes exist.
void ScheduleDriver::load_gates(const Phase& phase) {
  gates_->load(phase, next_message_);
  for (Observer* observer : options_.observers) observer->phase_loaded(phase, next_message_);
}

bool ScheduleDriver::barrier_before(int index) {
  if (options_.sync == Synchronisation::kBarrier) return true;
  return options_.sync == Synchronisation::kLocal && phase(index).phase().barrier_before;
}

void ScheduleDriver::touch(NodeId node) {
  if (nodes_[node].dirty) return;
  nodes_[node].dirty = true;
  dirty_.push_back(node);
}

void ScheduleDriver::received(Cycle now, WormSlot slot) {
  const Worm& worm = worms_[slot];
  LoadedPhase& loaded = phase(worm.phase);
  for (Observer* observer : options_.observers) observer->delivered(now, worm);
  touch(worm.destination);
  if (worm.is_signal()) {
    assert(loaded.signals_left[worm.destination] > 0);
    --loaded.signals_left[worm.destination];
    --loaded.signals_to_come;
  } else {
    assert(loaded.messages_left > 0 && loaded.receives_left[worm.destination] > 0);
    const Transfer& transfer = loaded.phase().transfers[worm.transfer];
    loaded.time.flit_hops += std::int64_t(worm.flits) * worm.route.hops(topology_);
    if (reduction_) {
      reduction_->receive(worm.number, worm.destination, worm.phase, worm.transfer);
    } else {
      blocks_.enter_receive(transfer, worm.phase);
    }
    if (transfer.adds && options_.reduce_delay > 0) {
      sums_.push({now + options_.reduce_delay, worm.destination, worm.phase});
    } else {
      count_received(now, worm.destination, worm.phase);
    }
  }
  worms_.remove(slot);
}

/// The node may forward the data of a message of the phase.
void ScheduleDriver::count_received(Cycle now, NodeId node, int index) {
  LoadedPhase& loaded = phase(index);
  if (--loaded.messages_left == 0) {
    loaded.time.end = now;
    for (Observer* observer : options_.observers) observer->phase_ended(now, index, loaded.phase().name);
  }
  if (--loaded.receives_left[node] == 0) fire_signals(node, Signal::Trigger::kReceived, index);
  touch(node);
}

void ScheduleDriver::sent(Cycle /*now*/, WormSlot slot) {
  const Worm& worm = worms_[slot];
  if (worm.is_signal()) return;
  assert((nodes_[worm.source].busy_channels >> worm.injection_channel & 1) != 0);
  assert(phase(worm.phase).sends_left[worm.source] > 0);
  nodes_[worm.source].busy_channels &= ~(1u << worm.injection_channel);
  if (--phase(worm.phase).sends_left[worm.source] == 0) {
    fire_signals(worm.source, Signal::Trigger::kSent, worm.phase);
  }
  touch(worm.source);
}

void ScheduleDriver::fire_signals(NodeId node, Signal::Trigger trigger, int after) {
  if (signals_.empty()) return;
  const auto found = signals_.find(signal_key(node, trigger, after));
  if (found == signals_.end()) return;
  fired_.insert(fired_.end(), found->second.begin(), found->second.end());
  signals_.erase(found);
}

void ScheduleDriver::advance(Cycle now, std::vector<Injection>& injections) {
  retire_finished_phases();
  do {
    if (opening_.at <= now) open_phase(now);
    for (; !sums_.empty() && sums_.front().at <= now; sums_.pop()) {
      count_received(now, sums_.front().node, sums_.front().phase);
    }
    startups_.take(now, injections);
    for (; !late_.empty() && late_.back().first <= now; late_.pop_back()) touch(late_.back().second);
    // Observers learn of messages in the order of nodes. The network tells of tails in an order that depends
    // on its sleep.
    std::sort(dirty_.begin(), dirty_.end(), std::greater<>());
    while (!dirty_.empty() && !failed()) {
      const NodeId node = dirty_.back();
      dirty_.pop_back();
      nodes_[node].dirty = false;
      work_on(now, node);
    }
  } while (!failed() && next_due() <= now);

  std::sort(fired_.begin(), fired_.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
  for (const auto& [signal, number] : fired_) {
    Worm worm;
    worm.number = number;
    worm.source = signal.from;
    worm.destination = signal.to;
    worm.phase = signal.gates;
    worm.route = signal.route;
    worm.started = now;
    const WormSlot slot = worms_.add(worm);
    for (Observer* observer : options_.observers) observer->started(now, worms_[slot]);
    injections.push_back({signal.from, 0, slot});
  }
  fired_.clear();
  if (!blocks_.divided()) blocks_.book(0);
}

void ScheduleDriver::open_phase(Cycle now) {
  const int index = opening_.phase;
  opening_ = {};
  for (NodeId node = 0; node < topology_.nodes() && !failed(); ++node) {
    nodes_[node].at_barrier = false;
    enter(now, node, index);
    work_on(now, node);
  }
}

/// The node begins all possible sends, phase after phase.
void ScheduleDriver::work_on(Cycle now, NodeId node) {
  if (!late_.empty() && now < options_.skew_of(node)) return;
  Node& state = nodes_[node];
  while (!state.at_barrier) {
    LoadedPhase& current = phase(state.phase);
    if (current.has_work(node)) {
      begin_sends(now, node);
      return;
    }
    leave(now, node, state.phase);
    const int next = state.phase + 1;
    if (next == first_loaded_ + static_cast<int>(window_.size()) && !load_next_phase()) {
      state.at_barrier = true;  // the schedule has ended
      --nodes_unfinished_;
      return;
    }
    if (barrier_before(next)) {
      state.at_barrier = true;
      if (current.nodes_inside == 0) opening_ = {now + options_.barrier, next};
      return;
    }
    enter(now, node, next);
  }
}

void ScheduleDriver::enter(Cycle now, NodeId node, int index) {
  nodes_[node].phase = index;
  LoadedPhase& loaded = phase(index);
  if (loaded.time.start >= 0) return;
  loaded.time.start = now;
  for (Observer* observer : options_.observers) observer->phase_began(now, index, loaded.phase().name);
}

void ScheduleDriver::leave(Cycle now, NodeId node, int index) {
  LoadedPhase& loaded = phase(index);
  assert(loaded.nodes_inside > 0);
  ++ended_;
  if (reduction_) {
    const std::string wrong = reduction_->settle(node, index, loaded.phase());
    if (!wrong.empty()) {
      fail(fmt::format("phase {}, node {}: {}", loaded.phase().name, topology_.node_name(node), wrong));
    }
  }
  fire_signals(node, Signal::Trigger::kFinished, index);
  if (--loaded.nodes_inside > 0 || loaded.time.messages > 0) return;
  loaded.time.end = now;  // a phase without messages ends when the last node has passed it
  for (Observer* observer : options_.observers) observer->phase_ended(now, index, loaded.phase().name);
}

void ScheduleDriver::begin_sends(Cycle now, NodeId node) {
  Node& state = nodes_[node];
  LoadedPhase& current = phase(state.phase);
  if (current.signals_left[node] > 0) return;
  const auto sends = current.sends_of(node);
  std::uint32_t& begun = current.sends_begun[node];
  while (begun < sends.size() && !failed()) {
    const int channel = std::countr_one(state.busy_channels);
    if (channel >= options_.hardware.alpha) return;
    state.busy_channels |= 1u << channel;
    begin_send(now, node, current, sends[begun++], channel);
  }
}

void ScheduleDriver::begin_send(Cycle now, NodeId node, LoadedPhase& loaded, std::uint32_t index,
                                int channel) {
  const Transfer& transfer = loaded.phase().transfers[index];
  if (!reduction_) {
    blocks_.enter_send(transfer, loaded.index());
  } else if (const auto absent = reduction_->send(loaded.number(index), node, transfer.blocks)) {
    fail(absence(loaded.index(), transfer, *absent));
    return;
  }
  Worm worm;
  worm.number = loaded.number(index);
  worm.blocks = transfer.block_count();
  const std::int64_t flits = plus(1, times(worm.blocks, options_.block_flits));
  if (flits > Worm::kMostFlits) {
    fail(fmt::format("phase {}, node {}: a message of {} flits; a worm has at most {}", loaded.phase().name,
                     topology_.node_name(node), flits, Worm::kMostFlits));
    return;
  }
  if (const std::string reason = options_.hardware.unsupported_reason(flits); !reason.empty()) {
    fail(fmt::format("phase {}, node {}: {}", loaded.phase().name, topology_.node_name(node), reason));
    return;
  }
  worm.flits = static_cast<std::uint32_t>(flits);
  worm.source = node;
  worm.destination = transfer.destination;
  worm.phase = loaded.index();
  worm.transfer = static_cast<int>(index);
  worm.message_class = static_cast<std::int16_t>(transfer.message_class);
  worm.injection_channel = static_cast<std::int16_t>(channel);
  worm.ejection_channel = static_cast<std::int16_t>(loaded.ejection_channel(index));
  worm.route = transfer.route;
  if (reduction_) worm.words = reduction_->words(worm.number);
  worm.started = now;
  const WormSlot slot = worms_.add(worm);
  for (Observer* observer : options_.observers) observer->started(now, worms_[slot]);
  startups_.add(now + options_.startup_of(node), {node, channel, slot});
}

void ScheduleDriver::retire_finished_phases() {
  // The last phase stays, because nodes that have finished it still refer to it.
  while (window_.size() > 1 && window_.front().nodes_inside == 0 && window_.front().signals_to_come == 0) {
    finished_.push_back(window_.front().time);
    spare_ = window_.front().release();
    window_.pop_front();
    ++first_loaded_;
  }
}

Cycle ScheduleDriver::next_timer() const { return !dirty_.empty() || !fired_.empty() ? 0 : next_due(); }

Cycle ScheduleDriver::next_due() const {
  Cycle next = std::min(opening_.at, startups_.first());
  if (!late_.empty()) next = std::min(next, late_.back().first);
  if (!sums_.empty()) next = std::min(next, sums_.front().at);
  return next;
}

std::string ScheduleDriver::absence(int index, const Transfer& transfer, const Block& block) const {
  return fmt::format("phase {}, node {}: sends {} {} to {} but does not hold it", phase(index).phase().name,
                     topology_.node_name(transfer.source), reduction_ ? "chunk" : "block",
                     block_name(topology_, schedule_.info().collective, block),
                     topology_.node_name(transfer.destination));
}

void ScheduleDriver::report(RunResult& result) const {
  result.phases = finished_;
  for (const LoadedPhase& loaded : window_) result.phases.push_back(loaded.time);
  result.messages = next_message_;
  result.signals = next_signal_ - Worm::kFirstSignal;
  result.delivered_blocks = reduction_ ? reduction_->delivered() : delivered();
  result.total_blocks = reduction_ ? reduction_->total() : total();
  result.repeated_blocks = blocks_.sums().repeats;
  for (const PhaseTime& time : result.phases) result.flit_hops += time.flit_hops;
  if (const auto absent = blocks_.absence()) {
    result.findings.push_back(absence(absent->phase, *absent->transfer, absent->block));
  } else if (failed()) {
    result.findings.push_back(failure_);
  } else if (nodes_unfinished_ == 0) {
    auto misplaced = reduction_ ? reduction_->misplaced(10) : blocks_.misplaced(10);
    for (std::string& sentence : misplaced) result.findings.push_back(std::move(sentence));
  }
}

}  // namespace torusim
