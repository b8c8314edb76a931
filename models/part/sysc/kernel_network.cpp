#include "models/part/sysc/kernel_network.h"

#include <algorithm>

#include "models/part/network.h"
#include "models/part/sysc/pin_network.h"
#include "models/part/sysc/reports.h"
#include "schedules/core/error.h"

namespace torusim::sysc {

namespace {

std::unique_ptr<Network> network_without_pins(const RunOptions& options,
                                              const std::vector<NodeId>& open_nodes) {
  if (options.level == Level::kPins) return nullptr;
  if (!open_nodes.empty()) {
    throw InputError("open_nodes: open nodes have pins, so network.level must be Level::kPins");
  }
  return std::make_unique<Network>(options);
}

}  // namespace

KernelNetwork::KernelNetwork(const sc_core::sc_module_name& name, const RunOptions& options,
                             const std::vector<NodeId>& open_nodes, const ClockTimes& times,
                             const sc_core::sc_signal_in_if<bool>* clock)
    : sc_module(name),
      times_(times),
      part_(network_without_pins(options, open_nodes)),
      pins_(part_ ? nullptr : std::make_unique<PinNetwork>(options, open_nodes, times, clock)),
      network_(part_ ? static_cast<NetworkState&>(*part_) : *pins_) {
  listen();
  SC_HAS_PROCESS(KernelNetwork);
  SC_METHOD(tick);
  sensitive << wake_;
  dont_initialize();
}

KernelNetwork::~KernelNetwork() = default;

bool KernelNetwork::is_open(NodeId node) const { return pins_ != nullptr && pins_->is_open(node); }

void KernelNetwork::listen() {
  network_.on_left([this](const MessageEvent& event) { told_.push_back({false, event}); });
  network_.on_delivered([this](const MessageEvent& event) { told_.push_back({true, event}); });
  if (pins_) pins_->on_cycle([this](Advanced outcome) { cycle_ended(outcome); });
}

std::optional<MessageId> KernelNetwork::send(Message message, std::shared_ptr<MessageUser> user,
                                             const sc_core::sc_time& at) {
  message.earliest = std::max(message.earliest, times_.at_or_after(at));
  if (!check_send(message.earliest)) return std::nullopt;
  if (is_open(message.destination)) message.words = user->words();
  MessageId id = 0;
  std::string refusal;
  try {
    id = network_.send(message);
  } catch (const InputError& error) {
    refusal = error.what();
  }
  if (!refusal.empty()) {
    report_error(kBadUse, std::string(name()) + ": " + refusal);
    return std::nullopt;
  }
  users_.emplace(id, std::move(user));
  if (!departing_) sleep_until_next_event();
  return id;
}

bool KernelNetwork::check_send(Cycle cycle) const {
  if (!ended_ && times_.ends(cycle)) return true;
  report_error(kBadUse, std::string(name()) + (ended_ ? ": send after the network has ended"
                                                      : ": send in cycle " + std::to_string(cycle) +
                                                            ", and the time of the kernel ends before it"));
  return false;
}

void KernelNetwork::call_at(const sc_core::sc_time& time, std::function<void()> action) {
  actions_.emplace(time, std::move(action));
  wake_at(time);
}

void KernelNetwork::on_room(std::function<void(NodeId)> listener) {
  room_listener_ = std::move(listener);
  network_.on_room([this](NodeId node) { begun_.push_back(node); });
}

/// If several times are set, the kernel keeps the first.
void KernelNetwork::wake_at(const sc_core::sc_time& time) { wake_.notify(time - sc_core::sc_time_stamp()); }

void KernelNetwork::sleep_until_next_event() {
  if (ended_ || !part_) return;
  const Cycle next = part_->next_event();
  if (next == Network::kForever || !times_.ends(next)) return;
  // An event of a past cycle takes effect in the present cycle.
  wake_at(std::max(times_.begin(next + 1), sc_core::sc_time_stamp()));
}

void KernelNetwork::wake_for_departures() {
  if (ended_ || departures_ == nullptr) return;
  const Cycle first = departures_->first();
  if (first != NetworkState::kForever && times_.ends(first)) wake_at(times_.begin(first + 1));
}

/// Makes the deferred sends before the last ended cycle is simulated; at the pins level its edge is in a
/// later delta cycle.
void KernelNetwork::depart() {
  const Cycle last = times_.ended(sc_core::sc_time_stamp()) - 1;
  if (ended_ || departures_ == nullptr || departures_->first() > last) return;
  departing_ = true;  // the cycle is simulated next
  const struct Departed {
    ~Departed() { departing = false; }
    bool& departing;
  } departed{departing_};
  departures_->depart(last);
}

/// At the levels fast and dense a cycle ends here. At the pins level the cycle may end later, and its actions
/// wait.
void KernelNetwork::tick() {
  depart();
  if (part_) {
    cycle_ended(advance());
  } else if (!pins_will_end_a_cycle_now()) {
    act();
  }
  wake_for_departures();
}

bool KernelNetwork::pins_will_end_a_cycle_now() const {
  const sc_core::sc_time now = sc_core::sc_time_stamp();
  const Cycle ended = times_.ended(now);
  return !ended_ && times_.begin(ended) == now && now >= times_.begin(0) && ended > network_.now();
}

/// Calls the actions that are due now. Actions that they add for the present come in a later delta cycle.
void KernelNetwork::act() {
  std::vector<std::function<void()>> due;
  const auto end = actions_.upper_bound(sc_core::sc_time_stamp());
  for (auto at = actions_.begin(); at != end; ++at) due.push_back(std::move(at->second));
  actions_.erase(actions_.begin(), end);
  for (const auto& action : due) action();
  if (!actions_.empty()) wake_at(actions_.begin()->first);
}

void KernelNetwork::cycle_ended(Advanced outcome) {
  tell();
  act();
  sleep_until_next_event();
  if (pins_ && !pins_->failure().empty()) report_fault(pins_->failure());
  if (outcome == Advanced::kDeadlock && !std::exchange(stuck_, true)) report_deadlock();
}

Advanced KernelNetwork::advance() {
  const Cycle ended = times_.ended(sc_core::sc_time_stamp());
  if (ended_ || part_->next_event() >= ended) return Advanced::kReached;
  std::string fault;
  try {
    return part_->advance(ended);
  } catch (...) {
    fault = exception_text();
  }
  report_fault(fault);
  return Advanced::kReached;
}

bool KernelNetwork::set_ended() {
  if (std::exchange(ended_, true)) return false;
  end_.notify(sc_core::SC_ZERO_TIME);
  return true;
}

void KernelNetwork::report_fault(const std::string& fault) {
  if (!set_ended()) return;
  report_error(kNetworkFault, std::string(name()) + ": " + fault);
}

void KernelNetwork::report_deadlock() {
  std::string text =
      std::string(name()) + ": " + std::to_string(network_.in_flight()) + " messages can never move again";
  for (const std::string& sentence : network_.explain_deadlock()) text += "\n" + sentence;
  report_error(kDeadlock, text);
}

void KernelNetwork::tell() {
  std::vector<Told> told;
  told.swap(told_);
  for (const Told& one : told) {
    const auto at = users_.find(one.event.id);
    if (at == users_.end()) {
      if (one.is_delivery && !is_open(one.event.destination) && foreign_listener_) {
        foreign_listener_(one.event, pins_->take_bytes(one.event.id));
      }
      continue;
    }
    if (!one.is_delivery) {
      at->second->left();
      continue;
    }
    const std::shared_ptr<MessageUser> user = std::move(at->second);
    users_.erase(at);
    user->delivered(one.event);
  }
  std::vector<NodeId> begun;
  begun.swap(begun_);
  for (const NodeId node : begun) room_listener_(node);
}

void KernelNetwork::finish() {
  set_ended();
  if (part_) part_->finish();
  if (pins_) pins_->finish();
}

}  // namespace torusim::sysc
