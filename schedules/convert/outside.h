#pragma once
/// Schedules of other tools: what they leave open, and how it is settled. docs/convert.md is the reference.
///
/// Other formats know ranks, sizes and an order of messages; a torusim schedule has nodes of a shape, phases,
/// routes and blocks by name. The readers of this directory turn one into the other, so a file from outside
/// can be checked, run and compared like any other.

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "schedules/core/schedule.h"

namespace torusim {

/// Where the phases of a GOAL file come from.
enum class Steps {
  kAuto,   ///< tags in a file that torusim wrote, else depth
  kTag,    ///< messages of one tag are one phase, in the order of the tags
  kDepth,  ///< a message is in the first phase after all that it waits for
};

/// The collective of a file without remarks, in formats whose messages have a size and no block names.
enum class Reading {
  kAuto,      ///< a complete exchange if every pair of ranks has one message, all of one size; else messages
  kExchange,  ///< a complete exchange: the message from s to d is block s:d
  kMessages,  ///< every message carries blocks of its own
};

/// The way that a message takes when the file does not say.
enum class Routes {
  kDor,       ///< dimension order, first dimension first; + where both ways round a ring are equally long
  kReversed,  ///< the same, last dimension first
  kSplit,     ///< dimension order; where both ways are equally long + from even coordinates, - from odd ones
};

struct OutsideOptions {
  std::optional<Topology> topology;  ///< rank r is node r of it; needed unless the file names one
  int flit_bytes = 16;               ///< bytes that a flit carries
  std::optional<int> block;          ///< flits of a block; empty: as the sizes in the file say, else 1
  std::optional<int> ports;          ///< messages that a node sends, and receives, in a phase; empty: 2k
  Steps steps = Steps::kAuto;
  Reading collective = Reading::kAuto;
  Routes routes = Routes::kDor;
  bool classes = false;  ///< message class from the tag (GOAL) or prio (.cm): the rank of its value
};

struct OutsideSchedule {
  StoredSchedule schedule;
  std::vector<std::string> notes;  ///< what the file says and a schedule cannot, one sentence each
};

/// The formats, by the ends of their file names.
enum class Format { kTcs, kGoal, kCm, kMsccl };

/// `.tcs`, `.goal`, `.cm`, `.xml`; nothing for other names.
std::optional<Format> format_of(const std::string& path);

/// Reads a file of another tool (any format but kTcs). Throws InputError `file:line: ..`.
OutsideSchedule read_outside(const std::string& path, Format format, const OutsideOptions& options);

/// The route of a message of which a file says only where it begins and ends.
Route outside_route(const Topology& topology, Routes routes, NodeId from, NodeId to);

/// Writes any format, and leaves the schedule rewound. Throws InputError when it cannot be said in that
/// format.
void write_outside(Schedule& schedule, Format format, int flit_bytes, std::ostream& out);

}  // namespace torusim
