#include "testbench/config/waiting.h"

#include "schedules/check/dimension_order.h"
#include "schedules/check/escape_dependencies.h"
#include "schedules/core/failures.h"
#include "testbench/config/routed_packets.h"

namespace torusim {
namespace {

/// All packets of a pattern on all their routes, a phase for each source: for the verdict on deadlock.
class PairMessages : public Schedule {
 public:
  PairMessages(const Topology& topology, const Pattern& pattern, const PairRoutes& pairs)
      : pattern_(pattern), pairs_(pairs) {
    info_.topology = topology;
    info_.collective.kind = Collective::Kind::kMessages;
    info_.phases = topology.nodes();
  }

  const ScheduleInfo& info() const override { return info_; }
  void rewind() override { source_ = 0; }
  bool next(Phase& phase) override {
    if (source_ == info_.topology.nodes()) return false;
    phase = {};
    const std::optional<NodeId> only = pattern_.only_destination(source_);
    const Failures* const failures = info_.topology.failures();
    for (NodeId to = 0; to < info_.topology.nodes() && pattern_.sends(source_); ++to) {
      if (to == source_ || (only && to != *only) || (failures != nullptr && failures->node(to))) continue;
      add(to, phase);
    }
    ++source_;
    return true;
  }

 private:
  void add(NodeId to, Phase& phase) const {
    const auto message = [&](const Route& route, int message_class) {
      Transfer& transfer = phase.transfers.emplace_back();
      transfer.source = source_;
      transfer.destination = to;
      transfer.route = route;
      transfer.message_class = message_class;
    };
    if (const PairRoutes::Way* const way = pairs_.find(source_, to))
      return message(way->route, way->message_class);
    for (const Route& route : dimension_order_routes(info_.topology, source_, to)) message(route, 0);
  }

  const Pattern& pattern_;
  const PairRoutes& pairs_;
  ScheduleInfo info_;
  NodeId source_ = 0;
};

}  // namespace

WaitingModel waiting_model(const Hardware& hardware, Synchronisation sync, int block_flits,
                           std::int64_t longest) {
  WaitingModel model{sync, hardware.lanes, block_flits, hardware.reserve};
  // A circuit holds its channels until it is whole, however short the message.
  if (hardware.switching == Switching::kCircuit) model.reserve = 0;
  if (hardware.bubbles()) {
    // A head that enters a ring asks for two packet slots: it gets them where that many messages pass.
    model.reserve = hardware.packet_slots - 1;
    model.bubble = true;
  }
  if (!hardware.buffers_whole_worms() || longest <= hardware.reserve) return model;
  model.reserve += hardware.shared;
  model.pooled = hardware.vcs() > 1;
  model.whole = model.pooled && hardware.switching == Switching::kStoreAndForward;
  return model;
}

namespace {

/// Of packets that may be longer than a buffer, all under way together.
DeadlockVerdict judge_packets(Schedule& packets, const Hardware& hardware, std::int64_t longest) {
  WaitingModel model = waiting_model(hardware, Synchronisation::kNone, 0, longest);
  model.reserve = 0;
  return judge_deadlock(packets, model);
}

}  // namespace

DeadlockVerdict judge_all_pairs(const Hardware& hardware, std::int64_t longest) {
  StoredSchedule all_pairs = dimension_order_lines(hardware.topology);
  return judge_packets(all_pairs, hardware, longest);
}

DeadlockVerdict judge_adaptive(const Hardware& hardware) {
  DeadlockVerdict verdict;
  verdict.circle.channels = escape_cycle(hardware.topology, EscapeLane::kByDestination);
  verdict.messages.resize(verdict.circle.channels.size());
  if (!verdict.circle.channels.empty()) verdict.risk = DeadlockRisk::kCanDeadlock;
  return verdict;
}

DeadlockVerdict judge_traffic(const Hardware& hardware, const PatternOptions& options, std::int64_t longest,
                              const PairRoutes* pairs, const RoutingOptions& routing) {
  const Pattern pattern(options, hardware.topology);
  DeadlockVerdict verdict;
  if (!routing.plain()) {
    verdict = judge_packets(*routed_packets(hardware, pattern, routing), hardware, longest);
  } else if (pairs != nullptr) {
    PairMessages packets(hardware.topology, pattern, *pairs);
    verdict = judge_packets(packets, hardware, longest);
  } else {
    verdict = judge_all_pairs(hardware, longest);
  }
  if (pairs == nullptr && routing.plain() && verdict.risk != DeadlockRisk::kFree &&
      pattern.only_destination(0)) {
    StoredSchedule packets = dimension_order_messages(
        hardware.topology, [&](NodeId node) { return *pattern.only_destination(node); });
    verdict = judge_packets(packets, hardware, longest);
  }
  for (std::string& message : verdict.messages) {
    if (!message.empty()) message.replace(0, message.find(" ("), "a packet");
  }
  return verdict;
}

}  // namespace torusim
