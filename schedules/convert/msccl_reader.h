#pragma once
/// Reads algorithms of MSCCL (XML): thread blocks of GPUs that send, receive and copy chunks of buffers.
///
/// Which block a chunk is follows by symbolic execution: at first, the input chunks of GPU g are its blocks,
/// of an alltoall one for each GPU, of an allgather or (of its root) a broadcast the pieces of its packet.
/// Every step moves the contents of its buffers, and at the end every output must hold the result of the
/// collective.

#include "schedules/convert/outside.h"

namespace torusim {

/// A send becomes a transfer, in the first phase after what its thread block, its dependency and its data
/// wait for. Other collectives and steps that reduce are refused. Throws InputError `file:line: ..`.
OutsideSchedule read_msccl(const std::string& path, const OutsideOptions& options);
OutsideSchedule read_msccl_text(std::string text, std::string name, const OutsideOptions& options);

}  // namespace torusim
