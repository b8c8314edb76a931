#pragma once
/// Contents and signal names of a waveform file, shared by the observer that writes the waves and the save
/// file that opens them.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "models/contract/hardware.h"
#include "traces/timescale.h"
#include "traces/vcd_merge.h"

namespace torusim {

/// The state of a virtual channel in a cycle.
enum class VcState : std::uint8_t {
  kIdle,       ///< no worm owns it
  kStream,     ///< its worm sends a flit
  kWait,       ///< its worm sends nothing: it lacks a flit or a credit, or lost to an equal
  kPreempted,  ///< its worm sends nothing while a more urgent flit is on the channel
};

struct TracedChannel {
  NodeId node = 0;
  int port = 0;                ///< as in FlitMove
  std::uint64_t used_vcs = 0;  ///< bit v: VC v belonged to a worm in the window
  bool preempted = false;      ///< a worm was preempted here in the window
};

struct PhaseMark {
  Cycle cycle = 0;
  std::string name;
};

struct TraceContents {
  Hardware hardware;
  Cycle first = 0;                                ///< first cycle of the window
  Cycle end = 0;                                  ///< one past its last cycle
  std::vector<TracedChannel> channels;            ///< by node, then by port
  std::vector<PhaseMark> phase_starts;            ///< phase starts in the window, in order
  std::vector<std::vector<MergedSignal>> inside;  ///< signals inside RTL routers, by router
  Timescale timescale{};                          ///< times of the file
};

/// `r_3_5`.
std::string router_scope(const Hardware& hardware, NodeId node);
/// `xp`, `xm`, `yp`, .., `d3p`; `ej0`, .. ejection; `inj0`, .. injection. Ports are numbered as in FlitMove.
std::string port_scope(const Hardware& hardware, int port);
const char* to_text(VcState state);
/// Writes a file beside the waves. Throws InputError when it cannot be written.
void write_file(const std::filesystem::path& path, const std::string& text);

}  // namespace torusim
