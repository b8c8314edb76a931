#include "models/part/network.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/run/level_choice.h"
#include "models/run/make_network.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

RunOptions checked(RunOptions options) {
  NetworkState::fill_defaults(options);
  options.hardware.validate();
  if (options.hardware.phase_gates) {
    throw InputError("messages of a part have no phases, so channels have no phase gates");
  }
  if (options.level == Level::kPins) {
    throw InputError(
        "a network as a part is at the level fast or dense; at the pins level it is a SystemC module");
  }
  if (options.level == Level::kDense) {
    if (options.longest_worm == 0) options.longest_worm = Network::kLongestAtDense;
    const std::string reason = options.hardware.classes > 1
                                   ? "several classes, of which a node sends messages at once (--classes)"
                                   : dense_unsupported_reason(options, options.longest_worm);
    if (!reason.empty()) throw InputError(not_at_dense(reason));
  }
  return options;
}

}  // namespace

Network::Network(const RunOptions& options)
    : NetworkState(checked(options), false),
      order_(options_.hardware.last_dimension_first),
      network_(make_network_without_kernel(options_, door_, worms_, scoreboard_)) {
  if (options_.level != Level::kDense) return;
  door_.unsupported_reason = [this](const Message& message) { return reason_at_dense(message); };
}

std::string Network::reason_at_dense(const Message& message) {
  if (message.flits > options_.longest_worm) {
    return fmt::format("packets of more than {} flits", options_.longest_worm);
  }
  const Topology& topology = hardware().topology;
  return order_.unsupported_reason(
      topology, message.source,
      message.route ? *message.route : dimension_order_route(topology, message.source, message.destination));
}

Cycle Network::next_event() const {
  const Cycle next = std::min(next_, door_.next_timer());
  return next == kForever ? kForever : std::max(next, now_);
}

Advanced Network::advance(Cycle until, bool stop_at_delivery) {
  const Use use(*this, "advance");
  if (advancing_) throw InputError("network: advance inside a listener");
  if (failure_) std::rethrow_exception(failure_);
  advancing_ = true;
  stopping_ = false;
  const struct Ended {
    ~Ended() { advancing = false; }
    bool& advancing;
  } ended{advancing_};
  deliveries_.clear();
  for (Cycle next = next_event(); next < until; next = next_event()) {
    now_ = next;
    step();
    if (stopping_) return Advanced::kInterrupted;
    if (stop_at_delivery && !deliveries_.empty()) return Advanced::kDelivered;
    if (--steps_to_pause_ > 0) continue;
    steps_to_pause_ = kStepsBetweenPauses;
    if (pause_listener_ && !pause_listener_()) return Advanced::kInterrupted;
  }
  const bool can_move = next_event() != kForever;
  if (until != kForever) now_ = std::max(now_, until);
  if (can_move) return Advanced::kReached;
  return idle() ? Advanced::kIdle : Advanced::kDeadlock;
}

/// An exception of an observer leaves the level within a cycle.
void Network::step() {
  try {
    stepping_ = true;
    next_ = network_->step(now_);
    stepping_ = false;
    now_ = network_->now() + 1;
    if (!scoreboard_.failure().empty()) throw InputError("network: " + scoreboard_.failure());
  } catch (...) {
    stepping_ = false;
    failure_ = std::current_exception();
    throw;
  }
  if (const std::exception_ptr thrown = door_.take_exception()) std::rethrow_exception(thrown);
}

void Network::stop() {
  const Use use(*this, "stop");
  if (!advancing_) throw InputError("network: stop outside a listener");
  stopping_ = true;
}

std::vector<ForeignState> Network::foreign_states() const { return network_->foreign_states(); }

void Network::finish() {
  const Use use(*this, "finish");
  if (advancing_) throw InputError("network: finish inside a listener");
  finished_ = true;
  const Cycle last = std::max<Cycle>(now_ - 1, 0);
  network_->finish(last);
  door_.end_phases(last);
}

}  // namespace torusim
