#include "models/sources/program_driver.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "models/contract/observer.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

using Kind = Operation::Kind;
using Work = HostQueues::Work;

const std::string kPhase = "program";

bool costs(const HostCosts& host) {
  return host.overhead > 0 || host.overhead_byte.digits > 0 || host.gap > 0 || host.gap_byte.digits > 0;
}

}  // namespace

ProgramDriver::ProgramDriver(const ProgramSchedule& schedule, const RunOptions& options, WormTable& worms)
    : schedule_(schedule),
      program_(schedule.program()),
      host_(schedule.settings().host),
      options_(options),
      worms_(worms),
      receiving_costs_(costs(host_)),
      states_(program_.operations.size(), State::kWaiting),
      matching_(program_),
      queues_(program_.operations.size(), cpu_of(program_.ranks(), 0),
              static_cast<std::size_t>(options.hardware.topology.nodes()) *
                  static_cast<std::size_t>(program_.nics > 1 ? options.hardware.alpha : 1),
              program_.by_number),
      nodes_(static_cast<std::size_t>(options.hardware.topology.nodes())),
      cpu_is_dirty_(cpu_of(program_.ranks(), 0)),
      port_is_dirty_(nodes_.size() *
                     static_cast<std::size_t>(program_.nics > 1 ? options.hardware.alpha : 1)),
      operations_left_(program_.operations.size() - program_.signals),
      messages_left_(program_.messages),
      begun_to_(nodes_.size()) {
  if (program_.nics > 1 && program_.nics > options.hardware.alpha) {
    throw InputError(fmt::format("{}: nic {} is injection channel {} of a node, which has {} (--alpha)",
                                 program_.name, program_.nics - 1, program_.nics - 1,
                                 options.hardware.alpha));
  }
  waits_.reserve(program_.operations.size());
  for (const Operation& operation : program_.operations) waits_.push_back(operation.waits);
  if (const auto& chunks = schedule.settings().chunks) memory_.emplace(program_, *chunks);
  if (receiving_costs_) {
    next_send_.assign(nic_of(program_.ranks(), 0), 0);
    next_receive_ = next_send_;
  }
  for (Observer* observer : options.observers) {
    if (auto* watcher = dynamic_cast<ProgramObserver*>(observer)) watchers_.push_back(watcher);
  }
  time_.name = kPhase;
  time_.messages = program_.messages;
  time_.blocks = total();
  time_.max_blocks = schedule.longest();
}

std::size_t ProgramDriver::port_of(const Operation& send) const {
  const auto node = static_cast<std::size_t>(schedule_.node_of(send.rank));
  if (program_.nics == 1) return node;
  return node * static_cast<std::size_t>(options_.hardware.alpha) + send.nic;
}

void ProgramDriver::received(Cycle now, WormSlot slot) {
  const Worm& worm = worms_[slot];
  for (Observer* observer : options_.observers) observer->delivered(now, worm);
  if (!worm.is_signal())
    time_.flit_hops += std::int64_t(worm.flits) * worm.route.hops(options_.hardware.topology);
  delivered_ += worm.blocks;
  arrived_.push_back(static_cast<OperationId>(worm.transfer));
  worms_.remove(slot);
}

void ProgramDriver::sent(Cycle /*now*/, WormSlot slot) {
  const Worm& worm = worms_[slot];
  if (worm.is_signal()) return;
  sent_.push_back({static_cast<OperationId>(worm.transfer), worm.injection_channel});
}

void ProgramDriver::advance(Cycle now, std::vector<Injection>& injections) {
  now_ = now;
  if (!begun_) begin(now);
  std::sort(arrived_.begin(), arrived_.end());
  for (const OperationId id : arrived_) {
    if (operation(id).kind == Kind::kSignal) {
      end(id);
      continue;
    }
    if (!receiving_costs_) {
      arrive(id);
      continue;
    }
    const Operation& send = operation(id);
    const std::size_t cpu = cpu_of(send.peer, send.cpu);
    queues_.push(cpu, Work::kReceive, id);
    touch(cpu);
  }
  arrived_.clear();
  std::sort(sent_.begin(), sent_.end(),
            [](const Sent& a, const Sent& b) { return a.operation < b.operation; });
  for (const auto& [id, channel] : sent_) {
    const Operation& send = operation(id);
    auto& busy = nodes_[static_cast<std::size_t>(schedule_.node_of(send.rank))].busy_channels;
    assert((busy >> channel & 1) != 0);
    busy &= ~(1u << channel);
    touch_port(port_of(send));
    if (program_.sends_end_at_tail) end(id);
  }
  sent_.clear();
  do {
    while (!timers_.empty() && timers_.top().at <= now) {
      const Timer timer = timers_.top();
      timers_.pop();
      if (timer.work == Work::kDelay) {
        end(timer.operation);
        continue;
      }
      if (timer.work != Work::kNothing) {
        queues_.set_busy(timer.cpu, false);
        finish(timer.operation, timer.work);
      }
      touch(timer.cpu);
    }
    startups_.take(now, injections);
    work(now);
  } while (next_due() <= now);
  signal(now, injections);
  if (done() && time_.end < 0) {
    time_.end = now;
    for (Observer* observer : options_.observers) observer->phase_ended(now, 0, kPhase);
  }
}

void ProgramDriver::begin(Cycle now) {
  begun_ = true;
  time_.start = now;
  for (Observer* observer : options_.observers) observer->phase_began(now, 0, kPhase);
  for (std::size_t rank = 0; rank + 1 < program_.first.size(); ++rank) {
    for (const Kind kind : {Kind::kSend, Kind::kReceive, Kind::kCompute, Kind::kHold, Kind::kJoin,
                            Kind::kSignal, Kind::kDelay}) {
      for (OperationId id = program_.first[rank]; id < program_.first[rank + 1]; ++id) {
        if (waits_[id] == 0 && operation(id).kind == kind) ready_.push_back(id);
      }
    }
  }
}

/// Works until no operation is left for this cycle.
void ProgramDriver::work(Cycle now) {
  while (!ready_.empty() || !dirty_cpus_.empty() || !dirty_ports_.empty()) {
    // The loop uses an index, because the lists grow during it.
    for (std::size_t i = 0; i < ready_.size(); ++i) make_ready(ready_[i]);
    ready_.clear();
    for (std::size_t i = 0; i < dirty_cpus_.size(); ++i) {
      cpu_is_dirty_[dirty_cpus_[i]] = false;
      serve(now, dirty_cpus_[i]);
    }
    dirty_cpus_.clear();
    for (std::size_t i = 0; i < dirty_ports_.size(); ++i) {
      port_is_dirty_[dirty_ports_[i]] = false;
      inject(now, dirty_ports_[i]);
    }
    dirty_ports_.clear();
  }
}

void ProgramDriver::meet(OperationId later) {
  assert(waits_[later] > 0);
  if (operation(later).kind == Kind::kTurns) {
    const auto dependents = program_.dependents_of(later);
    const std::uint32_t turn = operation(later).waits - waits_[later];
    if (turn < dependents.size()) meet(dependents[turn].later);
  }
  if (--waits_[later] == 0) ready_.push_back(later);
}

void ProgramDriver::make_ready(OperationId id) {
  const Operation& ready = operation(id);
  states_[id] = State::kReady;
  if (ready.kind == Kind::kReceive) {
    start(id);
    const auto send = matching_.post(id);
    if (!send) return;
    if (const auto handled = being_received_.find(*send); handled != being_received_.end()) {
      handled->second = id;  // it ends when the cpu has the message
    } else {
      end_receive(id, *send);
    }
    end_long_send(*send);
    return;
  }
  if (ready.kind == Kind::kSignal) {
    start(id);
    signals_.push_back(id);
    return;
  }
  const std::size_t cpu = cpu_of(ready.rank, ready.cpu);
  if (ready.kind == Kind::kDelay) {
    start(id);
    timers_.push({now_ + schedule_.cycles(ready), timers_set_++, cpu, id, Work::kDelay});
    return;
  }
  if (ready.kind == Kind::kRelease || ready.kind == Kind::kJoin || ready.kind == Kind::kTurns) {
    start(id);
    if (ready.kind == Kind::kRelease) {
      queues_.set_busy(cpu, false);
      touch(cpu);
    }
    end(id);
    return;
  }
  if (!queues_.stamped(id)) queues_.stamp(id);
  queues_.push(cpu, ready.kind == Kind::kSend ? Work::kSend : Work::kCompute, id);
  touch(cpu);
}

void ProgramDriver::start(OperationId id) {
  states_[id] = State::kStarted;
  if (memory_) memory_->started(id);
  for (const Program::Dependent& dependent : program_.dependents_of(id)) {
    if (dependent.after_start != 0) meet(dependent.later);
  }
}

void ProgramDriver::end(OperationId id) {
  assert(states_[id] == State::kStarted);
  states_[id] = State::kEnded;
  if (operation(id).kind != Kind::kSignal) --operations_left_;
  if (memory_) memory_->ended(id);
  if (operation(id).kind == Kind::kTurns) return;  // its dependents are met one by one
  for (const Program::Dependent& dependent : program_.dependents_of(id)) {
    if (dependent.after_start == 0) meet(dependent.later);
  }
}

/// The first cycle from `now` on in which the rank has begun and the nic allows the work at the front of the
/// row.
Cycle ProgramDriver::possible(Cycle now, std::size_t cpu, Work work) const {
  const auto rank = static_cast<std::int32_t>(cpu / static_cast<std::size_t>(program_.cpus));
  now = std::max(now, options_.skew_of(schedule_.node_of(rank)));
  if (!receiving_costs_ || work == Work::kCompute) return now;
  const Operation& send = operation(queues_.front(cpu, work));
  if (work == Work::kSend) return std::max(now, next_send_[nic_of(send.rank, send.nic)]);
  return std::max(now, next_receive_[nic_of(send.peer, send.nic)]);
}

/// The cpu takes up the oldest operation or message, as long as it is free.
void ProgramDriver::serve(Cycle now, std::size_t cpu) {
  while (!queues_.busy(cpu)) {
    Work first = Work::kNothing;
    Cycle later = kNever;
    for (const Work work : {Work::kCompute, Work::kSend, Work::kReceive}) {
      if (!queues_.waits(cpu, work)) continue;
      const Cycle at = possible(now, cpu, work);
      if (at > now) {
        later = std::min(later, at);
      } else if (first == Work::kNothing || queues_.order(cpu, work) < queues_.order(cpu, first)) {
        first = work;
      }
    }
    if (first != Work::kNothing) {
      take_up(now, cpu, first);
      continue;
    }
    if (later != kNever) timers_.push({later, timers_set_++, cpu, 0, Work::kNothing});
    return;
  }
}

void ProgramDriver::take_up(Cycle now, std::size_t cpu, Work work) {
  const OperationId id = queues_.pop(cpu, work);
  const Operation& taken = operation(id);
  Cycle takes = 0;
  if (taken.kind == Kind::kHold) {
    start(id);
    queues_.set_busy(cpu, true);
    end(id);
    return;
  }
  if (work == Work::kCompute) {
    takes = schedule_.cycles(taken);
  } else {
    takes = host_.busy(taken.size);
    if (receiving_costs_) {
      const bool sends = work == Work::kSend;
      Cycle& next =
          sends ? next_send_[nic_of(taken.rank, taken.nic)] : next_receive_[nic_of(taken.peer, taken.nic)];
      // A send delays the next one by its bytes; a received message is already complete.
      next = now + (sends ? host_.spacing(taken.size) : host_.gap);
    }
  }
  if (work == Work::kSend) {
    queues_.stamp(id);  // stamps the message
    tell_message(taken, true);
  }
  if (work != Work::kReceive) start(id);
  const bool ends_later =
      work == Work::kSend && (program_.sends_end_at_tail || taken.size > host_.rendezvous);
  if (work != Work::kReceive) stamp_dependents(id, !ends_later);
  if (takes == 0) {
    work == Work::kReceive ? arrive(id) : finish(id, work);
    return;
  }
  queues_.set_busy(cpu, true);
  timers_.push({now + takes, timers_set_++, cpu, id, work});
  if (work == Work::kCompute) tell_computation(taken, true);
  if (work != Work::kReceive) return;
  const auto receive = matching_.arrive(id);
  being_received_[id] = receive;
  if (!receive) return;
  stamp_dependents(*receive, true);
  end_long_send(id);
}

void ProgramDriver::finish(OperationId id, Work work) {
  switch (work) {
    case Work::kCompute:
      if (schedule_.cycles(operation(id)) > 0) tell_computation(operation(id), false);
      end(id);
      break;
    case Work::kSend:
      hand_over(id);
      break;
    case Work::kReceive: {
      --messages_left_;
      tell_message(operation(id), false);
      const auto receive = being_received_.extract(id).mapped();
      if (receive) end_receive(*receive, id);
      break;
    }
    case Work::kDelay:
    case Work::kNothing:
      break;
  }
}

void ProgramDriver::hand_over(OperationId send) {
  const std::size_t port = port_of(operation(send));
  queues_.push_port(port, send);
  touch_port(port);
  if (!program_.sends_end_at_tail && operation(send).size <= host_.rendezvous) end(send);
}

void ProgramDriver::arrive(OperationId send) {
  --messages_left_;
  tell_message(operation(send), false);
  if (const auto receive = matching_.arrive(send)) {
    end_receive(*receive, send);
    end_long_send(send);
  }
}

/// Creates the operations that wait for nothing but the start of this one or, if it `ends` by itself, its
/// end, as LogGOPSim does.
void ProgramDriver::stamp_dependents(OperationId id, bool ends) {
  // An operation may wait for this one twice, and is stamped once.
  const auto dependents = program_.dependents_of(id);
  for (const auto [later, after_start] : dependents) waits_[later] -= ends && after_start == 0;
  for (const auto [later, after_start] : dependents) {
    const bool created = waits_[later] == 0 && !queues_.stamped(later);
    if (created && operation(later).kind != Kind::kReceive) queues_.stamp(later);
    waits_[later] += ends && after_start == 0;
  }
}

void ProgramDriver::end_receive(OperationId receive, OperationId send) {
  if (operation(receive).size < operation(send).size && short_receives_++ == 0) {
    first_short_ =
        fmt::format("{} is too short for the {}", program_.describe(receive), program_.describe(send));
  }
  end(receive);
}

/// A receive has matched the send.
void ProgramDriver::end_long_send(OperationId send) {
  if (!program_.sends_end_at_tail && operation(send).size > host_.rendezvous) end(send);
}

Cycle ProgramDriver::next_timer() const {
  return !begun_ || !arrived_.empty() || !sent_.empty() ? 0 : next_due();
}

Cycle ProgramDriver::next_due() const {
  Cycle next = kNever;
  if (!timers_.empty()) next = timers_.top().at;
  next = std::min(next, startups_.first());
  return next;
}

}  // namespace torusim
