#pragma once
/// An execution plan of MSCCL++ as data: the contents of the JSON, checked for form and not yet executed.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/collective.h"

namespace torusim {

/// The action of an operation. A sum adds up all sources; else each source goes to its target, or one source
/// to every target.
struct PlanAct {
  enum class Kind {
    kNop,
    kBarrier,
    kMove,  ///< moves chunks between places of its rank and of other ranks
    kSignal,
    kWait,
    kFlush,
    kAcquire,
    kRelease,
    kPipeline
  };
  const char* name;
  Kind kind;
  bool sums = false;
  int packet_source = -1;  ///< the first local source read as packets; -1: none
  int packet_target = -1;  ///< the first local target written as packets; -1: none
  bool remote_packets = false;
  bool signals = false, flushes = false;
};

/// The action of a name, or null.
const PlanAct* find_plan_act(const std::string& name);

struct PlanPiece {
  std::int32_t rank = -1;  ///< -1: the rank of the operation
  char buffer = 'i';       ///< i, o or s
  std::int64_t index = 0, count = 0;
};

struct PlanOperation {
  const PlanAct* act = nullptr;
  std::uint32_t step = 0;  ///< number in the thread block, operations of pipelines included
  std::vector<PlanPiece> sources, targets;
  bool port = false;          ///< a proxy of its rank performs it, not the thread block
  std::vector<int> channels;  ///< channels of its rank; memory and port channels have separate numbers
  std::vector<int> semaphores;
  int barrier = 0, barrier_blocks = 0;
  int part = 0, parts = 1;                       ///< share of the work of a group of thread blocks
  std::int64_t unit_bytes = 0, loop_chunks = 0;  ///< pipeline: bytes of an iteration, all its chunks
  std::vector<PlanOperation> loop;               ///< operations of a pipeline
};

struct PlanGpu {
  std::int64_t input = 0, output = 0, scratch = 0;     ///< chunks
  std::vector<std::int32_t> memory_peers, port_peers;  ///< [channel]
  std::vector<std::int64_t> semaphores;                ///< initial values
  std::vector<std::vector<PlanOperation>> blocks;
};

struct MscclppPlan {
  std::string file, name, collective;
  Collective::Kind kind = Collective::Kind::kMessages;  ///< kMessages: unknown to torusim
  bool in_place = false;
  std::int64_t min_bytes = 0, max_bytes = INT64_MAX;
  std::vector<PlanGpu> gpus;
};

/// `plan.json: gpu 0, thread block 1, operation 3 (put)`
std::string plan_place(const std::string& file, std::size_t gpu, std::size_t block, std::uint32_t step,
                       const char* name);

/// Throws InputError with the file and the line, or the place in the plan.
MscclppPlan parse_mscclpp(const std::string& text, const std::string& file);

}  // namespace torusim
