#pragma once
/// Programs for tests.

#include <optional>
#include <random>

#include "schedules/core/error.h"
#include "schedules/core/program_schedule.h"

namespace torusim::test {

/// A program that is written down operation by operation.
class ProgramText {
 public:
  explicit ProgramText(int ranks) : builder_("test", ranks) {}

  void begin(int rank) { builder_.begin_rank(rank); }
  OperationId compute(std::int64_t time, int cpu = 0) {
    Operation operation;
    operation.size = time;
    operation.cpu = static_cast<std::uint8_t>(cpu);
    return builder_.add(operation);
  }
  OperationId send(int to, std::int64_t bytes, std::uint32_t tag = 0, int nic = 0, int cpu = 0) {
    return message(Operation::Kind::kSend, to, bytes, tag, nic, cpu);
  }
  OperationId receive(int from, std::int64_t bytes, std::uint32_t tag = 0, int cpu = 0) {
    return message(Operation::Kind::kReceive, from, bytes, tag, 0, cpu);
  }
  void wait(OperationId later, std::optional<OperationId> earlier, bool started = false) {
    if (earlier) builder_.wait(later, *earlier, started);
  }
  Program finish() { return builder_.finish(); }

 private:
  OperationId message(Operation::Kind kind, int peer, std::int64_t bytes, std::uint32_t tag, int nic,
                      int cpu) {
    Operation operation;
    operation.kind = kind;
    operation.peer = peer;
    operation.size = bytes;
    operation.tag = tag;
    operation.nic = static_cast<std::uint8_t>(nic);
    operation.cpu = static_cast<std::uint8_t>(cpu);
    return builder_.add(operation);
  }

  ProgramBuilder builder_;
};

/// Messages in a global order, and computations. An operation waits for some that are before it on its rank,
/// so the program always ends: every message has its own tag, or takes any receive of a rank whose receives
/// are all alike, are posted in their order, and hold up no send.
inline ProgramSchedule random_program(const Topology& topology, unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::size_t bound) { return static_cast<int>(random() % bound); };
  const int nodes = topology.nodes();
  const int ranks = nodes + below(3);
  const bool wild = below(3) == 0;
  const int cpus = 1 + below(2);
  struct Planned {
    Operation operation;
    std::vector<std::pair<int, bool>> waits;  // places in the rank
  };
  std::vector<std::vector<Planned>> of_rank(static_cast<std::size_t>(ranks));
  const auto add = [&](int rank, Operation operation) {
    auto& planned = of_rank[static_cast<std::size_t>(rank)];
    Planned next{operation, {}};
    next.operation.cpu = static_cast<std::uint8_t>(below(static_cast<std::size_t>(cpus)));
    for (int waits = below(3); waits > 0 && !planned.empty(); --waits) {
      const int span = std::min<int>(6, static_cast<int>(planned.size()));
      next.waits.emplace_back(static_cast<int>(planned.size()) - 1 - below(static_cast<std::size_t>(span)),
                              below(4) == 0);
    }
    planned.push_back(std::move(next));
  };
  std::vector<int> last_any(static_cast<std::size_t>(ranks), -1);
  for (int left = ranks * (2 + below(5)); left > 0; --left) {
    Operation send, receive, compute;
    send.kind = Operation::Kind::kSend;
    receive.kind = Operation::Kind::kReceive;
    const int from = below(static_cast<std::size_t>(ranks));
    const int to = (from + 1 + below(static_cast<std::size_t>(ranks) - 1)) % ranks;
    const bool any = wild && to % 2 == 0;
    send.peer = to;
    receive.peer = any ? Operation::kAnySource : from;
    send.tag = static_cast<std::uint32_t>(left);
    receive.tag = any ? Operation::kAnyTag : send.tag;
    send.size = below(4) == 0 ? below(3) : below(60);
    receive.size = 60;
    compute.size = below(40);
    add(from, send);
    if (below(3) == 0) add(to, compute);
    add(to, receive);
    if (!any) continue;
    int& last = last_any[static_cast<std::size_t>(to)];
    auto& planned = of_rank[static_cast<std::size_t>(to)];
    if (last >= 0) planned.back().waits.emplace_back(last, true);
    last = static_cast<int>(planned.size()) - 1;
  }
  ProgramBuilder builder("random", ranks);
  for (int rank = 0; rank < ranks; ++rank) {
    builder.begin_rank(rank);
    std::vector<OperationId> ids;
    for (const Planned& planned : of_rank[static_cast<std::size_t>(rank)]) {
      ids.push_back(builder.add(planned.operation));
      for (const auto& [earlier, started] : planned.waits) {
        builder.wait(ids.back(), ids[static_cast<std::size_t>(earlier)], started);
      }
    }
  }
  ProgramSettings settings;
  for (int rank = 0; rank < ranks; ++rank) settings.node_of_rank.push_back(rank % nodes);
  settings.flit_bytes = 1 + below(4);
  if (below(2) == 0) {
    settings.host.overhead = below(5);
    settings.host.gap = below(9);
    settings.host.overhead_byte = Decimal::of(below(2) * 0.25);
    settings.host.gap_byte = Decimal::of(below(2) * 0.5);
  }
  settings.host.rendezvous = wild || below(2) == 0 ? 65535 : 10;
  return ProgramSchedule(builder.finish(), topology, std::move(settings));
}

}  // namespace torusim::test
