#pragma once
/// Chakra traces as a program on the nodes of a network (docs/programs.md).
///
/// A rank runs one operation on the cpu, one computation and one communication at a time; ready nodes start
/// in order of their ids. Receives and metadata need none of these. A collective is the messages of an
/// algorithm (collective_plan.h). A message of a phase starts when the rank has ended its messages of earlier
/// phases.

#include <string>
#include <vector>

#include "schedules/chakra/collective_plan.h"
#include "schedules/chakra/trace.h"
#include "schedules/core/program.h"

namespace torusim {

struct ChakraOptions {
  CollectiveChoice collectives;
  ChakraGroups groups;       ///< groups from a file; groups of metadata nodes take precedence
  bool control = false;      ///< control dependences count too
  int flit_bytes = 1;        ///< bytes of a flit, with `startup` for algorithms that choose by both
  std::int64_t startup = 0;  ///< cycles of each message
  int alpha = 0;             ///< ejection channels of a node; 0: the ports of the algorithms
  ScheduleMaker make;        ///< makes the schedules of algorithms
};

struct ChakraProgram {
  Program program;                 ///< times in ns, sizes in bytes
  std::vector<std::string> notes;  ///< notes on unexpected properties, one sentence each
};

/// The cpus of a rank: a communication holds kCommunication, and its messages use kMessages.
struct ChakraCpu {
  enum : std::uint8_t { kHost = 0, kComputation = 1, kCommunication = 2, kMessages = 3 };
};

/// `traces` and `nodes` are by rank, `name` is the name of the files. Throws InputError.
ChakraProgram chakra_program(const std::vector<ChakraTrace>& traces, const std::string& name,
                             const Topology& topology, const std::vector<NodeId>& nodes,
                             const ChakraOptions& options);

}  // namespace torusim
