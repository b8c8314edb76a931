#pragma once
/// A program: the computations, sends and receives of every rank, and their dependences. A program is the
/// second kind of work beside a schedule of phases, for work that is a graph (docs/programs.md).
///
/// Messages and receives are matched by source and tag while the program runs: receives in the order of
/// posting, messages in the order of arrival.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schedules/core/amount.h"
#include "schedules/core/chunked_list.h"
#include "schedules/core/route.h"
#include "schedules/core/topology.h"

namespace torusim {

using OperationId = std::uint32_t;

struct Operation {
  /// kHold takes its cpu and ends; the cpu then stays idle until a kRelease, which takes no turn and no time.
  /// kJoin ends as soon as its dependences are met. kSignal sends a flit at once, without a cpu, and ends
  /// when the flit has arrived at `peer`. kDelay ends `size` units of time after its start, without a cpu.
  /// kTurns meets one of its dependents, in order, each time one of its own dependences is met.
  enum class Kind : std::uint8_t {
    kSend,
    kReceive,
    kCompute,
    kHold,
    kRelease,
    kJoin,
    kSignal,
    kDelay,
    kTurns
  };
  static constexpr std::int32_t kAnySource = -1;
  static constexpr std::uint32_t kAnyTag = UINT32_MAX;  ///< only for a receive

  Kind kind = Kind::kCompute;
  /// Operations on one cpu of a rank run one at a time; different cpus are independent
  std::uint8_t cpu = 0;
  std::uint8_t nic = 0;   ///< injection channel, if the program has several (Program::nics)
  std::int32_t rank = 0;  ///< the rank that performs the operation
  std::int32_t peer = 0;  ///< destination of a send; source of a receive, or kAnySource
  std::uint32_t tag = 0;  ///< in a receive also kAnyTag
  /// Number of the message of a send (signal) among the messages of all sends (signals)
  std::uint32_t message = 0;
  std::uint32_t way = 0;  ///< for a send or signal: 0, or an index of Program::ways
  /// Line in the program's file, or in traces the number of the node plus 1; 0: none
  std::uint32_t line = 0;
  std::uint32_t waits = 0;  ///< dependences that must be met before the operation starts
  std::int64_t size =
      0;  ///< bytes of a message; units of time of a computation or delay (Program::ns_per_unit)
};

/// The path of a message that does not take the dimension-order route of class 0.
struct Way {
  Route route;  ///< empty: the dimension-order route
  int message_class = 0;
  int ejection_channel = 0;  ///< -1: round-robin over the channels of the node
};

struct Program {
  /// The step of a thread block that an operation is a part of.
  struct Step {
    std::uint32_t block = 0, step = 0;
    const char* type = "";
    bool remote = false;  ///< a step of the message's other rank, for which this rank needs no thread block
  };
  /// A dependence, stored at the earlier operation: `later` waits for it.
  struct Dependent {
    OperationId later : 31 = 0;
    OperationId after_start : 1 = 0;  ///< met when the earlier operation starts; else when it ends
  };

  std::string name;                   ///< name of the file, for messages
  ChunkedList<Operation> operations;  ///< rank by rank
  std::vector<OperationId> first;  ///< [rank]: its first operation; one more entry, the number of operations
  /// Operation by operation. The dependents of one operation are first sends, then receives, then
  /// computations.
  std::vector<Dependent> dependents;
  std::vector<std::uint32_t> first_dependent;  ///< [operation], and one more entry
  std::vector<Way> ways{Way{}};
  std::vector<Step> steps;  ///< [operation]; empty if the file has no thread blocks
  std::uint32_t messages = 0, signals = 0;
  int cpus = 1;   ///< cpus of a rank
  int nics = 1;   ///< nics of a rank; 1: a message takes any injection channel
  int ports = 1;  ///< injection channels of a node for which the messages are meant
  /// A free cpu starts the waiting computation with the lowest number; else the oldest
  bool by_number = false;
  bool traces = false;  ///< each rank has a file of its own, NAME.RANK.et
  /// In traces, messages of collectives have tags from here on; tags of the traces are below.
  static constexpr std::uint32_t kFirstCollectiveTag = 1u << 31;
  Decimal ns_per_unit{1, 0};  ///< unit of times
  /// A send ends when its tail has left the node, as in a schedule. Else it ends when the host has handed it
  /// over, or, if longer than HostCosts::rendezvous, when a receive has matched it.
  bool sends_end_at_tail = false;

  std::int32_t ranks() const { return static_cast<std::int32_t>(first.size()) - 1; }
  std::span<const Dependent> dependents_of(OperationId id) const {
    return {dependents.data() + first_dependent[id], first_dependent[id + 1] - first_dependent[id]};
  }
  /// `send of 64 bytes from rank 0 to 3, tag 7`, or `rrc in step 4 of thread block 2 on rank 0`
  std::string title(OperationId id) const;
  /// The title with its place: `.. (p.goal:12)`
  std::string describe(OperationId id) const;
  /// `p.goal:12`, `p.3.et, node 12`, or `p.bin` where lines are unknown.
  std::string place(OperationId id) const;
};

/// The costs of a rank's host for its messages: o, O, g, G and S of LogGOPS, in cycles and bytes.
struct HostCosts {
  std::int64_t overhead = 0;        ///< o: the cpu is busy for each message that it sends or receives
  Decimal overhead_byte;            ///< O: added to o for each byte after the first
  std::int64_t gap = 0;             ///< g: from the start of one send (receive) of a nic to that of the next
  Decimal gap_byte;                 ///< G: added to g for each byte after the first
  std::int64_t rendezvous = 65535;  ///< S: a longer send ends when a receive has matched it
  bool operator==(const HostCosts&) const = default;

  /// busy() gives the cycles of the cpu for a message, spacing() those of the nic.
  std::int64_t busy(std::int64_t bytes) const { return plus(overhead, of_bytes(overhead_byte, bytes)); }
  std::int64_t spacing(std::int64_t bytes) const { return plus(gap, of_bytes(gap_byte, bytes)); }

 private:
  static std::int64_t of_bytes(Decimal each, std::int64_t bytes) {
    return bytes > 1 && each.digits > 0
               ? rounded(each * Decimal{static_cast<Decimal::Digits>(bytes - 1)}, Rounding::kDown)
               : 0;
  }
};

/// Builds a program, rank by rank.
class ProgramBuilder {
 public:
  static constexpr std::int64_t kMostOperations = std::int64_t{1} << 31;

  ProgramBuilder(std::string name, std::int32_t ranks);
  /// The next operations belong to this rank, which must not be below the previous rank.
  void begin_rank(std::int32_t rank);
  /// Throws InputError at kMostOperations. Sets the rank and, unless `numbered`, the number of a message.
  OperationId add(Operation operation, bool numbered = false);
  /// `later` waits for `earlier`, an operation of its rank, a barrier of all ranks, or a signal to its rank.
  void wait(OperationId later, OperationId earlier, bool after_start);
  std::uint32_t add_way(Way way);

  Program& program() { return program_; }
  Program finish();

 private:
  struct Wait {
    OperationId earlier;
    Program::Dependent dependent;
  };
  Program program_;
  std::int32_t rank_ = -1;
  ChunkedList<Wait> waits_;
};

}  // namespace torusim
