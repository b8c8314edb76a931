#pragma once
/// Reads MSCCL algorithms (XML) as programs (docs/programs.md): thread blocks are streams, and the k-th send
/// on a source, destination and channel is received by the k-th receive.

#include <string>

#include "schedules/convert/chunk_program.h"

namespace torusim {

/// Throws InputError `file:line: ..`.
ChunkProgram read_msccl_program(const std::string& path, const ChunkSize& size);
ChunkProgram read_msccl_program_text(std::string text, std::string name, const ChunkSize& size);

}  // namespace torusim
