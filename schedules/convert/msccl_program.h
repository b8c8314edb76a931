#pragma once
/// An MSCCL algorithm as data: the contents of the XML, checked for form and not yet executed.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/collective.h"

namespace torusim {

struct MscclStep {
  enum class Type {
    kSend,                   // s
    kReceive,                // r
    kReceiveCopySend,        // rcs
    kReceiveReduceCopy,      // rrc: what comes and the source, added up, to the target
    kReceiveReduceSend,      // rrs: the same, sent on
    kReceiveReduceCopySend,  // rrcs: both
    kReduce,                 // re: the source is added to the target
    kCopy,                   // cpy
    kNop
  };
  Type type = Type::kNop;
  char source_buffer = 'i', target_buffer = 'o';  ///< i, o or s
  std::int64_t source = 0, target = 0;            ///< offsets in chunks
  std::int64_t count = 0;                         ///< consecutive chunks
  int needs_block = -1, needs_step = -1;  ///< waits for that step of that thread block of its GPU; -1: none
  bool signals = true;                    ///< hasdep is not 0
  std::int64_t line = 0;
};

/// As in a file: s, r, rcs ..
const char* to_text(MscclStep::Type type);
bool sends(MscclStep::Type type);
bool receives(MscclStep::Type type);
bool reduces(MscclStep::Type type);
bool reads_source(MscclStep::Type type);
bool writes_target(MscclStep::Type type);

struct MscclThreadBlock {
  int send_to = -1, receive_from = -1, channel = 0;
  std::vector<MscclStep> steps;
};

struct MscclGpu {
  std::int64_t input = 0, output = 0, scratch = 0;  ///< chunks
  std::vector<MscclThreadBlock> blocks;
};

struct MscclProgram {
  std::string file;
  std::int64_t line = 0;  ///< of <algo>
  Collective::Kind kind = Collective::Kind::kCompleteExchange;
  int root = 0;                               ///< of a broadcast or reduce
  std::int64_t loop_chunks = 0;               ///< nchunksperloop; 0: not given
  std::int64_t min_bytes = 0, max_bytes = 0;  ///< of the buffers that it is for; 0: no bound
  bool also_in_place = false;                 ///< the file says that it is for both
  bool in_place = false;  ///< the input is the GPU's own part of the output; of a reduction: they are one
  std::vector<MscclGpu> gpus = {};
};

/// The text of a file. Throws InputError.
std::string read_msccl_file(const std::string& path);
/// Throws InputError `file:line: ..`.
MscclProgram parse_msccl(const std::string& text, const std::string& file);

}  // namespace torusim
