#pragma once
/// The one value type for every algorithm: the messages of every node, phase by phase, with their routes.
///
/// A schedule is a stream of phases, so memory never holds a whole schedule of millions of transfers.
/// Checking, cost, simulation and writing are functions of this type.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "schedules/core/block_set.h"
#include "schedules/core/collective.h"
#include "schedules/core/route.h"
#include "schedules/core/topology.h"

namespace torusim {

/// One message of a phase. In a complete exchange the blocks move: the source no longer holds them. In a
/// gossip or broadcast the destination gets copies. In a reduction the blocks are chunks, and the source's
/// partial sum of each chunk travels. The destination adds this sum to its own, or stores it in place of its
/// own. In a schedule of messages the blocks have no names.
struct Transfer {
  NodeId source = 0;
  NodeId destination = 0;
  int message_class = 0;  ///< priority level, 0 the most urgent; `--sync priority` replaces it by the phase
  Route route;
  bool adds = false;  ///< in a reduction: the destination adds the sum, else it stores the sum
  BlockSet blocks;
  std::int64_t unnamed = 0;  ///< number of blocks without names, in a schedule of messages

  std::int64_t block_count() const { return blocks.blocks() + unnamed; }
};

/// A null message of local synchronisation (Tseng, Ni, Sheu, Section 7.2): `from` sends it along `route`
/// after its trigger, and `to` starts its sends of phase `gates` only after its arrival.
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

/// Throws InputError if the blocks of a transfer have a different number of dimensions from the network.
void check_dimensions(const Topology& topology, const Phase& phase);

/// kData: a message waits for the blocks that it carries, not for phases (data_order.h).
enum class Synchronisation { kNone, kBarrier, kLocal, kPriority, kSwitch, kData };

/// Properties that a schedule promises beyond delivery; the checker verifies them.
struct Claims {
  bool link_disjoint = false;   ///< no two transfers of a phase use one directed channel
  bool shortest_paths = false;  ///< every transfer takes a shortest path
};

/// The most flits of a block.
inline constexpr int kMostBlock = 100'000'000;

struct Rerouting;

struct ScheduleInfo {
  std::string name;       ///< "t4"
  std::string generator;  ///< the command that makes the schedule again: "t4 torus:16x16 rule=A"
  /// The algorithm that was chosen, and the reason; empty if the user named the algorithm
  std::string chosen = {};
  Collective collective;  ///< the collective that the schedule performs
  Topology topology{{{2, Line::kRing}}};
  int ports = 1;                                     ///< messages a node may send, and receive, at once
  int block_flits = 1;                               ///< flits of a block, b in the papers
  Synchronisation sync = Synchronisation::kBarrier;  ///< the synchronisation that the schedule is meant for
  bool has_signals = false;                          ///< the schedule may run with local synchronisation
  int phases = 0;
  Claims claims;
  std::shared_ptr<const Rerouting> rerouting = {};  ///< the changes by failed channels (rerouting.h); or null
};

/// The tables that let hardware run a gossip with fixed wires in place of routers
/// (schedules/core/forward_table.h).
struct HardwiredGossip;
class ProgramSchedule;

class Schedule {
 public:
  virtual ~Schedule() = default;
  virtual const ScheduleInfo& info() const = 0;
  /// Replaces `phase` by the next one; false (and `phase` untouched) after the last.
  virtual bool next(Phase& phase) = 0;
  /// Starts again before the first phase.
  virtual void rewind() = 0;
  /// The static forwarding table from which the phases follow, else null.
  virtual const HardwiredGossip* hardwired() const { return nullptr; }
  /// The program, if the schedule is one (program_schedule.h); null for a schedule of phases.
  virtual ProgramSchedule* as_program() { return nullptr; }
};

/// A schedule with all phases in memory, for tests, mutations and small files.
class StoredSchedule : public Schedule {
 public:
  /// The constructor counts the phases, and the blocks of messages, for info().
  StoredSchedule(ScheduleInfo info, std::vector<Phase> phases);
  /// Copies all phases of another schedule and leaves it rewound.
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
