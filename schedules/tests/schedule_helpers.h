#pragma once
/// Short forms for the tables of the schedule tests.

#include <ostream>
#include <string>
#include <vector>

#include "schedules/algorithms/registry.h"
#include "schedules/core/cost.h"

namespace torusim {

inline std::vector<PhaseSummary> phases_of(const std::string& algorithm, const std::string& shape,
                                           const AlgorithmOptions& options = {}) {
  return summarize(*make_schedule(algorithm, Topology::parse(shape), options));
}

inline Cost cost_of(const std::string& algorithm, const std::string& shape,
                    const AlgorithmOptions& options = {}) {
  return cost(phases_of(algorithm, shape, options));
}

inline void PrintTo(const Cost& cost, std::ostream* out) {
  *out << cost.startups << " t_s + " << cost.blocks;
}

/// Gossip on a ring: what came last from one side goes on to the other. On an even ring the two copies of the
/// packet from the far side are repeats or, `halves`, its two pieces.
inline StoredSchedule ring_gossip(int n, bool halves) {
  ScheduleInfo info;
  info.name = "ring-gossip";
  info.topology = Topology({{n, Line::kRing}});
  info.ports = 2;
  info.claims = {true, true};
  info.collective = {
      .kind = Collective::Kind::kGossip, .pieces = halves ? 2 : 1, .repeats = halves || n % 2 == 1 ? 0 : n};
  std::vector<Phase> phases(n / 2);
  for (int step = 0; step < n / 2; ++step) {
    phases[step].name = "G" + std::to_string(step + 1);
    for (NodeId node = 0; node < n; ++node) {
      for (const int direction : {1, -1}) {
        Transfer transfer;
        transfer.source = node;
        transfer.destination = info.topology.displaced(node, 0, direction);
        transfer.route = {{0, static_cast<std::int16_t>(direction)}};
        const NodeId from = info.topology.displaced(node, 0, -direction * step);
        if (halves && n % 2 == 0 && step + 1 == n / 2) {
          transfer.blocks.add(info.topology, Block{from, direction > 0 ? 0 : 1});
        } else {
          transfer.blocks = initial_blocks(info.topology, info.collective, from);
        }
        phases[step].transfers.push_back(transfer);
      }
    }
  }
  return StoredSchedule(info, std::move(phases));
}

/// Broadcast on a ring by doubling: in every step each node that has the message sends it 2^i nodes further.
inline StoredSchedule ring_broadcast(int n, NodeId root) {
  ScheduleInfo info;
  info.name = "ring-broadcast";
  info.topology = Topology({{n, Line::kRing}});
  info.collective = {Collective::Kind::kBroadcast, root, 1};
  std::vector<Phase> phases;
  for (int reached = 1; reached < n; reached *= 2) {
    Phase phase;
    phase.name = "B" + std::to_string(reached);
    for (int i = 0; i < reached && i + reached < n; ++i) {
      Transfer transfer;
      transfer.source = info.topology.displaced(root, 0, i);
      transfer.destination = info.topology.displaced(root, 0, i + reached);
      transfer.route = dimension_order_route(info.topology, transfer.source, transfer.destination);
      transfer.blocks = initial_blocks(info.topology, info.collective, root);
      phase.transfers.push_back(transfer);
    }
    phases.push_back(std::move(phase));
  }
  return StoredSchedule(info, std::move(phases));
}

/// A row of the tables of phases: messages, largest message, blocks in all.
struct Row {
  std::string name;
  std::int64_t messages, max_blocks, total_blocks;
  bool operator==(const Row&) const = default;
};

inline void PrintTo(const Row& row, std::ostream* out) {
  *out << row.name << " (" << row.messages << "," << row.max_blocks << "," << row.total_blocks << ")";
}

inline std::vector<Row> rows_of(const std::string& algorithm, const std::string& shape,
                                const AlgorithmOptions& options = {}) {
  std::vector<Row> rows;
  for (const PhaseSummary& p : phases_of(algorithm, shape, options)) {
    rows.push_back({p.name, p.messages, p.max_blocks, p.total_blocks});
  }
  return rows;
}

}  // namespace torusim
