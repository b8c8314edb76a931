#pragma once
/// Reads the binary form of GOAL, as LogGOPSim's txt2bin writes it.
///
/// Little endian, without padding: u64 4223; u32 ranks, u8 cpus, u8 nics, for each rank u64 begin and end of
/// its part, from byte 8 on. A part: u32 operations, u32 roots, the roots (u32), the operations (39 bytes:
/// u32 unmet dependences, u8 type, u32 peer, u64 size, u32 tag, u8 cpu, u8 nic, and twice u32 count and
/// first of its dependents: after its end, after its start), and the list of dependents (u32).
///
/// Older writers use the same first number with other operations. They are recognised by the lengths of the
/// parts, and refused.

#include <functional>
#include <string>
#include <string_view>

#include "schedules/core/program.h"

namespace torusim {

/// The first bytes of a binary file.
inline constexpr std::string_view kGoalMagic{"\x7f\x10\0\0\0\0\0\0", 8};

/// Reads bytes `begin` to `end` of the file; fewer if the file ends earlier.
using ReadBytes = std::function<std::string(std::uint64_t begin, std::uint64_t end)>;

/// Throws InputError `name: ..`.
Program read_goal_binary(const ReadBytes& read, const std::string& name);
Program read_goal_binary_text(std::string bytes, std::string name);

}  // namespace torusim
