#pragma once
/// An MSCCL algorithm as data: the contents of the XML, checked for form and not yet executed.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schedules/core/collective.h"

namespace torusim {

struct MscclStep {
  enum class Type {
    kSend,                   // s
    kReceive,                // r
    kReceiveCopySend,        // rcs
    kReceiveReduceCopy,      // rrc: the sum of message and source goes to the target
    kReceiveReduceSend,      // rrs: the sum is sent on
    kReceiveReduceCopySend,  // rrcs: the sum goes to the target and is sent on
    kReduce,                 // re: the source is added to the target
    kCopy,                   // cpy
    kNop
  };
  Type type = Type::kNop;
  char source_buffer = 'i', target_buffer = 'o';  ///< i, o or s
  std::int64_t source = 0, target = 0;            ///< offsets in chunks
  std::int64_t count = 0;                         ///< consecutive chunks
  int needs_block = -1, needs_step = -1;  ///< the step of a thread block of its GPU to wait for; -1: none
  bool signals = true;                    ///< hasdep is not 0
  std::int64_t line = 0;
};

/// The type as in a file: s, r, rcs ..
const char* to_text(MscclStep::Type type);
bool sends(MscclStep::Type type);
bool receives(MscclStep::Type type);
bool reads_source(MscclStep::Type type);
bool writes_target(MscclStep::Type type);

/// The names of collectives in MSCCL and MSCCL++. Writers take the first name of a collective.
inline constexpr std::pair<std::string_view, Collective::Kind> kMscclCollectives[] = {
    {"alltoall", Collective::Kind::kCompleteExchange},
    {"allgather", Collective::Kind::kGossip},
    {"broadcast", Collective::Kind::kBroadcast},
    {"allreduce", Collective::Kind::kAllReduce},
    {"reduce_scatter", Collective::Kind::kReduceScatter},
    {"reducescatter", Collective::Kind::kReduceScatter},
    {"reduce", Collective::Kind::kReduce}};

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
  std::int64_t line = 0;  ///< line of <algo>
  Collective::Kind kind = Collective::Kind::kCompleteExchange;
  int root = 0;                               ///< root of a broadcast or reduce
  std::int64_t loop_chunks = 0;               ///< nchunksperloop; 0: not given
  std::int64_t min_bytes = 0, max_bytes = 0;  ///< range of buffer sizes; 0: no bound
  bool also_in_place = false;                 ///< the file states that it works in place too
  bool in_place = false;  ///< gossip: input is a part of the output; else one buffer is both
  std::vector<MscclGpu> gpus = {};
};

/// Reads the text of a file. Throws InputError.
std::string read_msccl_file(const std::string& path);
/// Throws InputError `file:line: ..`.
MscclProgram parse_msccl(const std::string& text, const std::string& file);

}  // namespace torusim
