#pragma once
/// rtl/torus/torusim_node_interface.sv, Verilated, as the network interface of an open node.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <vector>

#include "models/contract/router_wires.h"
#include "models/contract/run_options.h"
#include "schedules/core/schedule.h"

namespace torusim::test {

/// As sysc::ClockedInterface::Edge: the headers of SystemC and Verilator do not go into one file.
using InterfaceEdge = std::function<void(const RouterWires& in, RouterWires& out)>;

/// A word of a node's program: its 32-bit words, the lowest first.
using ProgramWord = std::vector<std::uint32_t>;

/// A schedule as programs of node interfaces, by way of the files of --rtl-image.
struct RtlPrograms {
  std::vector<std::vector<ProgramWord>> of_node;
  std::map<std::uint32_t, std::uint16_t> step_of;  ///< by message number: the step in which it counts
};
RtlPrograms rtl_programs(const std::filesystem::path& directory, Schedule& schedule,
                         const RunOptions& options);

/// The largest hardware that the models are Verilated for.
inline constexpr int kMostChannels = 2, kMostVcs = 16, kMostSlots = 31;

/// The interface with `hardware.alpha` channels, in reset until its second edge.
InterfaceEdge rtl_interface(const Hardware& hardware, Cycle startup, const std::vector<ProgramWord>& program);

}  // namespace torusim::test
