#pragma once
/// The one value type for every algorithm: what every node sends, in which phase, along which route.
///
/// A schedule is a stream of phases, so that a schedule of millions of transfers never lies in memory whole.
/// Checking, cost, simulation and writing are functions over this type.

#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "schedules/core/block_set.h"
#include "schedules/core/collective.h"
#include "schedules/core/topology.h"

namespace torusim {

/// A straight stretch of a route: `hops` > 0 in direction +dimension, < 0 in direction -dimension. On a
/// complete graph of n nodes it is the one channel to the node `hops` (modulo n, never 0) further on.
struct Run {
  std::int16_t dimension = 0;
  std::int16_t hops = 0;
  bool operator==(const Run&) const = default;
};

/// An explicit path, run after run. Short routes are the rule, so the runs lie in the object itself.
class Route {
 public:
  static constexpr int kMaxRuns =
      15;  ///< the widest head flit carries 16 segments, the last names the local port

  Route() = default;
  Route(std::initializer_list<Run> runs) {
    for (const Run& run : runs) append(run);
  }
  /// Throws InputError when the route would have more than kMaxRuns runs. A run of 0 hops is dropped.
  void append(Run run);

  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const Run& operator[](int i) const {
    assert(i >= 0 && i < size_);
    return runs_[i];
  }
  const Run* begin() const { return runs_.data(); }
  const Run* end() const { return runs_.data() + size_; }
  /// Channels between routers that it takes. Wrong routes are counted too: the checker names them.
  int hops(const Topology& topology) const;
  /// Calls visit(node, port) for each of them in order, `from` being the first node. All of them must exist.
  template <typename Visit>
  void for_each_channel(const Topology& topology, NodeId from, Visit visit) const {
    for (const Run& run : *this) {
      const int port = topology.port(run.dimension, run.hops);
      for (int left = topology.channels_along(run.dimension, run.hops); left > 0; --left) {
        assert(topology.has_channel(from, port));
        visit(from, port);
        from = topology.neighbor(from, port);
      }
    }
  }
  NodeId end_node(const Topology& topology, NodeId from) const;
  /// `+x4-y1`, the form of schedule files; empty for an empty route.
  std::string text() const;
  bool operator==(const Route& other) const;

 private:
  std::array<Run, kMaxRuns> runs_{};
  std::int8_t size_ = 0;
};

/// Shortest path dimension by dimension, first dimension first; a tie at half a ring goes in direction +.
Route dimension_order_route(const Topology& topology, NodeId from, NodeId to);

/// One message of a phase. In a complete exchange the blocks move: the source no longer holds them. In a
/// gossip or broadcast the destination gets copies. In a schedule of messages they have no names.
struct Transfer {
  NodeId source = 0;
  NodeId destination = 0;
  int message_class = 0;  ///< priority level, 0 the most urgent; what `--sync priority` replaces by the phase
  Route route;
  BlockSet blocks;
  std::int64_t unnamed = 0;  ///< blocks of its own, in a schedule of messages

  std::int64_t block_count() const { return blocks.blocks() + unnamed; }
};

/// A null message of local synchronisation (Tseng, Ni, Sheu, Section 7.2): `from` sends it along `route` as
/// soon as its trigger has happened, and `to` starts its sends of phase `gates` only when it has come.
struct Signal {
  enum class Trigger { kSent, kReceived, kFinished };  ///< own sends, own receives, or both, of phase `after`
  NodeId from = 0;
  NodeId to = 0;
  Route route;
  Trigger trigger = Trigger::kFinished;
  int after = 0;  ///< index of the phase that triggers it (kFinished: this phase and all before it)
  int gates = 0;  ///< index of the phase in which `to` waits for it
};

struct Phase {
  std::string name;  ///< "GP1"
  std::vector<Transfer> transfers;
  /// Signals that gate this phase; every one has gates == index of this phase.
  std::vector<Signal> signals;
  /// Local synchronisation needs a barrier before this phase (its signals do not cover it).
  bool barrier_before = false;
};

/// Throws InputError if the blocks of a transfer are those of a network of other dimensions.
void check_dimensions(const Topology& topology, const Phase& phase);

enum class Synchronisation { kNone, kBarrier, kLocal, kPriority };

/// What a schedule promises beyond delivery; the checker holds it to them.
struct Claims {
  bool link_disjoint = false;   ///< no two transfers of a phase use one directed channel
  bool shortest_paths = false;  ///< every transfer takes a shortest path
};

struct ScheduleInfo {
  std::string name;       ///< "t4"
  std::string generator;  ///< how to make it again: "t4 torus:16x16 rule=A"
  Collective collective;  ///< what it is for
  Topology topology{{{2, Line::kRing}}};
  int ports = 1;                                     ///< messages a node may send, and receive, at once
  int block_flits = 1;                               ///< flits of a block, b in the papers
  Synchronisation sync = Synchronisation::kBarrier;  ///< what it is meant to run with
  bool has_signals = false;                          ///< may run with local synchronisation
  int phases = 0;
  Claims claims;
};

/// What hardware needs to run a schedule without being told where messages go
/// (schedules/core/forward_table.h).
struct HardwiredGossip;

class Schedule {
 public:
  virtual ~Schedule() = default;
  virtual const ScheduleInfo& info() const = 0;
  /// Replaces `phase` by the next one; false (and `phase` untouched) after the last.
  virtual bool next(Phase& phase) = 0;
  /// Starts again before the first phase.
  virtual void rewind() = 0;
  /// The static forwarding table that the phases follow from, if there is one, else null.
  virtual const HardwiredGossip* hardwired() const { return nullptr; }
};

/// A schedule whose phases lie in memory; for tests, mutations and small files.
class StoredSchedule : public Schedule {
 public:
  /// Counts the phases, and the blocks of messages, into its info.
  StoredSchedule(ScheduleInfo info, std::vector<Phase> phases);
  /// Takes all phases of another schedule, which is left rewound.
  static StoredSchedule copy_of(Schedule& other);

  const ScheduleInfo& info() const override { return info_; }
  bool next(Phase& phase) override;
  void rewind() override { at_ = 0; }
  std::vector<Phase>& phases() { return phases_; }

 private:
  ScheduleInfo info_;
  std::vector<Phase> phases_;
  std::size_t at_ = 0;
};

const char* to_text(Synchronisation sync);

}  // namespace torusim
