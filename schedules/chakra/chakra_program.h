#pragma once
/// Chakra traces as a program on the nodes of a network (docs/chakra.md).
///
/// Of the operations of a rank, one on the cpu, one computation and one communication run at a time; the
/// nodes that are ready take turns by their ids. Receives and metadata take no turn. A collective is the
/// messages of an algorithm (collective_plan.h): a message of a phase starts when the rank has ended those of
/// the phases before.

#include <string>
#include <vector>

#include "schedules/chakra/collective_plan.h"
#include "schedules/chakra/trace.h"
#include "schedules/core/program.h"

namespace torusim {

struct ChakraOptions {
  CollectiveChoice collectives;
  ChakraGroups groups;       ///< from a file; those of metadata nodes come before them
  bool control = false;      ///< control dependences bind too
  int flit_bytes = 1;        ///< with `startup`, for algorithms that choose by both
  std::int64_t startup = 0;  ///< cycles of each message
  int alpha = 0;             ///< ejection channels of a node; 0: as many as the algorithms have ports
};

struct ChakraProgram {
  Program program;                 ///< times in ns, sizes in bytes
  std::vector<std::string> notes;  ///< what a person may not expect, one sentence each
};

/// The cpus of a rank: a communication keeps kCommunication, and its messages have kMessages.
struct ChakraCpu {
  enum : std::uint8_t { kHost = 0, kComputation = 1, kCommunication = 2, kMessages = 3 };
};

/// `traces` are rank by rank, `nodes` those of the ranks, `name` that of the files. Throws InputError.
ChakraProgram chakra_program(const std::vector<ChakraTrace>& traces, const std::string& name,
                             const Topology& topology, const std::vector<NodeId>& nodes,
                             const ChakraOptions& options);

}  // namespace torusim
