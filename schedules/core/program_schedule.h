#pragma once
/// A program on the nodes of a network, as a schedule of one phase. The phase has all messages of the program
/// and then its signals, as messages without blocks. So every function of a schedule that needs only messages
/// (bounds, loads of links, deadlock) takes a program too.

#include <memory>

#include "schedules/core/chunk_moves.h"
#include "schedules/core/program.h"
#include "schedules/core/schedule.h"

namespace torusim {

/// The meaning of a program's ranks, bytes and times on a network.
struct ProgramSettings {
  std::vector<NodeId> node_of_rank;  ///< [rank]
  int flit_bytes = 1;                ///< bytes that a flit carries
  Decimal cycles_per_unit{1, 0};     ///< cycles in a unit of time of a computation or delay
  HostCosts host;
  std::vector<std::string> notes;                   ///< notes about the file, one sentence each
  std::shared_ptr<const Rerouting> rerouting = {};  ///< see ScheduleInfo::rerouting
  std::shared_ptr<const ChunkMoves> chunks = {};    ///< the chunks, if the file names them
};

class JobsSchedule;

class ProgramSchedule : public Schedule {
 public:
  /// Throws InputError if a rank has no node, if messages are longer than a worm may be, if all messages or
  /// all times together exceed kMostAmount, or if a route does not lead to the node of its destination. So
  /// every command walks every route once before it begins.
  ProgramSchedule(Program program, Topology topology, ProgramSettings settings);

  const Program& program() const { return program_; }
  const ProgramSettings& settings() const { return settings_; }
  const ScheduleInfo& info() const override { return info_; }
  bool next(Phase& phase) override;
  void rewind() override { given_ = false; }
  ProgramSchedule* as_program() override { return this; }
  /// The jobs that the program joins (jobs.h), or null.
  virtual JobsSchedule* as_jobs() { return nullptr; }
  /// Moves the program out, for use with other settings.
  Program release() && { return std::move(program_); }

  NodeId node_of(std::int32_t rank) const { return settings_.node_of_rank[static_cast<std::size_t>(rank)]; }
  /// Payload flits of a message.
  std::int64_t flits(const Operation& send) const { return divided(send.size, settings_.flit_bytes); }
  /// Cycles of a computation or delay, rounded up.
  std::int64_t cycles(const Operation& timed) const;
  /// The route of the file, else dimension order. Of equally short ways the messages of a node take one after
  /// the other.
  Route route(const Operation& send) const;
  /// Highest class of a message.
  int highest_class() const;
  /// Payload flits of the longest message.
  std::int64_t longest() const { return longest_; }

 private:
  /// Refuses a route that does not lead to the operation's peer on `topology`.
  void check_route(const Topology& topology, OperationId id) const;
  /// Chooses among equally short ways; `sent` counts the messages of each node that had a choice.
  void choose_way(const Operation& send, std::vector<std::uint32_t>& sent);

  Program program_;
  ProgramSettings settings_;
  std::vector<std::uint32_t> ways_;  // [message]: of dimension_order_ways(); empty: no message has a choice
  ScheduleInfo info_;
  std::int64_t longest_ = 0;
  bool given_ = false;
};

/// The synchronisation between the phases of a schedule (docs/algorithms/synchronisation.md).
struct PhaseOrder {
  Synchronisation sync = Synchronisation::kNone;  ///< not kSwitch, which programs do not have
  std::int64_t barrier = 0;                       ///< cycles that a barrier takes
  std::int64_t reduce_delay = 0;  ///< with kData: cycles from an arrival until its sum can be sent
};

/// The schedule as a program, a rank a node, which runs as the schedule does. An operation of a phase waits
/// for all operations of its node in earlier phases, and for the barriers or signals of `order`. Leaves the
/// schedule rewound. Messages have sizes in bytes, `flit_bytes` a flit. Throws InputError for kLocal and a
/// schedule without signals.
ProgramSchedule program_of(Schedule& schedule, int block_flits, int alpha, PhaseOrder order = {},
                           int flit_bytes = 1);

}  // namespace torusim
