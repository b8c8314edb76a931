#pragma once
/// The one value type for every algorithm: what every node sends, in which phase, along which route.
///
/// A schedule is a stream of phases, so that a schedule of millions of transfers never lies in memory whole.
/// Checking, cost, simulation and writing are functions over this type.

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
/// gossip or broadcast the destination gets copies. In a reduction they are chunks, and what travels is all
/// that the source has of each: the destination adds it to what it has, or stores it in its place. In a
/// schedule of messages they have no names.
struct Transfer {
  NodeId source = 0;
  NodeId destination = 0;
  int message_class = 0;  ///< priority level, 0 the most urgent; what `--sync priority` replaces by the phase
  Route route;
  bool adds = false;  ///< in a reduction: added; else stored
  BlockSet blocks;
  std::int64_t unnamed = 0;  ///< blocks of its own, in a schedule of messages

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

/// Throws InputError if the blocks of a transfer are those of a network of other dimensions.
void check_dimensions(const Topology& topology, const Phase& phase);

enum class Synchronisation { kNone, kBarrier, kLocal, kPriority, kSwitch };

/// What a schedule promises beyond delivery; the checker holds it to them.
struct Claims {
  bool link_disjoint = false;   ///< no two transfers of a phase use one directed channel
  bool shortest_paths = false;  ///< every transfer takes a shortest path
};

struct Rerouting;

struct ScheduleInfo {
  std::string name;         ///< "t4"
  std::string generator;    ///< how to make it again: "t4 torus:16x16 rule=A"
  std::string chosen = {};  ///< which algorithm was chosen and why; empty where it was named
  Collective collective;    ///< what it is for
  Topology topology{{{2, Line::kRing}}};
  int ports = 1;                                     ///< messages a node may send, and receive, at once
  int block_flits = 1;                               ///< flits of a block, b in the papers
  Synchronisation sync = Synchronisation::kBarrier;  ///< what it is meant to run with
  bool has_signals = false;                          ///< may run with local synchronisation
  int phases = 0;
  Claims claims;
  std::shared_ptr<const Rerouting> rerouting =
      {};  ///< what failed channels have changed (rerouting.h); or null
};

/// What hardware needs to run a schedule without being told where messages go
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
  /// The static forwarding table that the phases follow from, if there is one, else null.
  virtual const HardwiredGossip* hardwired() const { return nullptr; }
  /// The program, if the work is one (program_schedule.h); else it has phases, and this is null.
  virtual ProgramSchedule* as_program() { return nullptr; }
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
