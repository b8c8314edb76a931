#include "schedules/check/deadlock_verdict.h"

#include <fmt/format.h>

#include <bit>
#include <map>
#include <optional>
#include <utility>

namespace torusim {

namespace {

/// The routes that are under way together, phase after phase.
class UnderWay {
 public:
  UnderWay(const Topology& topology, const WaitingModel& model)
      : model_(model), topology_(topology), messages_(topology, model.pooled ? 1 : model.lanes) {
    if (model.sync == Synchronisation::kLocal && !model.pooled) signals_.emplace(topology, model.lanes);
    if (model.bubble) messages_.let_rings_flow();
    if (model.bubble && signals_) signals_->let_rings_flow();
  }

  /// Whether a circle is closed before or in this phase.
  bool enter(const Phase& phase) {
    const int index = phases_++;
    const bool barrier = model_.apart && signals_ && phase.barrier_before;
    if (barrier && look(index - 1, "")) return true;
    if (barrier || model_.by_phase()) {
      messages_.clear();
      flits_ = 0;
      first_ = index;
    }
    for (const Transfer& transfer : phase.transfers) {
      const std::int64_t flits = model_.bubble ? 1 : 1 + transfer.block_count() * model_.block_flits;
      messages_.add(transfer.source, transfer.route, model_.message_class(transfer), flits);
      flits_ += flits;
      if (flits_ == flits && !transfer.route.empty()) {
        const int port = topology_.port(transfer.route[0].dimension, transfer.route[0].hops);
        first_channel_ = {transfer.source, port, 0, -1};
      }
    }
    if (model_.sync == Synchronisation::kLocal) {
      for (const Signal& signal : phase.signals) {
        (signals_ ? *signals_ : messages_).add(signal.from, signal.route, 0, 1);
      }
    }
    if (model_.by_phase()) return look(index, phase.name);
    // Many phases may follow, and a search takes as long as adding a phase.
    return std::has_single_bit(static_cast<unsigned>(phases_)) && look(index, "");
  }
  bool leave() { return look(phases_ - 1, ""); }
  const CircleOfWaits& circle() const { return circle_; }

 private:
  bool look(int last, const std::string& phase) {
    circle_ = {messages_.cycle(model_.reserve), phase, first_, last};
    if (model_.whole && flits_ > model_.reserve) circle_.channels = {first_channel_};
    if (circle_.channels.empty() && signals_) circle_ = {signals_->cycle(model_.reserve), phase, 0, last};
    for (HeldChannel& channel : circle_.channels) channel.lane = model_.pooled ? -1 : channel.lane;
    return !circle_.channels.empty();
  }

  const WaitingModel& model_;
  const Topology& topology_;
  ChannelDependencies messages_;
  std::optional<ChannelDependencies> signals_;  // of local synchronisation, which no barrier parts
  std::int64_t flits_ = 0;                      // of all messages in messages_
  HeldChannel first_channel_;
  int phases_ = 0, first_ = 0;
  CircleOfWaits circle_;
};

}  // namespace

CircleOfWaits find_circle_of_waits(Schedule& schedule, const WaitingModel& model) {
  UnderWay under_way(schedule.info().topology, model);
  bool closed = false;
  schedule.rewind();
  for (Phase phase; !closed && schedule.next(phase);) closed = under_way.enter(phase);
  schedule.rewind();
  return closed || under_way.leave() ? under_way.circle() : CircleOfWaits();
}

std::vector<std::string> messages_of(const CircleOfWaits& circle, Schedule& schedule,
                                     const WaitingModel& model) {
  const Topology& topology = schedule.info().topology;
  const std::size_t size = circle.channels.size();
  std::map<std::pair<HeldChannel, HeldChannel>, std::size_t> place;
  for (std::size_t i = 0; i < size; ++i) {
    place[{circle.channels[i], circle.channels[(i + 1) % size]}] = i;
  }
  // A message is listed for one channel, and for more channels only if no other message continues there.
  std::vector<std::string> names(size), spare(size);
  std::size_t left = size;
  const auto note = [&](NodeId from, const Route& route, int message_class, const auto& name) {
    std::optional<HeldChannel> held;
    bool named = false;
    for_each_held(topology, model.lanes, from, route, message_class, [&](HeldChannel channel) {
      if (model.pooled) channel.lane = -1;
      const auto found = held ? place.find({*held, channel}) : place.end();
      held = channel;
      if (found == place.end() || !names[found->second].empty()) return;
      if (named && !spare[found->second].empty()) return;
      (named ? spare : names)[found->second] = name();
      left -= named ? 0 : 1;
      named = true;
    });
  };
  const auto way = [&](NodeId from, NodeId to) {
    return fmt::format("({} > {})", topology.node_name(from), topology.node_name(to));
  };
  std::int64_t number = 0;
  schedule.rewind();
  Phase phase;
  for (int index = 0; left > 0 && index <= circle.last_phase && schedule.next(phase); ++index) {
    for (const Transfer& transfer : phase.transfers) {
      const std::int64_t own = number++;
      if (index < circle.first_phase) continue;
      note(transfer.source, transfer.route, model.message_class(transfer), [&] {
        return fmt::format("message {} of phase {} {}", own, phase.name,
                           way(transfer.source, transfer.destination));
      });
    }
    if (model.sync != Synchronisation::kLocal) continue;
    for (const Signal& signal : phase.signals) {
      note(signal.from, signal.route, 0,
           [&] { return fmt::format("signal for phase {} {}", phase.name, way(signal.from, signal.to)); });
    }
  }
  schedule.rewind();
  for (std::size_t i = 0; i < size; ++i) names[i] = names[i].empty() ? spare[i] : names[i];
  return names;
}

namespace {

/// The reason why a run cannot close a circle, although all messages together close one.
std::string what_parts(Schedule& schedule, const WaitingModel& model) {
  WaitingModel any_length = model;
  any_length.reserve = 0;
  if (!find_circle_of_waits(schedule, any_length).channels.empty()) {
    if (model.bubble)
      return "the packet slots behind a channel of every cycle hold all messages that take the channel";
    return fmt::format(
        "the buffer of {} flits behind a channel of every cycle holds all messages that take the channel",
        model.reserve);
  }
  switch (model.sync) {
    case Synchronisation::kPriority:
      return "each phase has virtual channels of its own";
    case Synchronisation::kSwitch:
      return "no channel lets a phase pass before the one before it";
    default:
      return "a barrier ends one phase before the next begins";
  }
}

}  // namespace

const char* to_text(DeadlockRisk risk) {
  switch (risk) {
    case DeadlockRisk::kFree:
      return "free";
    case DeadlockRisk::kCannotClose:
      return "free in this run";
    case DeadlockRisk::kCanDeadlock:
      return "can deadlock";
  }
  return "?";
}

DeadlockVerdict judge_deadlock(Schedule& schedule, const WaitingModel& model) {
  DeadlockVerdict verdict;
  verdict.circle = find_circle_of_waits(schedule, model);
  if (!verdict.circle.channels.empty()) {
    verdict.risk = DeadlockRisk::kCanDeadlock;
    verdict.messages = messages_of(verdict.circle, schedule, model);
    return verdict;
  }
  if (!model.by_phase() && model.sync != Synchronisation::kLocal && model.reserve == 0) return verdict;
  WaitingModel together = model;
  together.reserve = 0;
  together.apart = false;
  verdict.circle = find_circle_of_waits(schedule, together);
  if (verdict.circle.channels.empty()) return verdict;
  verdict.risk = DeadlockRisk::kCannotClose;
  verdict.messages = messages_of(verdict.circle, schedule, together);
  verdict.because = what_parts(schedule, model);
  return verdict;
}

}  // namespace torusim
