#pragma once
/// Schedules as files of other tools (docs/programs.md).

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

#include "schedules/core/schedule.h"

namespace torusim {

// Functions that the writers of other formats share.

/// The comment of an exported file begins with this, so that --force recognises files of torusim.
inline constexpr const char* kExportMark = "written by torusim";

/// The comment that names the schedule, without a line end.
std::string export_title(const ScheduleInfo& info);

/// Bytes of a message. Throws InputError when they are more than 2^62.
std::int64_t message_bytes(const ScheduleInfo& info, const Transfer& transfer, int flit_bytes);

/// The formats of a written schedule.
enum class Format { kTcs, kGoal, kCm, kMsccl };

/// The format by the end of a file name: `.tcs`, `.goal`, `.cm`, `.xml`; nullopt for other names.
std::optional<Format> format_of(const std::string& path);

/// Writes the schedule and leaves it rewound. Throws InputError when the format cannot express it.
void write_as(Schedule& schedule, Format format, int flit_bytes, std::ostream& out);

// Writes a schedule as GOAL text, or as a connection matrix (.cm) of htsim.

/// Every transfer becomes a send and a receive with the number of its phase as tag; further messages of a
/// pair in a phase have tags of their own. An operation depends on all operations of its rank in the phase
/// before. GOAL has no routes, classes, blocks and names of phases. Keeps the whole schedule in memory, and
/// leaves it rewound. Throws InputError when writing to `out` fails.
void write_goal(Schedule& schedule, int flit_bytes, std::ostream& out);

/// Every transfer becomes a connection, with its class as priority. A barrier trigger starts the connections
/// of a phase when all connections of the phase before have been received. The format has no routes, blocks
/// and names of phases. Keeps the whole schedule in memory, and leaves it rewound. Throws InputError for a
/// message without data, or when writing to `out` fails.
void write_cm(Schedule& schedule, int flit_bytes, std::ostream& out);

// Writes a complete exchange, gossip, broadcast or reduction as an algorithm of MSCCL (XML).

/// Node g is GPU g, and block s:d is input chunk d of GPU s. Blocks of an exchange lie in scratch on their
/// way; copies go to the output at once. Every GPU has a thread block for each peer to which it sends, and
/// for each peer from which it receives. A step waits for all steps of its GPU in the phase before. A
/// reduction is in place: `rrc` adds and `r` stores an arriving chunk after the earlier chunk has been sent.
/// A transfer whose blocks do not lie side by side is several steps. The format has no routes, classes and
/// names of phases.
///
/// For at most kMaxMscclNodes nodes, because every block is written out. Throws InputError for more nodes,
/// for a node that sends a block that it does not hold, and when writing to `out` fails.
void write_msccl(Schedule& schedule, std::ostream& out);

constexpr int kMaxMscclNodes = 512;

}  // namespace torusim
