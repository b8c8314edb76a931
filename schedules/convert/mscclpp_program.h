#pragma once
/// Reads execution plans of MSCCL++ (JSON) as programs (docs/programs.md). A put is a message that its
/// destination receives without a thread block of its own. A signal is a message without bytes.

#include <string>

#include "schedules/convert/chunk_program.h"

namespace torusim {

/// Throws InputError with the file and the line, or the place in the plan.
ChunkProgram read_mscclpp_program(const std::string& path, const ChunkSize& size);
ChunkProgram read_mscclpp_text(const std::string& text, const std::string& name, const ChunkSize& size);

}  // namespace torusim
