#include "models/part/sysc/pin_network.h"

#include <fmt/format.h>

#include <utility>

#include "models/contract/channel.h"
#include "models/foreign/place.h"
#include "models/pins/network_module.h"
#include "schedules/core/error.h"

namespace torusim::sysc {
namespace {

RunOptions checked(RunOptions options) {
  NetworkState::fill_defaults(options);
  options.hardware.validate();
  if (options.threads > 1) {
    throw InputError(fmt::format("threads {}: a network at the pins level has one", options.threads));
  }
  return options;
}

std::vector<bool> set_of(const Topology& topology, const std::vector<NodeId>& nodes) {
  std::vector<bool> set(static_cast<std::size_t>(topology.nodes()));
  for (const NodeId node : nodes) {
    if (node < 0 || node >= topology.nodes()) {
      throw InputError(fmt::format("open_nodes: there is no node {}; {} has nodes 0 to {}", node,
                                   topology.name(), topology.nodes() - 1));
    }
    set[static_cast<std::size_t>(node)] = true;
  }
  return set;
}

}  // namespace

PinNetwork::PinNetwork(const RunOptions& options, const std::vector<NodeId>& open_nodes,
                       const ClockTimes& times, const Clock* clock)
    : NetworkState(checked(options), true),
      open_(set_of(options_.hardware.topology, open_nodes)),
      any_open_(!open_nodes.empty()),
      told_(options_.hardware, options_.observers, false),
      run_{options_.hardware, door_, worms_, scoreboard_, this} {
  run_.now = -1;  // the first edge begins cycle 0
  if (clock == nullptr) {
    own_clock_ = std::make_unique<sc_core::sc_clock>("clock", times.period(), 0.5, times.begin(0), true);
    clock = own_clock_.get();
  }
  module_ = std::make_unique<pins::NetworkModule>("pins", *clock, run_, static_cast<pins::CycleJudge&>(*this),
                                                  told_.observers(),
                                                  rtl::make_foreign_routers(options_.hardware, options_));
}

PinNetwork::~PinNetwork() = default;

pins::LocalPins PinNetwork::local_pins(NodeId node, int channel) {
  return module_->local_pins(node, channel);
}

std::vector<ForeignState> PinNetwork::foreign_states() const { return module_->foreign_states(); }

void PinNetwork::end_cycle(Advanced outcome) {
  if (cycle_listener_) cycle_listener_(outcome);
}

void PinNetwork::found_fault(Cycle) {
  if (std::exchange(failed_, true)) return;
  module_->halt();
  end_cycle(Advanced::kInterrupted);
}

void PinNetwork::cycle_ended(Cycle now, Cycle next) {
  now_ = now + 1;
  if (!failure().empty()) return found_fault(now);
  // An open node can send at any time, so a network with open nodes is never judged a deadlock.
  const bool stuck = next == kForever && !idle() && !any_open_;
  end_cycle(stuck ? Advanced::kDeadlock : Advanced::kReached);
}

std::string PinNetwork::admit(Cycle now, NodeId node, int channel, const Forward& head, WormSlot& slot) {
  const Hardware& hardware = options_.hardware;
  if (head.vc >= hardware.vcs() || hardware.vc_lane(head.vc) != 0) {
    return fmt::format("on virtual channel {}; messages begin on lane 0, class c on {} c", head.vc,
                       hardware.lanes);
  }
  if (!door_.is_reserved(message_number(head.data))) return "whose number is not one of reserve_numbers()";
  Worm worm;
  try {
    worm = worm_of_head(hardware, node, head.data);
  } catch (const InputError& error) {
    return error.what();
  }
  worm.message_class = static_cast<std::int16_t>(hardware.vc_class(head.vc));
  worm.injection_channel = static_cast<std::int16_t>(channel);
  slot = door_.admit(now - 1, worm);
  return {};
}

void PinNetwork::took_word(const Worm& worm, std::uint64_t word) {
  std::vector<unsigned char>& bytes = bytes_[worm.number];
  for (int byte = 0; byte < 8; ++byte) bytes.push_back(static_cast<unsigned char>(word >> (8 * byte)));
}

std::vector<unsigned char> PinNetwork::take_bytes(MessageId message) {
  const auto found = bytes_.find(message);
  if (found == bytes_.end()) return {};
  std::vector<unsigned char> bytes = std::move(found->second);
  bytes_.erase(found);
  return bytes;
}

void PinNetwork::finish() {
  if (std::exchange(finished_, true)) return;
  module_->halt();
  told_.finish();
  door_.end_phases(std::max<Cycle>(now_ - 1, 0));
}

}  // namespace torusim::sysc
