#pragma once
/// Files of traffic: flows, a matrix, a permutation, or a trace of packets. docs/traffic.md is the reference
/// of the format.

#include <string>

#include "models/sources/packet_mix.h"
#include "models/sources/traffic_table.h"
#include "schedules/core/topology.h"

namespace torusim {

/// Whether the argument of `traffic` is a path: it has a dot or a slash, which no pattern has.
bool names_traffic_file(const std::string& pattern);

/// Throws InputError `file:line:column: ..`.
TrafficTable read_traffic_file(const std::string& path, const Topology& topology);
/// Reads the text of a file; `name` stands for its name in messages.
TrafficTable read_traffic_text(std::string text, const std::string& name, const Topology& topology);

/// The lengths of all packets of a table with lengths.
PacketMix lengths_of(const TrafficTable& table);

}  // namespace torusim
